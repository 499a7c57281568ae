"""Serializers of a tournament, as everybody sees it, and of the scorekeeper's calls."""

from typing import Any

from rest_framework import serializers

from bookings.api.serializers.event_input import DayOrDatetimeInputField
from charityshop.api.fields import SparseSerializer, UTCDateTimeField
from charityshop.api.seen import WholeForm
from charityshop.form_fields import CodeField
from door.api.serializers.phones import ANSWERS, MAX_QUEUED, BatchSerializer, PhoneIDField
from door.api.serializers.tills import NumberField
from tables.models import Tournament

MAX_ROUNDS = 20
MAX_MINUTES = 600
MAX_CODES = 50
MAX_GENERATION = 2**31 - 1
Serializer = serializers.Serializer[Any]


class TableResultSerializer(Serializer):
    """One of its fields: who won what."""

    games = serializers.ListField(
        child=serializers.IntegerField(), required=False, help_text="Won by the first, by the second, and drawn."
    )
    winner = serializers.CharField(required=False, help_text="A player's ID.")
    draw = serializers.BooleanField(required=False)


class ReportSerializer(Serializer):
    player = serializers.CharField()
    result = TableResultSerializer()


class TableSerializer(SparseSerializer):
    number = serializers.IntegerField()
    players = serializers.ListField(child=serializers.CharField(), help_text="IDs, in the order of the seats.")
    result = TableResultSerializer(allow_null=True, help_text="What the scorekeeper entered.")
    reports = ReportSerializer(many=True, source="list_reports", help_text="The last one of each player.")
    left = serializers.ListField(
        child=serializers.CharField(),
        required=False,
        help_text="Who left before the scorekeeper entered a result, first to last, and wasn't back before the round "
        "was over. Absent: nobody. They have lost; if all left, the last one stayed long enough to win.",
    )


class RoundSerializer(Serializer):
    number = serializers.IntegerField()
    clockEndsAt = UTCDateTimeField(source="clock_ends_at", allow_null=True)
    tables = TableSerializer(many=True)
    bye = serializers.CharField(allow_null=True, help_text="The ID of the player who doesn't play.")


class PlayerSerializer(Serializer):
    _id = serializers.CharField(source="public_id")
    name = serializers.CharField(help_text="First name and initial.")
    fromRound = serializers.IntegerField(
        source="state.from_round",
        help_text="The first round that they may play since they came, or came back after missing one. They lose those "
        "before it that they didn't play.",
    )
    droppedAfter = serializers.IntegerField(
        source="state.dropped_after", allow_null=True, help_text="The last round that was paired when they left."
    )
    aside = serializers.BooleanField(source="state.aside", help_text="true: this seat doesn't play.")


class WriterSerializer(Serializer):
    name = serializers.CharField(source="writer.name", help_text="The volunteer's first name.")
    since = UTCDateTimeField(source="writer_since")


class TournamentSerializer(Serializer):
    """A tournament with its facts. Standings are computed from them."""

    _id = serializers.CharField(source="tournament.public_id")
    name = serializers.CharField(source="tournament.door.occurrence.event.name")
    startTime = UTCDateTimeField(source="tournament.door.occurrence.starts_at")
    format = serializers.ChoiceField(choices=Tournament.Format.choices, source="tournament.format")
    plannedRounds = serializers.IntegerField(
        source="tournament.planned_rounds", allow_null=True, help_text="null: as many as phones propose."
    )
    minutes = serializers.IntegerField(source="tournament.minutes", help_text="Of a round.")
    wholeRoom = serializers.BooleanField(
        source="tournament.whole_room", help_text="Of a draft: matches are not only inside the pods."
    )
    points = serializers.BooleanField(source="tournament.points")
    seed = serializers.IntegerField(source="tournament.seed")
    generation = serializers.IntegerField(source="tournament.generation")
    writer = WriterSerializer(allow_null=True)
    endedAt = UTCDateTimeField(source="ended_at", allow_null=True)
    players = PlayerSerializer(many=True)
    rounds = RoundSerializer(many=True, source="progress.rounds")


