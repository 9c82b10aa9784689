"""Pages about prizes and certificates."""

from awards.views.certificate_templates import (
    certificate_picture,
    certificate_seal,
    certificate_template,
    certificate_template_preview,
    certificate_template_reset,
    certificate_template_test,
    certificates_enable,
)
from awards.views.certificates import certificate_verify, certificates, certificates_make
from awards.views.desk import (
    desk_hand_over,
    hand_over_detail,
    hand_over_signature,
    hand_over_slip,
    hand_over_undo,
    hand_overs,
    prize_desk,
)
from awards.views.prizes import (
    pieces_classic,
    pieces_set,
    plan_line_add,
    plan_line_remove,
    prize_add,
    prize_change,
    prize_remove,
    prizes,
)

__all__ = [
    "certificate_picture",
    "certificate_seal",
    "certificate_template",
    "certificate_template_preview",
    "certificate_template_reset",
    "certificate_template_test",
    "certificate_verify",
    "certificates",
    "certificates_enable",
    "certificates_make",
    "desk_hand_over",
    "hand_over_detail",
    "hand_over_signature",
    "hand_over_slip",
    "hand_over_undo",
    "hand_overs",
    "pieces_classic",
    "pieces_set",
    "plan_line_add",
    "plan_line_remove",
    "prize_add",
    "prize_change",
    "prize_desk",
    "prize_remove",
    "prizes",
]
