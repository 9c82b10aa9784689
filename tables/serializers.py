"""The shapes of the API, for its schema. Entries are read by `services.asked`, which names what is wrong."""

from typing import Any

from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from bobing_event.models import EntryMode
from rules import LOWER_RANKS, RANKS
from tables.floor_serializers import ClockSerializer, DeviceStateSerializer, NoticesSerializer
from tables.models import Table

KINDS = "throw, overflow, pass, rethrow, leave, return, time_up, lower_bar, appoint or void"
STATUSES = ("recorded", "repeated", "refused", "not_tried")


class DeviceScheme(OpenApiAuthenticationExtension):
    """`Authorization: Device <token>` in the schema."""

    target_class = "bobing_event.authentication.DeviceAuthentication"
    name = "deviceAuth"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        return {"type": "apiKey", "in": "header", "name": "Authorization", "description": "Device <token>"}


@extend_schema_field({"type": "array", "items": {"type": "integer", "minimum": 1, "maximum": 6}})
class DiceField(serializers.ListField):
    """Six faces."""


@extend_schema_field({"type": "object", "additionalProperties": {"type": "integer"}})
class CountsField(serializers.DictField):
    """Pieces by rank."""


class RefusalSerializer(serializers.Serializer[Any]):
    code = serializers.CharField()
    detail = serializers.CharField()


class EventRefSerializer(serializers.Serializer[Any]):
    slug = serializers.CharField()
    name = serializers.CharField()


class TableRefSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    number = serializers.IntegerField()
    name = serializers.CharField()
    session = serializers.CharField()
    event = EventRefSerializer()


class RulesetRefSerializer(serializers.Serializer[Any]):
    id = serializers.CharField()
    title = serializers.CharField()
    digest = serializers.CharField()
    direction = serializers.CharField()
    overflow = serializers.CharField()
    opening_by = serializers.CharField()
    opening_dice = serializers.IntegerField()


class CandidateSerializer(serializers.Serializer[Any]):
    pattern = serializers.CharField()
    rank = serializers.ChoiceField(choices=[rank.value for rank in RANKS])
    dice = DiceField()
    strength = serializers.IntegerField(allow_null=True)


