"""Reads about prizes and certificates: nouns that return querysets or plain values."""

from awards.queries.certificates import (
    CertificateCounts,
    Honour,
    arranged,
    certificate_by_code,
    certificate_counts,
    certificates_of,
    due_certificates,
    honours,
)
from awards.queries.plan import (
    GoodsFigures,
    LineFigures,
    PrizePlan,
    RankFigures,
    goods_by_piece,
    goods_by_place,
    plan_is_frozen,
    prize_plan,
)

__all__ = [
    "CertificateCounts",
    "GoodsFigures",
    "Honour",
    "LineFigures",
    "PrizePlan",
    "RankFigures",
    "arranged",
    "certificate_by_code",
    "certificate_counts",
    "certificates_of",
    "due_certificates",
    "goods_by_piece",
    "goods_by_place",
    "honours",
    "plan_is_frozen",
    "prize_plan",
]
