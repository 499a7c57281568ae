"""Who changed what staff have open in a form: asked once a field of it has taken a newer value."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.db.models import Model
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.generics import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api.serializers import EditUserSerializer
from accounts.models import User
from bookings.api.serializers.event_input import EventUpdate
from bookings.api.serializers.questions import QuestionsFormSerializer
from charityshop.api.fields import UTCDateTimeField
from charityshop.api.parsers import validated
from charityshop.api.permissions import IsShopAdmin, IsSignedIn
from charityshop.api.schema import refusals
from charityshop.api.seen import Form, find_last_changes, get_name
from charityshop.form_fields import LineField
from discounts.api.serializers import VoucherChangesSerializer
from discounts.models import Voucher
from events.api.places import PlaceChangesForm
from events.models import Event, Place
from giving.api.serializers import GoalChangesSerializer
from giving.models import Goal
from ledger.api.serializers import ExplanationFormSerializer
from payments.models import SettlementExplanation
from recaps.api.serializers import RecapDraftFormSerializer
from recaps.models import Recap


@dataclass(frozen=True)
class Thing:
    """What a form changes. `form` reads the fields; `public_id` is where their row has the ID of the address."""

    model: type[Model]
    form: Callable[[], Form]
    public_id: str = "public_id"


THINGS = {
    "code": Thing(Voucher, VoucherChangesSerializer),
    "event": Thing(Event, EventUpdate),
    "explanation": Thing(SettlementExplanation, ExplanationFormSerializer, "paypal_id"),
    "goal": Thing(Goal, GoalChangesSerializer),
    "place": Thing(Place, PlaceChangesForm),
    "questions": Thing(Event, QuestionsFormSerializer),
    "thank-you email": Thing(Recap, RecapDraftFormSerializer, "occurrence__event__public_id"),
    "user": Thing(User, EditUserSerializer),
}


class LastChangesQuery(serializers.Serializer[Any]):
    of = serializers.ChoiceField(choices=list(THINGS))
    id = LineField(max_length=24, help_text="Of the event, for a thank-you email.")
    when = serializers.DateTimeField(required=False, help_text="The start of the date, for a thank-you email.")
    names = LineField(max_length=500, help_text="Of fields, as the form sends them, separated by commas.")


class LastChangeSerializer(serializers.Serializer[Any]):
    name = serializers.CharField(help_text="Of the field.")
    by = serializers.CharField()
    at = UTCDateTimeField()


class IsShopAdminOrAsksAboutOwnAccount(IsSignedIn):
    message = IsShopAdmin.message

    def has_permission(self, request: Request, view: Any) -> bool:
        user: Any = request.user
        asked = request.query_params.get("of"), request.query_params.get("id")
        return super().has_permission(request, view) and (user.is_staff or asked == ("user", user.public_id))


class LastChangesView(APIView):
    permission_classes = [IsShopAdminOrAsksAboutOwnAccount]

    @extend_schema(
        parameters=[LastChangesQuery],
        responses={200: LastChangeSerializer(many=True)} | refusals(400, 404),
    )
    def get(self, request: Request) -> Response:
        """Return who changed these fields last, and when, without fields of which the audit log says nothing."""
        sent = validated(LastChangesQuery, request.query_params)
        thing = THINGS[sent["of"]]
        date = {"occurrence__starts_at": sent.get("when")} if thing.model is Recap else {}
        row = get_object_or_404(thing.model, **{thing.public_id: sent["id"]}, **date)
        fields: Any = getattr(thing.form(), "fields")  # noqa: B009
        found = find_last_changes(row, fields, sent["names"].split(","))
        changes = [{"name": name, "by": get_name(entry), "at": entry.timestamp} for name, entry in found.items()]
        return Response(LastChangeSerializer(changes, many=True).data)
