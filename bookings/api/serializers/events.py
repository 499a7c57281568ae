"""Serialize events and their seats. The API calls an event a `product`."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

from django.conf import settings
from rest_framework import serializers

from bookings.selectors.asked_dates import State
from bookings.selectors.events import FACETS, DateSeats, EventSummary
from charityshop.api.fields import SparseSerializer, UTCDateTimeField
from charityshop.api.pagination import PageFields
from charityshop.form_fields import AmountField, LineField
from events.datetimes import format_utc
from events.images import get_media_path
from events.models import MAX_PLACE_LENGTH, NO_PLACE, Ages, Event, Occurrence, Place, RefundPolicy
from events.prices import get_tax_rate
from events.recurrence import LAST_WEEK
from events.recurrence_rules import format_rule, format_single_date_rule, list_draft_reasons

Fields = dict[str, Any]
Shape = serializers.Serializer[Any]
MAX_SEATS = 100_000
MAX_MEMBER_SEATS = 10
MAX_UNTIL_HOURS = 24 * 60
WEEKDAY_LIMITS: Fields = {"min_value": 0, "max_value": 6}
WEEK_LIMITS: Fields = {"min_value": 1, "max_value": LAST_WEEK}


def limits(column: str) -> dict[str, Any]:
    """Return the limits of an event's column as arguments of a serializer field."""
    field = Event._meta.get_field(column)
    found = {name: getattr(field, name, None) for name in ("max_length", "max_digits", "decimal_places")}
    return {name: limit for name, limit in found.items() if limit is not None}


class ImagePathField(LineField):
    """The URL path of an image."""

    def to_representation(self, value: str) -> str:
        return get_media_path(value)


class LocationField(LineField):
    """Where an event is, as text: a place, or what an order line copied of one."""

    def to_representation(self, value: Place | str) -> str:
        return str(value) or NO_PLACE


class CustomOccurrenceConfigSerializer(Shape):
    dayOfWeek = serializers.IntegerField(help_text="Monday is 0, Sunday is 6.", **WEEKDAY_LIMITS)
    weekOfMonth = serializers.ListField(
        child=serializers.IntegerField(**WEEK_LIMITS), help_text="1 to 4, and 5 for the last week."
    )


class RecurringPatternSerializer(Shape):
    """How an event repeats."""

    recurringInterval = serializers.ChoiceField(choices=Event.Interval.values)
    endDate = UTCDateTimeField(allow_null=True, help_text="null: the series has no end.")
    customOccurrenceConfig = CustomOccurrenceConfigSerializer(allow_null=True)

    def to_representation(self, event: Event) -> Fields | None:  # type: ignore[override]  # null: it does not repeat
        if not event.is_recurring:
            return None
        custom = {"dayOfWeek": event.repeat_weekday, "weekOfMonth": event.repeat_weeks}
        return {
            "recurringInterval": event.repeat_interval,
            "endDate": format_utc(event.repeat_until) if event.repeat_until else None,
            "customOccurrenceConfig": custom if event.repeat_interval == Event.Interval.CUSTOM else None,
        }


class EditableFields(Shape):
    """What staff set and everybody reads, in rows of events and of dates and in the form."""

    name = LineField(**limits("name"))
    description = serializers.CharField(**limits("description"), allow_blank=True)
    image = ImagePathField(
        **limits("image"), allow_blank=True, help_text='"/media/…" as an upload returned it, or empty.'
    )
    category = LineField(**limits("category"), allow_blank=True)
    cardSet = LineField(source="card_set", **limits("card_set"), allow_blank=True)
    format = LineField(**limits("format"), allow_blank=True)
    minAge = serializers.ChoiceField(
        source="min_age",
        choices=Ages.values,
        allow_null=True,
        error_messages={"invalid_choice": "Choose 18 or 21, or leave it empty for any age."},
        help_text="How old guests have to be; null: any age.",
    )
    price = AmountField(**limits("price"), min_value=0, help_text="USD a seat.")
    eventLocation = LocationField(
        source="place",
        max_length=MAX_PLACE_LENGTH,
        allow_blank=True,
        help_text="The place's name and address. Writing a text finds the place with it, or makes one.",
    )
    maximumEventCapacity = serializers.IntegerField(
        source="maximum_event_capacity", min_value=0, max_value=MAX_SEATS, help_text="Seats on each date."
    )
    isRecurring = serializers.BooleanField(source="is_recurring")


