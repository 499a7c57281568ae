"""Places, for staff."""

from typing import Any

from django.db.models import Count
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status, viewsets
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.views import authenticated_user
from charityshop.api.parsers import validated
from charityshop.api.permissions import IsShopAdmin
from charityshop.api.schema import refusals
from charityshop.api.seen import SeenForm, parse_seen, validated_edit
from charityshop.form_fields import AmountField, CodeField, EmailField, LineField, messages_for
from events.models import MAX_PLACE_LENGTH, Place
from events.services import places

Fields = dict[str, Any]
FormFields = dict[str, serializers.Field[Any, Any, Any, Any]]
MAX_SEATS = 100_000
TOO_LONG: Fields = {"max_length": f"Use at most {MAX_PLACE_LENGTH} characters."}
BAD_SEATS = f"Enter a whole number of seats from 1 to {MAX_SEATS:,}."
BAD_RATE = "Enter a share of the price from 0 to below 1 with at most seven decimals: 0.0825 for 8.25 percent."
NUMBER_ERRORS = (
    *("invalid", "min_value", "max_value", "max_string_length"),
    *("max_digits", "max_decimal_places", "max_whole_digits"),
)


class RateField(AmountField):
    """A share of the price: written as amounts are, and not in dollars."""

    is_money = False


class PlaceFields(serializers.Serializer[Any]):
    """What staff say about a place."""

    name = LineField(max_length=MAX_PLACE_LENGTH, error_messages=messages_for("Enter the place's name.", **TOO_LONG))
    address = LineField(max_length=MAX_PLACE_LENGTH, allow_blank=True, error_messages=TOO_LONG)
    seats = serializers.IntegerField(
        min_value=1,
        max_value=MAX_SEATS,
        allow_null=True,
        error_messages=dict.fromkeys(NUMBER_ERRORS, BAD_SEATS),
        help_text="The most that a date here may have. null: no limit.",
    )
    taxRate = RateField(
        source="tax_rate",
        max_digits=8,
        decimal_places=7,
        min_value=0,
        allow_null=True,
        error_messages=dict.fromkeys(NUMBER_ERRORS, BAD_RATE),
        help_text="The share of sales tax, below 1. null: the shop's.",
    )
    stepFree = serializers.BooleanField(source="step_free", help_text="Guests get to their seat without a step.")
    accessibleToilet = serializers.BooleanField(source="accessible_toilet")
    quietCorner = serializers.BooleanField(source="quiet_corner")
    parking = serializers.BooleanField()
    accessNote = LineField(source="access_note", max_length=MAX_PLACE_LENGTH, allow_blank=True, error_messages=TOO_LONG)
    contactEmail = EmailField(
        source="contact_email", allow_blank=True, help_text="Who hears the day before how many come."
    )
    hidden = serializers.BooleanField(source="is_hidden", help_text="Whether it can't be chosen any more.")

    def validate_taxRate(self, rate: Any) -> Any:
        if rate is not None and rate >= 1:
            raise serializers.ValidationError(BAD_RATE)
        return rate


class PlaceSerializer(PlaceFields):
    _id = serializers.CharField(source="public_id")
    contactEmail = serializers.CharField(source="contact_email")  # type: ignore[assignment]  # it may be empty
    text = serializers.CharField(help_text="Name and address on one line: the `eventLocation` of its events.")
    events = serializers.IntegerField(source="event_count", help_text="How many events are at it.")
    dates = serializers.IntegerField(source="date_count", help_text="How many dates are there while their event isn't.")


class PlaceListSerializer(serializers.Serializer[Any]):
    places = PlaceSerializer(many=True)


class PlaceForm(PlaceFields):
    """A new place. Only its name is required."""

    def get_fields(self) -> FormFields:
        fields = super().get_fields()
        for name, field in fields.items():
            field.required = name == "name"
        return fields


class PlaceChangesForm(PlaceForm, SeenForm):
    """The fields to change. Missing ones keep their values."""

    def get_fields(self) -> FormFields:
        fields = super().get_fields()
        fields["name"].required = False
        return fields


class MergeForm(SeenForm):
    into = CodeField(max_length=24, help_text="The ID of the place at which everything will be.")


class PlaceViewSet(viewsets.GenericViewSet[Place]):
    permission_classes = [IsShopAdmin]
    serializer_class = PlaceSerializer
    queryset = Place.objects.annotate(
        event_count=Count("events", distinct=True), date_count=Count("dates", distinct=True)
    )
    lookup_field = "public_id"

    @extend_schema(operation_id="places_list", responses={200: PlaceListSerializer})
    def read_all(self, request: Request) -> Response:
        """Return all places by name, also hidden ones."""
        return Response(PlaceListSerializer({"places": self.get_queryset().order_by("name", "pk")}).data)

    def retrieve(self, request: Request, public_id: str) -> Response:
        return self.respond(self.get_object())

    @extend_schema(request=PlaceForm)
    def create(self, request: Request) -> Response:
        sent = validated(PlaceForm, request.data)
        place = places.create_place(fields=sent, by=authenticated_user(request))
        return self.respond(place, status.HTTP_201_CREATED)

    @extend_schema(request=PlaceChangesForm, responses={200: PlaceSerializer} | refusals(409))
    def update(self, request: Request, public_id: str) -> Response:
        """Change or hide a place. Missing fields keep their values."""
        sent, seen = validated_edit(PlaceChangesForm, request.data, show)
        by = authenticated_user(request)
        return self.respond(places.change_place(place_id=self.get_object().pk, fields=sent, seen=seen, by=by))

    @extend_schema(responses={204: None} | refusals(409))
    def destroy(self, request: Request, public_id: str) -> Response:
        """Delete a place at which nothing ever was."""
        seen = parse_seen(PlaceForm, request.data, show)
        places.delete_place(place_id=self.get_object().pk, seen=seen, by=authenticated_user(request))
        return Response(status=status.HTTP_204_NO_CONTENT)

    @extend_schema(request=MergeForm, responses={200: PlaceSerializer} | refusals(404, 409))
    def merge(self, request: Request, public_id: str) -> Response:
        """Move all events and dates to another place, and hide this one. Return the other one."""
        into = get_object_or_404(Place, public_id=validated(MergeForm, request.data)["into"])
        seen = parse_seen(PlaceForm, request.data, show)
        ids = {"place_id": self.get_object().pk, "into_id": into.pk}
        return self.respond(places.merge_places(**ids, seen=seen, by=authenticated_user(request)))

    def respond(self, place: Place, http_status: int = status.HTTP_200_OK) -> Response:
        found = self.get_queryset().get(pk=place.pk)
        return Response(PlaceSerializer(found).data, status=http_status)


def show(place: Place) -> Fields:
    """Return a place's fields as the API shows them."""
    return dict(PlaceFields(place).data)
