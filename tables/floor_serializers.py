"""The shapes of the API beside the log, for its schema and for what is sent."""

from typing import Any

from rest_framework import serializers

from tables.models import HelpCall
from tables.services.floor import NOTE_LENGTH

MOST_UNSENT = 1_000_000


class DeviceStateSerializer(serializers.Serializer[Any]):
    """Whether this tablet may still record; where not, what the other is called."""

    current = serializers.BooleanField()
    replaced_by = serializers.CharField(allow_null=True)


class HelpStateSerializer(serializers.Serializer[Any]):
    reason = serializers.ChoiceField(choices=HelpCall.Reason.choices)
    called_at = serializers.DateTimeField()


class SignOffSerializer(serializers.Serializer[Any]):
    """Valid until a later entry; `seq` is the entry as of which it was signed."""

    seq = serializers.IntegerField()
    signed_at = serializers.DateTimeField()
    disputed = serializers.BooleanField()
    countersigned = serializers.BooleanField()
    valid = serializers.BooleanField()


class ClockSerializer(serializers.Serializer[Any]):
    limit_minutes = serializers.IntegerField(allow_null=True)
    extra_minutes = serializers.IntegerField()
    opened_at = serializers.DateTimeField(allow_null=True)
    ends_at = serializers.DateTimeField(allow_null=True)


class NoticesSerializer(serializers.Serializer[Any]):
    """What stands beside the log."""

    help = HelpStateSerializer(allow_null=True)
    sign_off = SignOffSerializer(allow_null=True)
    objections = serializers.IntegerField(help_text="How many are open.")


class HeartbeatSerializer(serializers.Serializer[Any]):
    unsent = serializers.IntegerField(min_value=0, max_value=MOST_UNSENT)
    agent = serializers.CharField(required=False, allow_blank=True, max_length=400)


class HeartbeatAnswerSerializer(NoticesSerializer):
    server_time = serializers.DateTimeField()
    seq = serializers.IntegerField()
    device = DeviceStateSerializer(allow_null=True)
    clock = ClockSerializer()


class HelpSerializer(serializers.Serializer[Any]):
    reason = serializers.CharField(help_text=", ".join(HelpCall.Reason.values))
    note = serializers.CharField(required=False, allow_blank=True, max_length=NOTE_LENGTH)


class HolderSerializer(serializers.Serializer[Any]):
    seat = serializers.IntegerField(allow_null=True, help_text="None for who was taken from the table.")
    name = serializers.CharField()
    unit = serializers.CharField()
    pieces = serializers.DictField(child=serializers.IntegerField())
    champion = serializers.BooleanField()


class HoldingsSerializer(serializers.Serializer[Any]):
    seq = serializers.IntegerField()
    digest = serializers.CharField()
    people = HolderSerializer(many=True)


class SignOffRequestSerializer(serializers.Serializer[Any]):
    digest = serializers.CharField(max_length=64)


class SignedSerializer(serializers.Serializer[Any]):
    sign_off = SignOffSerializer()
    holdings = HoldingsSerializer()