class RefundPolicySerializer(Shape):
    """What buyers get back for seats that they return in time. Order lines copy it when they are sold."""

    refund = serializers.ChoiceField(choices=RefundPolicy.choices, source="refund_policy")
    untilHours = serializers.IntegerField(
        source="refund_until_hours",
        min_value=0,
        max_value=MAX_UNTIL_HOURS,
        help_text="Refunds are possible until this many hours before the start.",
    )
    feePerSeat = AmountField(
        source="refund_fee_per_seat",
        **limits("refund_fee_per_seat"),
        min_value=0,
        help_text="USD kept of each seat; only with minus_fee.",
    )


class EditableEventFields(EditableFields):
    """What rows of dates leave out."""

    brand = LineField(**limits("brand"), allow_blank=True)
    type = LineField(source="kind", **limits("kind"), allow_blank=True)
    refundPolicy = RefundPolicySerializer(source="*")
    fairValue = AmountField(
        source="fair_value",
        **limits("fair_value"),
        min_value=0,
        allow_null=True,
        help_text="USD that a seat is worth, for receipts of gifts. null: the price.",
    )
    memberPrice = AmountField(
        source="member_price",
        **limits("member_price"),
        min_value=0,
        allow_null=True,
        help_text="USD a seat for members. null: the price.",
    )
    memberSeats = serializers.IntegerField(
        source="member_seats",
        min_value=1,
        max_value=MAX_MEMBER_SEATS,
        help_text="How many seats of one date a member gets at that price.",
    )


class CommonFields(EditableFields):
    """What rows of events and of dates have in common; read from the event."""

    _id = serializers.CharField(source="public_id")
    title = serializers.CharField(source="name")
    recurringPattern = RecurringPatternSerializer(source="*", allow_null=True)


def tax_rate_field() -> serializers.FloatField:
    return serializers.FloatField(
        required=False, help_text="Of its place, a fraction; left out where it is the shop's rate."
    )


def serialize_tax_rate(place: Place) -> Fields:
    rate = get_tax_rate(place)
    return {} if rate == settings.TAX_RATE else {"taxRate": float(rate)}


class EventSerializer(EditableEventFields, CommonFields):
    """The event without its dates and seats."""

    stepFree = serializers.BooleanField(source="place.step_free", help_text="Guests get to their seat without a step.")
    accessibleToilet = serializers.BooleanField(source="place.accessible_toilet")
    quietCorner = serializers.BooleanField(source="place.quiet_corner")
    parking = serializers.BooleanField(source="place.parking")
    accessNote = serializers.CharField(source="place.access_note")
    status = serializers.ChoiceField(choices=Event.State.choices, source="state")
    startTime = UTCDateTimeField(source="starts_at", help_text="Start of the first date; repeats count from here.")
    endTime = UTCDateTimeField(source="ends_at")
    rrule = serializers.SerializerMethodField(help_text="Two lines of iCalendar text: DTSTART and RRULE.")

    def get_rrule(self, event: Event) -> str:
        return format_rule(event)


class ProductFields(EventSerializer):
    """An event with its next date and the seats left on the next date that has any."""

    countInStock = serializers.IntegerField()
    inStock = serializers.BooleanField()
    nextStartTime = UTCDateTimeField(allow_null=True, help_text="Of the next date; null if there is no upcoming date.")
    nextEndTime = UTCDateTimeField(allow_null=True)
    nextTotalReservations = serializers.IntegerField(
        allow_null=True, help_text="Seats sold, on hold or offered on the next date."
    )
    snoozedDates = serializers.IntegerField(help_text="How many upcoming dates are canceled; for staff, else 0.")
    taxRate = tax_rate_field()


class ProductSerializer(ProductFields):
    def to_representation(self, summary: EventSummary) -> Fields:
        return serialize_summary(summary)


