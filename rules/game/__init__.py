"""The table fold (RULEBOOK §4 to §7): `Game` and what it is made of."""

from rules.game.candidates import Candidate, Champion
from rules.game.draft import Visit
from rules.game.effect import Effect, Phase
from rules.game.game import Game, play
from rules.game.pieces import GRABBED, RETURNED, STOCK, Move, Piece, Won

__all__ = [
    "GRABBED",
    "RETURNED",
    "STOCK",
    "Candidate",
    "Champion",
    "Effect",
    "Game",
    "Move",
    "Phase",
    "Piece",
    "Visit",
    "Won",
    "play",
]
