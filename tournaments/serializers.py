"""The shapes of the play-off API, for its schema. Entries are read by `services.asked`, which names what is wrong."""

from typing import Any

from rest_framework import serializers

from tables.serializers import (
    STATUSES,
    BeforeAfterFlagSerializer,
    DiceField,
    EventRefSerializer,
    ImpossibleSerializer,
)
from tournaments.models import Heat, Playoff

KINDS = ("throw", "overflow", "pass", "rethrow", "withdraw", "decide", "void")


class HeatRefSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    number = serializers.IntegerField()
    name = serializers.CharField()
    stage = serializers.IntegerField()
    is_final = serializers.BooleanField()
    kind = serializers.ChoiceField(choices=Playoff.Kind.values)
    playoff = serializers.CharField()
    event = EventRefSerializer()


class HeatRulesetSerializer(serializers.Serializer[Any]):
    id = serializers.CharField()
    title = serializers.CharField()
    digest = serializers.CharField()
    overflow = serializers.CharField()


class HitSerializer(serializers.Serializer[Any]):
    pattern = serializers.CharField()
    dice = DiceField()


class EntrantSerializer(serializers.Serializer[Any]):
    id = serializers.CharField()
    name = serializers.CharField()
    unit = serializers.CharField()
    table = serializers.IntegerField()
    lot = serializers.IntegerField()
    placed = serializers.IntegerField(allow_null=True)
    withdrawn = serializers.BooleanField()
    skip = serializers.BooleanField()
    hit = HitSerializer(allow_null=True)


class CallSerializer(serializers.Serializer[Any]):
    entrant = serializers.CharField()
    round = serializers.IntegerField()
    skipped = serializers.BooleanField()


class LastPlayoffEntrySerializer(serializers.Serializer[Any]):
    seq = serializers.IntegerField()
    client_uuid = serializers.UUIDField()
    kind = serializers.ChoiceField(choices=KINDS)
    entrant = serializers.CharField(allow_null=True)
    dice = DiceField(allow_null=True)
    pattern = serializers.CharField(allow_null=True)
    hit = serializers.BooleanField()
    can_undo = serializers.BooleanField()


class HeatStateSerializer(serializers.Serializer[Any]):
    """What a tablet shows of a heat; `turn` is an entrant's id, null after the end."""

    heat = HeatRefSerializer()
    ruleset = HeatRulesetSerializer()
    mode = serializers.ChoiceField(choices=("race", "best"))
    target = serializers.ChoiceField(choices=("zhuangyuan", "duitang"))
    decide = serializers.ChoiceField(choices=Playoff.Decide.values)
    places = serializers.IntegerField()
    entrants = EntrantSerializer(many=True)
    phase = serializers.ChoiceField(choices=Heat.Phase.values)
    turn = serializers.CharField(allow_null=True)
    round = serializers.IntegerField()
    next = CallSerializer(many=True)
    placed = serializers.ListField(child=serializers.CharField())
    server_time = serializers.DateTimeField()
    seq = serializers.IntegerField()
    last = LastPlayoffEntrySerializer(allow_null=True)


class AskedPlayoffEntrySerializer(serializers.Serializer[Any]):
    """One entry; `supersedes` is the number of the entry that this one corrects."""

    client_uuid = serializers.UUIDField()
    kind = serializers.ChoiceField(choices=KINDS)
    entrant = serializers.CharField(required=False, allow_null=True)
    dice = DiceField(required=False, allow_null=True)
    reason = serializers.CharField(required=False, allow_null=True, max_length=200)
    thrown_at = serializers.DateTimeField(required=False, allow_null=True)
    supersedes = serializers.IntegerField(required=False, allow_null=True)


class PlayoffBatchSerializer(serializers.Serializer[Any]):
    """Up to 200 entries, recorded in order up to the first refusal."""

    entries = AskedPlayoffEntrySerializer(many=True)


class PlayoffResultSerializer(serializers.Serializer[Any]):
    client_uuid = serializers.UUIDField(allow_null=True)
    status = serializers.ChoiceField(choices=STATUSES)
    seq = serializers.IntegerField(required=False)
    effect = serializers.DictField(required=False)
    code = serializers.CharField(required=False)
    detail = serializers.CharField(required=False)
    expected = serializers.DictField(required=False)


class PlayoffRecordingSerializer(serializers.Serializer[Any]):
    """`code` and `detail` are there where an entry was refused."""

    results = PlayoffResultSerializer(many=True)
    state = HeatStateSerializer()
    code = serializers.CharField(required=False)
    detail = serializers.CharField(required=False)


class LoggedPlayoffEntrySerializer(serializers.Serializer[Any]):
    seq = serializers.IntegerField()
    place = serializers.IntegerField()
    client_uuid = serializers.UUIDField()
    kind = serializers.ChoiceField(choices=KINDS)
    entrant = serializers.CharField(allow_null=True)
    dice = DiceField(allow_null=True)
    reason = serializers.CharField()
    supersedes = serializers.IntegerField(allow_null=True)
    superseded_by = serializers.IntegerField(allow_null=True)
    recorded_by = serializers.CharField()
    device = serializers.CharField(allow_null=True)
    thrown_at = serializers.DateTimeField()
    received_at = serializers.DateTimeField()
    effect = serializers.DictField(allow_null=True)
    hash = serializers.CharField()


class HeatLogSerializer(serializers.Serializer[Any]):
    """The log in the order of recording; `effect` is what the entry comes to now, null where it does not count."""

    opening = serializers.DictField()
    opening_hash = serializers.CharField()
    entries = LoggedPlayoffEntrySerializer(many=True)


class PlayoffCorrectionSerializer(serializers.Serializer[Any]):
    """The correction to be looked at; it is for the corrected entry's entrant where it names none."""

    supersedes = serializers.IntegerField()
    kind = serializers.ChoiceField(choices=KINDS)
    entrant = serializers.CharField(required=False, allow_null=True)
    dice = DiceField(required=False, allow_null=True)
    reason = serializers.CharField(required=False, allow_null=True, max_length=200)


class BeforeAfterPlacedSerializer(serializers.Serializer[Any]):
    before = serializers.ListField(child=serializers.CharField())
    after = serializers.ListField(child=serializers.CharField())


class BeforeAfterTurnSerializer(serializers.Serializer[Any]):
    before = serializers.CharField(allow_null=True)
    after = serializers.CharField(allow_null=True)


class PlayoffChangesSerializer(serializers.Serializer[Any]):
    placed = BeforeAfterPlacedSerializer()
    turn = BeforeAfterTurnSerializer()
    ended = BeforeAfterFlagSerializer()
    impossible = ImpossibleSerializer(many=True)
    needs_reason = serializers.BooleanField()