def serialize_summary(summary: EventSummary) -> Fields:
    following = summary.next_date
    return (
        EventSerializer(summary.event).data
        | serialize_tax_rate(summary.event.place)
        | {
            "countInStock": summary.left,
            "inStock": summary.left > 0,
            "nextStartTime": format_utc(following.occurrence.starts_at) if following else None,
            "nextEndTime": format_utc(following.occurrence.ends_at) if following else None,
            "nextTotalReservations": following.taken if following else None,
            "snoozedDates": summary.canceled_count,
        }
    )


class ElsewhereSerializer(Shape):
    """Another place than the event's."""

    eventLocation = LocationField(source="*")
    stepFree = serializers.BooleanField(source="step_free")
    accessibleToilet = serializers.BooleanField(source="accessible_toilet")
    quietCorner = serializers.BooleanField(source="quiet_corner")
    parking = serializers.BooleanField()
    accessNote = serializers.CharField(source="access_note")
    taxRate = serializers.SerializerMethodField(help_text="A fraction: its own or the shop's.")

    def get_taxRate(self, place: Place) -> float:
        return float(get_tax_rate(place))


class OccurrenceSerializer(SparseSerializer):
    """A date that can be booked unless it is full."""

    startTime = UTCDateTimeField(source="occurrence.starts_at")
    endTime = UTCDateTimeField(source="occurrence.ends_at")
    totalReservations = serializers.IntegerField(source="taken", help_text="Seats sold, on hold or offered.")
    countInStock = serializers.IntegerField(source="left")
    inStock = serializers.BooleanField(source="is_open")
    seats = serializers.IntegerField(
        source="occurrence.seats", required=False, help_text="Its own number; left out if it has the event's."
    )
    elsewhere = ElsewhereSerializer(
        source="occurrence.place", required=False, help_text="Left out if it is at the event's place."
    )


class CanceledDateSerializer(Shape):
    """A date that will not take place, until it would have started."""

    startTime = UTCDateTimeField(source="starts_at")
    endTime = UTCDateTimeField(source="ends_at")
    reason = serializers.CharField(source="cancel_reason", help_text="As staff wrote it to those who had booked.")


def canceled_dates_field() -> CanceledDateSerializer:
    return CanceledDateSerializer(
        many=True,
        required=False,
        help_text="Upcoming dates that are canceled, soonest first; left out if there are none.",
    )


def serialize_canceled(dates: Sequence[Occurrence]) -> Fields:
    return {"canceledDates": CanceledDateSerializer(dates, many=True).data} if dates else {}


class ProductDetailSerializer(ProductFields):
    """Serialize what `get_event_with_dates` returns. `canceled_starts` are those of canceled dates, only for staff."""

    occurrences = OccurrenceSerializer(many=True)
    canceledDates = canceled_dates_field()
    skippedDates = serializers.ListField(
        child=serializers.DateTimeField(),
        help_text="Starts of upcoming canceled dates; for staff, else empty.",
    )
    draftReasons = serializers.ListField(
        child=serializers.CharField(), help_text="Why saving leaves this draft a draft, in sentences; else empty."
    )
    hasGoal = serializers.BooleanField(help_text="Whether `/api/giving/raised` has an answer for this event.")

    placeId = serializers.CharField(required=False, help_text="Its place's ID; only for staff.")

    def __init__(self, *args: Any, canceled_starts: Sequence[datetime] | None = None, **options: Any) -> None:
        super().__init__(*args, **options)
        self.is_for_staff = canceled_starts is not None
        self.canceled_starts = canceled_starts or ()

    def to_representation(self, found: tuple[EventSummary, list[DateSeats]]) -> Fields:
        summary, dates = found
        is_draft = summary.event.state == Event.State.DRAFT
        return (
            serialize_summary(summary)
            | serialize_canceled(summary.canceled)
            | {
                "occurrences": OccurrenceSerializer(dates, many=True).data,
                "snoozedDates": len(self.canceled_starts),
                "skippedDates": [format_utc(start) for start in self.canceled_starts],
                "draftReasons": list_draft_reasons(summary.event) if is_draft else [],
                "hasGoal": summary.event.goals.exists(),
            }
            | ({"placeId": summary.event.place.public_id} if self.is_for_staff else {})
        )


