"""Which rules a table or an event plays by."""

from __future__ import annotations

from django.utils.translation import gettext as _

from bobing_event.models import Event
from bobing_event.refusals import Refusal
from rules import Ruleset, RulesetError, load
from tables.models import Table


def ruleset_of_event(event: Event) -> Ruleset:
    """The frozen ruleset, else what the organiser chose. Refuses `bad_ruleset`, naming the key."""
    try:
        if event.frozen_ruleset is not None:
            return Ruleset.from_json(event.frozen_ruleset)
        return load(event.ruleset, event.overrides)
    except RulesetError as error:
        sentence = _("The event's ruleset cannot be used: %(key)s. Change it in the settings.") % {"key": error.key}
        raise Refusal("bad_ruleset", sentence, key=error.key) from error


def ruleset_of_table(table: Table) -> Ruleset:
    """What the table froze into its opening; before it is opened, what the event plays by."""
    if table.opening is not None:
        return Ruleset.from_json(table.opening["ruleset"])
    return ruleset_of_event(table.session.event)
