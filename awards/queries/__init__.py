"""Reads about prizes and certificates: nouns that return querysets or plain values."""

from awards.queries.certificates import (
    CertificateCounts,
    certificate_by_code,
    certificate_counts,
    certificates_of,
    due_certificates,
)
from awards.queries.figures import GoodsFigures, LineFigures, PrizePlan, RankFigures, SponsorFigures
from awards.queries.giving import goods_by_piece, goods_by_place
from awards.queries.honours import Honour, arranged, honours
from awards.queries.plan import plan_is_frozen, prize_plan
from awards.queries.plan_check import Finding, plan_findings, prize_settings
from awards.queries.stock import keeps_stock, store_levels, supplied, table_levels, table_set, taken_to_tables

__all__ = [
    "CertificateCounts",
    "Finding",
    "GoodsFigures",
    "Honour",
    "LineFigures",
    "PrizePlan",
    "RankFigures",
    "SponsorFigures",
    "arranged",
    "certificate_by_code",
    "certificate_counts",
    "certificates_of",
    "due_certificates",
    "goods_by_piece",
    "goods_by_place",
    "honours",
    "keeps_stock",
    "plan_findings",
    "plan_is_frozen",
    "prize_plan",
    "prize_settings",
    "store_levels",
    "supplied",
    "table_levels",
    "table_set",
    "taken_to_tables",
]
