"""Template tags that every page may use (loaded as builtins)."""

from django import template

from bobing_event import labels

register = template.Library()

register.filter("rank_label", labels.rank_label)
register.filter("pattern_label", labels.pattern_label)
register.filter("entry_label", labels.entry_label)


@register.filter
def masked_name(name: str) -> str:
    """A name as public screens show it: 王*明, 王*, the middle hidden."""
    if len(name) <= 1:
        return name
    return f"{name[0]}*{name[-1]}" if len(name) > 2 else f"{name[0]}*"


@register.filter
def masked_phone(phone: str) -> str:
    """138****0001; what is too short to hide is hidden whole."""
    return f"{phone[:3]}****{phone[-4:]}" if len(phone) >= 8 else "****" if phone else ""