class SeatSerializer(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    name = serializers.CharField()
    unit = serializers.CharField()
    left = serializers.BooleanField()
    skip = serializers.BooleanField()
    held = CountsField()
    candidate = CandidateSerializer(allow_null=True)
    absent = serializers.BooleanField(required=False, help_text="Before the opening: the seat would be kept empty.")


class VisitSerializer(serializers.Serializer[Any]):
    seat = serializers.IntegerField()
    round = serializers.IntegerField()
    skipped = serializers.BooleanField()


class LeaderSerializer(serializers.Serializer[Any]):
    seat = serializers.IntegerField()
    pattern = serializers.CharField()
    dice = DiceField()


class ChampionSerializer(serializers.Serializer[Any]):
    seat = serializers.IntegerField()
    name = serializers.CharField()
    pattern = serializers.CharField(allow_null=True)


class LastSerializer(serializers.Serializer[Any]):
    seq = serializers.IntegerField()
    client_uuid = serializers.UUIDField()
    kind = serializers.CharField(help_text=KINDS)
    seat = serializers.IntegerField(allow_null=True)
    dice = DiceField(allow_null=True)
    dice_seen = serializers.BooleanField(help_text="False where the pattern was entered: the dice are an example.")
    pattern = serializers.CharField(allow_null=True)
    won = serializers.ListField()
    can_undo = serializers.BooleanField()


class TableStateSerializer(NoticesSerializer):
    """What a tablet shows; before the opening there is no turn."""

    table = TableRefSerializer()
    ruleset = RulesetRefSerializer()
    seats = SeatSerializer(many=True)
    set = CountsField()
    stock = CountsField()
    grabbed = CountsField()
    returned = CountsField()
    phase = serializers.ChoiceField(choices=Table.Phase.choices)
    turn = serializers.IntegerField(allow_null=True)
    round = serializers.IntegerField()
    next = VisitSerializer(many=True)
    leader = LeaderSerializer(allow_null=True)
    locked = serializers.IntegerField(allow_null=True)
    champion = ChampionSerializer(allow_null=True)
    time_up = serializers.BooleanField()
    lowered_bar = serializers.ChoiceField(choices=[rank.value for rank in LOWER_RANKS], allow_null=True)
    propose_lower_bar = serializers.BooleanField()
    clock = ClockSerializer()
    entry_mode = serializers.ChoiceField(choices=EntryMode.choices)
    server_time = serializers.DateTimeField()
    seq = serializers.IntegerField()
    last = LastSerializer(allow_null=True)
    device = DeviceStateSerializer(allow_null=True)


class HandsSerializer(serializers.Serializer[Any]):
    """Every hand by its sorted faces: `[pattern, bonus, strength]`."""

    digest = serializers.CharField()
    hands = serializers.DictField(child=serializers.ListField())


class OpeningSerializer(serializers.Serializer[Any]):
    """Who throws first; or the total of the opening dice and who threw them."""

    first = serializers.IntegerField(required=False, allow_null=True)
    thrower = serializers.IntegerField(required=False, allow_null=True)
    total = serializers.IntegerField(required=False, allow_null=True)
    absent = serializers.ListField(
        child=serializers.IntegerField(), required=False, allow_null=True, help_text="Seats nobody has come to."
    )


class ApprovalSerializer(serializers.Serializer[Any]):
    """Of a correction that concerns the 状元: the PIN of a second person."""

    pin = serializers.CharField()


class AskedSerializer(serializers.Serializer[Any]):
    """One entry; `supersedes` is the number of the entry that this one corrects."""

    client_uuid = serializers.UUIDField()
    kind = serializers.CharField(help_text=KINDS)
    seat = serializers.IntegerField(required=False, allow_null=True)
    dice = DiceField(required=False, allow_null=True)
    pattern = serializers.CharField(
        required=False, allow_null=True, help_text="Of a throw without dice; empty where it takes nothing."
    )
    bonus = serializers.CharField(required=False, allow_null=True, help_text="yixiu or erju beside the pattern.")
    rank = serializers.CharField(required=False, allow_null=True)
    reason = serializers.CharField(required=False, allow_null=True, max_length=200)
    thrown_at = serializers.DateTimeField(required=False, allow_null=True)
    supersedes = serializers.IntegerField(required=False, allow_null=True)
    approval = ApprovalSerializer(required=False, allow_null=True)


class BatchSerializer(serializers.Serializer[Any]):
    """At most 200 entries, recorded in order up to the first refusal."""

    entries = AskedSerializer(many=True)


class ResultSerializer(serializers.Serializer[Any]):
    client_uuid = serializers.UUIDField(allow_null=True)
    status = serializers.ChoiceField(choices=STATUSES)
    seq = serializers.IntegerField(required=False)
    effect = serializers.DictField(required=False)
    code = serializers.CharField(required=False)
    detail = serializers.CharField(required=False)
    expected = serializers.DictField(required=False)


class RecordingSerializer(serializers.Serializer[Any]):
    """`code` and `detail` are there where an entry was refused."""

    results = ResultSerializer(many=True)
    state = TableStateSerializer()
    code = serializers.CharField(required=False)
    detail = serializers.CharField(required=False)


class LoggedSerializer(serializers.Serializer[Any]):
    seq = serializers.IntegerField()
    place = serializers.IntegerField()
    client_uuid = serializers.UUIDField()
    kind = serializers.CharField(help_text=f"{KINDS}; or reseat")
    seat = serializers.IntegerField(allow_null=True)
    dice = DiceField(allow_null=True)
    dice_seen = serializers.BooleanField()
    rank = serializers.CharField(allow_null=True)
    reason = serializers.CharField()
    participant = serializers.IntegerField(allow_null=True, help_text="Of a `reseat`: who holds the seat.")
    since = serializers.IntegerField(allow_null=True, help_text="Of a `reseat`: the entry from which on.")
    supersedes = serializers.IntegerField(allow_null=True)
    superseded_by = serializers.IntegerField(allow_null=True)
    recorded_by = serializers.CharField()
    approved_by = serializers.CharField(allow_null=True)
    device = serializers.CharField(allow_null=True)
    thrown_at = serializers.DateTimeField()
    received_at = serializers.DateTimeField()
    effect = serializers.DictField(allow_null=True)
    hash = serializers.CharField()


class LogSerializer(serializers.Serializer[Any]):
    """The log in the order of recording; `effect` is what the entry comes to now, null where it does not count."""

    opening = serializers.DictField(allow_null=True)
    opening_hash = serializers.CharField()
    entries = LoggedSerializer(many=True)


class CorrectionSerializer(serializers.Serializer[Any]):
    supersedes = serializers.IntegerField()
    kind = serializers.CharField(help_text=KINDS)
    seat = serializers.IntegerField(required=False, allow_null=True)
    dice = DiceField(required=False, allow_null=True)
    pattern = serializers.CharField(
        required=False, allow_null=True, help_text="Of a throw without dice; empty where it takes nothing."
    )
    bonus = serializers.CharField(required=False, allow_null=True, help_text="yixiu or erju beside the pattern.")
    rank = serializers.CharField(required=False, allow_null=True)
    reason = serializers.CharField(required=False, allow_null=True, max_length=200)


class MovedPieceSerializer(serializers.Serializer[Any]):
    rank = serializers.CharField()
    number = serializers.IntegerField()
    to = serializers.CharField(help_text="`seat N`, `stock`, `grabbed` or `returned`")

    def get_fields(self) -> dict[str, Any]:
        return {**super().get_fields(), "from": serializers.CharField()}  # a word of Python's


class ImpossibleSerializer(serializers.Serializer[Any]):
    seq = serializers.IntegerField()
    code = serializers.CharField()


class BeforeAfterChampionSerializer(serializers.Serializer[Any]):
    before = ChampionSerializer(allow_null=True)
    after = ChampionSerializer(allow_null=True)


class BeforeAfterSeatSerializer(serializers.Serializer[Any]):
    before = serializers.IntegerField(allow_null=True)
    after = serializers.IntegerField(allow_null=True)


class BeforeAfterFlagSerializer(serializers.Serializer[Any]):
    before = serializers.BooleanField()
    after = serializers.BooleanField()


class ChangesSerializer(serializers.Serializer[Any]):
    pieces = MovedPieceSerializer(many=True)
    champion = BeforeAfterChampionSerializer()
    leader = BeforeAfterSeatSerializer()
    ended = BeforeAfterFlagSerializer()
    impossible = ImpossibleSerializer(many=True)
    needs_reason = serializers.BooleanField()
    needs_approval = serializers.BooleanField()