class ProductDateSerializer(CommonFields):
    """One date of an event, at its own place; `_id` is the event's."""

    startTime = UTCDateTimeField()
    endTime = UTCDateTimeField()
    allDay = serializers.BooleanField()
    countInStock = serializers.IntegerField(help_text="Seats left on this date.")
    inStock = serializers.BooleanField()
    rrule = serializers.CharField(help_text="A rule that gives this date alone.")
    nextOpenStartTime = UTCDateTimeField(
        allow_null=True, help_text="Of a date that is full or past: the event's next date with seats after it."
    )
    cancelReason = serializers.CharField(required=False, help_text="Only of a date that is canceled: why.")
    taxRate = tax_rate_field()


def serialize_dates(dates: Iterable[DateSeats]) -> list[Fields]:
    """Return a row for each date. The event's fields are serialized once, because a calendar has hundreds of dates."""
    by_event: dict[int, Fields] = {}
    rows = []
    for date in dates:
        if date.event.pk not in by_event:
            by_event[date.event.pk] = CommonFields(date.event).data
        rows.append(by_event[date.event.pk] | serialize_date(date))
    return rows


def serialize_date(date: DateSeats) -> Fields:
    starts_at, place = date.occurrence.starts_at, date.occurrence.venue
    canceled = {"cancelReason": date.occurrence.cancel_reason} if date.occurrence.is_canceled else {}
    return (
        canceled
        | serialize_tax_rate(place)
        | {
            "eventLocation": place.text,
            "startTime": format_utc(starts_at),
            "endTime": format_utc(date.occurrence.ends_at),
            "allDay": False,  # every date has a start time
            "maximumEventCapacity": date.capacity,
            "countInStock": date.left,
            "inStock": date.is_open,
            "rrule": format_single_date_rule(starts_at),
            "nextOpenStartTime": format_utc(date.next_open) if date.next_open else None,
        }
    )


class UpcomingProductSerializer(ProductDateSerializer):
    """An event at its next date, with the dates after that."""

    furtherDates = OccurrenceSerializer(many=True, help_text="Up to three dates after this one, soonest first.")
    canceledDates = canceled_dates_field()


def serialize_upcoming(events: Sequence[DateSeats]) -> list[Fields]:
    rows = serialize_dates(events)
    return [
        row | {"furtherDates": OccurrenceSerializer(date.further, many=True).data} | serialize_canceled(date.canceled)
        for row, date in zip(rows, events, strict=True)
    ]


class FacetsSerializer(Shape):
    """The values of all upcoming dates for each filter; numbers are in order."""

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        names = (*FACETS, "weekday", "priceMax", "seats")
        return {name: serializers.ListField(child=serializers.CharField()) for name in names}


class ProductListSerializer(PageFields):
    products = ProductSerializer(many=True)


class ProductDateListSerializer(PageFields):
    events = serializers.IntegerField(help_text="How many events have upcoming dates, whatever the filters.")
    products = ProductDateSerializer(many=True)
    facets = FacetsSerializer(required=False)


class UpcomingProductListSerializer(PageFields):
    products = UpcomingProductSerializer(many=True)
    facets = FacetsSerializer(required=False)


class BookingCountSerializer(Shape):
    totalReservations = serializers.IntegerField(source="taken")
    maximumEventCapacity = serializers.IntegerField(source="capacity")
    countInStock = serializers.IntegerField(source="left")


class NearestDateSerializer(Shape):
    startTime = UTCDateTimeField(source="starts_at")
    text = serializers.CharField(help_text="What its button says.")


class AskedDateSerializer(Shape):
    """What became of the date that a link to an event's page means."""

    state = serializers.ChoiceField(choices=[state.value for state in State])
    text = serializers.CharField(help_text="What became of it; empty for an upcoming date that did not move.")
    startTime = UTCDateTimeField(
        source="date.starts_at", default=None, allow_null=True, help_text="Of a date that moved, the new one."
    )
    endTime = UTCDateTimeField(source="date.ends_at", default=None, allow_null=True)
    nearest = NearestDateSerializer(many=True, help_text="Dates to choose instead.")
