"""Goods, the plan that says what gives which, the stock ledger, claims, and certificates."""

from awards.models.certificates import Certificate, CertificatePrinting, CertificateTemplate
from awards.models.claims import Claim, Delivery, HandOver, Origin, Redraw, RedrawWin
from awards.models.goods import PlanLine, Prize, PrizeSettings
from awards.models.stock import Location, Movement, MovementLine, StockLevel, TableCount

__all__ = [
    "Certificate",
    "CertificatePrinting",
    "CertificateTemplate",
    "Claim",
    "Delivery",
    "HandOver",
    "Location",
    "Movement",
    "MovementLine",
    "Origin",
    "PlanLine",
    "Prize",
    "PrizeSettings",
    "Redraw",
    "RedrawWin",
    "StockLevel",
    "TableCount",
]