class ListedTournamentSerializer(Serializer):
    _id = serializers.CharField(source="public_id")
    startTime = UTCDateTimeField(source="door.occurrence.starts_at")
    format = serializers.ChoiceField(choices=Tournament.Format.choices)
    endedAt = UTCDateTimeField(source="get_end", allow_null=True)
    isHidden = serializers.BooleanField(source="is_hidden", help_text="true: once it is over, only staff see it.")


class TournamentListSerializer(Serializer):
    tables = ListedTournamentSerializer(many=True)


class TournamentsOfEventSerializer(Serializer):
    product = CodeField(max_length=24)


class TicketSeatsSerializer(Serializer):
    code = serializers.CharField(help_text="As it was sent.")
    tables = serializers.CharField(help_text="The ID of the tournament.")
    players = serializers.ListField(child=serializers.CharField(), help_text="Empty: it doesn't play yet.")


class TicketSeatsListSerializer(Serializer):
    seats = TicketSeatsSerializer(many=True)


class TicketCodesSerializer(Serializer):
    codes = serializers.ListField(child=CodeField(max_length=40), max_length=MAX_CODES)


class PlayerTicketSerializer(Serializer):
    player = serializers.CharField(source="public_id")
    h = serializers.CharField(source="ticket.h", default=None, allow_null=True, help_text="The hash of the code.")


class PlayerTicketListSerializer(Serializer):
    players = PlayerTicketSerializer(many=True)


class HideTournamentSerializer(Serializer):
    isHidden = serializers.BooleanField(source="is_hidden")


class TournamentSettingsSerializer(Serializer):
    format = serializers.ChoiceField(choices=Tournament.Format.choices)
    rounds = serializers.IntegerField(
        source="planned_rounds", required=False, allow_null=True, min_value=1, max_value=MAX_ROUNDS
    )
    minutes = serializers.IntegerField(required=False, min_value=1, max_value=MAX_MINUTES)
    wholeRoom = serializers.BooleanField(source="whole_room", required=False)
    points = serializers.BooleanField(required=False, help_text="Whether a format that can do without counts points.")


class TournamentSettingsFormSerializer(WholeForm, TournamentSettingsSerializer):
    needed = ("format",)


class NewTournamentSerializer(TournamentSettingsSerializer):
    product = CodeField(max_length=24)
    bookingDate = DayOrDatetimeInputField()


class FactsSerializer(BatchSerializer):
    """Entries of the phone that writes."""

    generation = NumberField(min_value=0, max_value=MAX_GENERATION, help_text="Of the phone's lease.")
    sentAt = serializers.DateTimeField(source="sent_at", required=False, help_text="By the phone's clock.")
    queued = serializers.IntegerField(
        required=False, min_value=0, max_value=MAX_QUEUED, help_text="Entries that it has to send, with these."
    )


class FactResultSerializer(SparseSerializer):
    seq = serializers.JSONField(help_text="As it was sent.")
    answer = serializers.ChoiceField(choices=ANSWERS)
    code = serializers.CharField(required=False, help_text="Why it is unusable.")


class FactsAnswerSerializer(Serializer):
    seen = serializers.IntegerField(help_text="The highest number before any gap.")
    results = FactResultSerializer(many=True)


class ReportFormSerializer(Serializer):
    """What a player says about a table: one of `games`, `winner` and `draw`."""

    round = NumberField(min_value=1)
    table = NumberField(min_value=1)
    code = CodeField(max_length=40, help_text="Of the player's ticket.")
    games = serializers.ListField(child=NumberField(), required=False, allow_null=True)
    winner = CodeField(max_length=24, required=False, allow_null=True)
    draw = serializers.BooleanField(required=False, allow_null=True)


class LeaseFormSerializer(Serializer):
    device = PhoneIDField(help_text="The phone's own random ID.")


class LeaseSerializer(Serializer):
    generation = serializers.IntegerField()
