"""Serialize events and their seats. The API calls an event a `product`."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

from rest_framework import serializers

from bookings.formatting import NO_PLACE
from bookings.selectors.events import DateSeats, EventSummary
from events.datetimes import format_utc
from events.images import get_media_path
from events.models import Event
from events.recurrence_rules import format_rule, format_single_date_rule, list_draft_reasons

Fields = dict[str, Any]
Shape = serializers.Serializer[Any]


class UTCDateTimeField(serializers.DateTimeField):
    """A moment in UTC, to the minute."""

    def to_representation(self, value: datetime) -> str:
        return format_utc(value)


class PicturePath(serializers.CharField):
    def to_representation(self, value: str) -> str:
        return get_media_path(value)


class Place(serializers.CharField):
    def to_representation(self, value: str) -> str:
        return value or NO_PLACE


class CustomOccurrenceConfigSerializer(Shape):
    dayOfWeek = serializers.IntegerField(help_text="Monday is 0, Sunday is 6.", min_value=0, max_value=6)
    weekOfMonth = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=5), help_text="1 to 4, and 5 for the last week."
    )


class RecurringPatternSerializer(Shape):
    """How an event repeats; read from the event itself."""

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


class EventFields(Shape):
    """What a row of an event and a row of a date have in common; read from the event."""

    _id = serializers.CharField(source="public_id")
    name = serializers.CharField()
    title = serializers.CharField(source="name")
    description = serializers.CharField()
    image = PicturePath(help_text='"/media/…", or empty.')
    category = serializers.CharField()
    cardSet = serializers.CharField(source="card_set")
    format = serializers.CharField()
    price = serializers.DecimalField(max_digits=8, decimal_places=2, help_text="USD a seat.")
    eventLocation = Place(source="event_location")
    maximumEventCapacity = serializers.IntegerField(source="maximum_event_capacity", help_text="Seats on each date.")
    isRecurring = serializers.BooleanField(source="is_recurring")
    recurringPattern = RecurringPatternSerializer(source="*", allow_null=True)


class EventFaceSerializer(EventFields):
    """The event's own fields, without what depends on dates and seats."""

    brand = serializers.CharField()
    type = serializers.CharField(source="kind")
    status = serializers.ChoiceField(choices=Event.Status.choices)
    startTime = UTCDateTimeField(source="starts_at", help_text="The first night's; a series' rule counts from it.")
    endTime = UTCDateTimeField(source="ends_at")
    rrule = serializers.SerializerMethodField(help_text="Two lines of iCalendar text: DTSTART and RRULE.")

    def get_rrule(self, event: Event) -> str:
        return format_rule(event)


class ProductFields(EventFaceSerializer):
    """An event with its next date and the seats left on the next date that has any."""

    countInStock = serializers.IntegerField()
    inStock = serializers.BooleanField()
    nextStartTime = UTCDateTimeField(allow_null=True, help_text="The next coming date's; null when none is coming.")
    nextEndTime = UTCDateTimeField(allow_null=True)
    snoozedDates = serializers.IntegerField(help_text="How many coming dates are skipped; for staff, else 0.")


class ProductSerializer(ProductFields):
    def to_representation(self, night: EventSummary) -> Fields:
        return product_fields(night)


def product_fields(night: EventSummary) -> Fields:
    following = night.next_date
    return EventFaceSerializer(night.event).data | {
        "countInStock": night.left,
        "inStock": night.left > 0,
        "nextStartTime": format_utc(following.starts_at) if following else None,
        "nextEndTime": format_utc(following.ends_at) if following else None,
        "snoozedDates": night.skipped_count,
    }


class OccurrenceSerializer(Shape):
    """One bookable date of an event, which may be full."""

    startTime = UTCDateTimeField(source="occurrence.starts_at")
    endTime = UTCDateTimeField(source="occurrence.ends_at")
    totalReservations = serializers.IntegerField(source="taken", help_text="Seats sold or on hold.")
    countInStock = serializers.IntegerField(source="left")
    inStock = serializers.BooleanField(source="is_open")


class ProductDetailSerializer(ProductFields):
    """`to_representation` takes the pair that `get_event_with_dates` answers. `skipped` is for staff's eyes."""

    occurrences = OccurrenceSerializer(many=True)
    skippedDates = serializers.ListField(
        child=serializers.DateTimeField(), help_text="Starts of coming dates that are skipped; for staff, else empty."
    )
    draftReasons = serializers.ListField(
        child=serializers.CharField(), help_text="Why saving leaves this draft a draft, in sentences; else empty."
    )

    def __init__(self, *args: Any, skipped: Sequence[datetime] = (), **options: Any) -> None:
        super().__init__(*args, **options)
        self.skipped = skipped

    def to_representation(self, found: tuple[EventSummary, list[DateSeats]]) -> Fields:
        night, dates = found
        return product_fields(night) | {
            "occurrences": OccurrenceSerializer(dates, many=True).data,
            "snoozedDates": len(self.skipped),
            "skippedDates": [format_utc(start) for start in self.skipped],
            "draftReasons": list_draft_reasons(night.event) if night.event.status == Event.Status.DRAFT else [],
        }


class ProductDateSerializer(EventFields):
    """One date of an event; `_id` is the product's."""

    startTime = UTCDateTimeField()
    endTime = UTCDateTimeField()
    allDay = serializers.BooleanField()
    countInStock = serializers.IntegerField(help_text="Seats left on this date.")
    inStock = serializers.BooleanField()
    rrule = serializers.CharField(help_text="This date alone, so that expanding it again changes nothing.")
    nextOpenStartTime = UTCDateTimeField(
        allow_null=True, help_text="Of a date that is full or past: the event's next date with seats after it."
    )


def date_rows(dates: Iterable[DateSeats]) -> list[Fields]:
    """Rows of dates. What dates of one event share is worked out once: a calendar asks for hundreds of them."""
    shared: dict[int, Fields] = {}
    rows = []
    for date in dates:
        event = date.event
        if event.pk not in shared:
            shared[event.pk] = EventFields(event).data
        rows.append(shared[event.pk] | date_fields(date))
    return rows


def date_fields(date: DateSeats) -> Fields:
    starts_at = date.occurrence.starts_at
    return {
        "startTime": format_utc(starts_at),
        "endTime": format_utc(date.occurrence.ends_at),
        "allDay": False,  # nights have hours
        "countInStock": date.left,
        "inStock": date.is_open,
        "rrule": format_single_date_rule(starts_at),
        "nextOpenStartTime": format_utc(date.next_open) if date.next_open else None,
    }


class FacetsSerializer(Shape):
    """What the list of coming dates can be narrowed to."""

    category = serializers.ListField(child=serializers.CharField())
    cardSet = serializers.ListField(child=serializers.CharField())
    format = serializers.ListField(child=serializers.CharField())
    eventLocation = serializers.ListField(child=serializers.CharField())


class PageFields(Shape):
    page = serializers.IntegerField()
    pages = serializers.IntegerField()
    total = serializers.IntegerField()


class ProductListSerializer(PageFields):
    products = ProductSerializer(many=True)


class ProductDateListSerializer(PageFields):
    products = ProductDateSerializer(many=True)
    facets = FacetsSerializer(required=False)


class BookingCountSerializer(Shape):
    totalReservations = serializers.IntegerField(source="taken")
    maximumEventCapacity = serializers.IntegerField(source="capacity")
    countInStock = serializers.IntegerField(source="left")
