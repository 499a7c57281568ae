"""Events, recurring or not, and their occurrences."""

from datetime import datetime, timedelta
from decimal import Decimal
from typing import Any, NamedTuple, Self

from django.conf import settings
from django.db import models
from django.db.models import Case, Exists, F, OuterRef, Q, Subquery, Value, When
from django.db.models.deletion import Collector
from django.db.models.functions import Coalesce, Concat
from django.utils import timezone
from django.utils.functional import cached_property

from charityshop.db.columns import Changed, ChangedQuerySet, public_id_field
from charityshop.text import format_day_and_year
from events.recurrence import Span


class RefundPolicy(models.TextChoices):
    """What buyers get back for seats that they return in time."""

    FULL = "full"
    MINUS_FEE = "minus_fee"
    NONE = "none"


def is_public(event: str = "") -> Q:
    """Match rows whose event, by the path to it, visitors may see."""
    return Q(**{f"{event}status": Event.Status.PUBLISHED, f"{event}hidden_at": None})


class Ages(models.IntegerChoices):
    """How old guests have to be."""

    ADULTS = 18, "18+"
    DRINKERS = 21, "21+"


NO_PLACE = "Default"  # the place of events for which none was given, by its name in the API
MAX_PLACE_LENGTH = 300  # of its name, and of its address
PLACE_TEXT = Case(When(address="", then="name"), default=Concat("name", Value(", "), "address"))


class Place(Changed):
    """Where events are: a café or a brewery, with what guests need to know to come.

    The API's `eventLocation` is its `text`. Events for which none was given are at the place with the name "Default".
    """

    public_id = public_id_field()
    name = models.CharField(max_length=MAX_PLACE_LENGTH)
    address = models.CharField(max_length=MAX_PLACE_LENGTH, blank=True)
    text = models.GeneratedField(
        expression=PLACE_TEXT,
        output_field=models.CharField(max_length=2 * MAX_PLACE_LENGTH + 2),
        db_persist=True,
        unique=True,
        help_text="Name and address on one line.",
    )
    seats = models.PositiveIntegerField(null=True, blank=True, help_text="The most that a date here may have.")
    tax_rate = models.DecimalField(
        max_digits=9, decimal_places=7, null=True, blank=True, help_text="A fraction. Empty: the shop's."
    )
    step_free = models.BooleanField(default=False, help_text="Guests get to their seat without a step.")
    accessible_toilet = models.BooleanField(default=False)
    quiet_corner = models.BooleanField(default=False)
    parking = models.BooleanField(default=False, help_text="There is parking at the place.")
    access_note = models.CharField(max_length=300, blank=True, help_text="What else guests need to know to come.")
    contact_email = models.EmailField(max_length=254, blank=True, help_text="Who hears the day before how many come.")
    hidden_at = models.DateTimeField(null=True, blank=True, help_text="Hidden places can't be chosen any more.")
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["name", "pk"]
        constraints = [
            models.CheckConstraint(condition=Q(seats=None) | Q(seats__gte=1), name="place_has_a_seat"),
            models.CheckConstraint(
                condition=Q(tax_rate=None) | Q(tax_rate__gte=0, tax_rate__lt=1), name="place_tax_rate_is_a_fraction"
            ),
        ]

    def __str__(self) -> str:
        return str(self.text)

    @property
    def is_hidden(self) -> bool:
        return self.hidden_at is not None

    @property
    def access(self) -> str:
        """Return "Step-free · quiet corner. Ring the bell at the side door.", or "" if nothing is known."""
        known = [
            ("step-free", self.step_free),
            ("accessible toilet", self.accessible_toilet),
            ("quiet corner", self.quiet_corner),
            ("parking", self.parking),
        ]
        line = " · ".join(name for name, has_it in known if has_it)
        return ". ".join(filter(None, (line[:1].upper() + line[1:], self.access_note)))


class EventQuerySet(ChangedQuerySet["Event"]):
    def published(self) -> Self:
        return self.filter(is_public())


class Event(Changed):
    """An event with one date, or a series of dates by a rule. The API calls it a `product`."""

    class Status(models.TextChoices):
        DRAFT = "draft"
        PUBLISHED = "published"

    class State(models.TextChoices):
        """The status of an event in sight, or that it is hidden: the API's `status`."""

        DRAFT = "draft"
        PUBLISHED = "published"
        ARCHIVED = "archived", "Hidden"

    class Interval(models.TextChoices):
        DAILY = "daily"
        WEEKLY = "weekly"
        MONTHLY = "monthly"
        CUSTOM = "custom"

    public_id = public_id_field()
    status = models.CharField(max_length=9, choices=Status, default=Status.DRAFT)
    hidden_at = models.DateTimeField(null=True, blank=True, help_text="When staff hid it. Its status stays.")
    name = models.CharField(max_length=200)
    description = models.TextField(max_length=10_000, blank=True)
    image = models.CharField(max_length=200, blank=True, help_text="The name of an uploaded image in the storage.")
    category = models.CharField(max_length=100, blank=True)
    card_set = models.CharField(max_length=100, blank=True)
    format = models.CharField(max_length=100, blank=True, help_text="Draft, Commander, Casual …")
    brand = models.CharField(max_length=100, blank=True)
    kind = models.CharField(max_length=40, default="event", help_text="The API's `type`.")
    price = models.DecimalField(max_digits=8, decimal_places=2, default=Decimal(0), help_text="USD a seat.")
    place = models.ForeignKey(Place, on_delete=models.PROTECT, related_name="events")
    maximum_event_capacity = models.PositiveIntegerField(default=0, help_text="Seats on each date.")
    starts_at = models.DateTimeField(help_text="Start of the first date; repeats count from here.")
    ends_at = models.DateTimeField()
    is_recurring = models.BooleanField(default=False)
    repeat_interval = models.CharField(max_length=7, choices=Interval, blank=True)
    repeat_weekday = models.PositiveSmallIntegerField(null=True, blank=True, help_text="Monday is 0.")
    repeat_weeks = models.JSONField(
        default=list, blank=True, help_text="Weeks of the month: 1 to 4, and 5 for the last."
    )
    repeat_until = models.DateTimeField(null=True, blank=True, help_text="Empty: the series has no end.")
    refund_policy = models.CharField(
        max_length=9,
        choices=RefundPolicy,
        default=RefundPolicy.FULL,
        help_text="What buyers can get back without asking staff. Order lines copy it when they are sold.",
    )
    refund_until_hours = models.PositiveSmallIntegerField(
        default=24, help_text="Buyers can ask for refunds until this many hours before the start."
    )
    refund_fee_per_seat = models.DecimalField(
        max_digits=8,
        decimal_places=2,
        default=Decimal(0),
        help_text="USD that the club keeps of each refunded seat, if the policy says so.",
    )
    min_age = models.PositiveSmallIntegerField(
        choices=Ages, null=True, blank=True, help_text="How old guests have to be. Empty: any age."
    )
    fair_value = models.DecimalField(
        max_digits=8,
        decimal_places=2,
        null=True,
        blank=True,
        help_text="USD that a seat is worth, for receipts of gifts. Empty: the price.",
    )
    member_price = models.DecimalField(
        max_digits=8, decimal_places=2, null=True, blank=True, help_text="USD a seat for members. Empty: no such price."
    )
    member_seats = models.PositiveSmallIntegerField(
        default=1, help_text="How many seats of one date a member gets at that price."
    )
    created_at = models.DateTimeField(default=timezone.now)

    objects = EventQuerySet.as_manager()

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(price__gte=0), name="event_price_not_negative"),
            models.CheckConstraint(condition=Q(refund_fee_per_seat__gte=0), name="event_refund_fee_not_negative"),
            models.CheckConstraint(
                condition=Q(member_price=None) | Q(member_price__gte=0), name="event_member_price_not_negative"
            ),
            models.CheckConstraint(condition=Q(member_seats__gte=1), name="event_has_a_member_seat"),
            models.CheckConstraint(condition=Q(min_age=None) | Q(min_age__in=Ages.values), name="event_ages_are_known"),
            models.CheckConstraint(condition=Q(ends_at__gte=F("starts_at")), name="event_ends_after_start"),
            models.CheckConstraint(
                condition=Q(is_recurring=False) | ~Q(repeat_interval=""), name="a_series_has_an_interval"
            ),
            models.CheckConstraint(
                condition=Q(repeat_weekday=None) | Q(repeat_weekday__lte=6), name="event_weekday_is_a_day"
            ),
        ]
        indexes = [models.Index(fields=["status", "name"], name="event_by_status")]

    def __str__(self) -> str:
        return self.name

    @property
    def state(self) -> "Event.State":
        return self.State.ARCHIVED if self.hidden_at else self.State(self.status)

    @property
    def ages(self) -> str:
        """Return "21+", or "" for any age."""
        return Ages(self.min_age).label if self.min_age else ""

    @property
    def is_public(self) -> bool:
        """Whether visitors may see it."""
        return self.state == self.State.PUBLISHED


def join_date(date: str = "") -> tuple[str, str]:
    """Return what to read with a date, by the path to it, to know where it is: for `select_related`."""
    return f"{date}event__place", f"{date}place"


COMES_BEFORE_START = timedelta(hours=3)  # who came in earlier came on another evening, if the date has moved


class Setting(NamedTuple):
    """When a date takes place, and at which place, by its key: what people know who have seats."""

    starts_at: datetime
    ends_at: datetime
    place: int

    @property
    def span(self) -> Span:
        return Span(self.starts_at, self.ends_at)

    def at(self, span: Span) -> Self:
        """Return the same place at another time."""
        return self._replace(starts_at=span.starts_at, ends_at=span.ends_at)

    @property
    def arrival(self) -> tuple[datetime, int]:
        """When and where people come: if it changes, they choose."""
        return self.starts_at, self.place


def count_capacity(date: str = "") -> Coalesce:
    """Return an expression for the seats of a date, by the path to it: `Occurrence.capacity` in queries."""
    return Coalesce(f"{date}seats", f"{date}event__maximum_event_capacity")


class OccurrenceQuerySet(ChangedQuerySet["Occurrence"]):
    def published(self) -> Self:
        """Filter dates that visitors may see, including past ones."""
        return self.filter(is_public("event__"), status=Occurrence.Status.SCHEDULED)

    def with_cancel_reasons(self) -> Self:
        """Annotate `cancel_reason`, by one query for all dates."""
        newest = DateChange.objects.filter(occurrence=OuterRef("pk"), kind=DateChange.Kind.CANCELED).order_by("-pk")
        is_canceled = When(status=Occurrence.Status.CANCELED, then=Subquery(newest.values("reason")[:1]))
        return self.annotate(cancel_reason=Coalesce(Case(is_canceled), Value("")))

    def told(self) -> Self:
        """Filter dates that visitors are told about: published ones, and those that will not take place.

        Until a canceled date would have started.
        """
        canceled = Q(status=Occurrence.Status.CANCELED, starts_at__gt=timezone.now()) & ~Q(cancel_reason="")
        published = self.with_cancel_reasons().filter(is_public("event__"))
        return published.filter(Q(status=Occurrence.Status.SCHEDULED) | canceled)

    def canceled(self) -> Self:
        """Filter dates of published events that will not take place, until they would have started."""
        return self.told().filter(status=Occurrence.Status.CANCELED)

    def bookable(self) -> Self:
        """Filter published dates that have not started. They may be full."""
        return self.published().filter(starts_at__gt=timezone.now())


class Occurrence(Changed):
    """One date of an event. Stored when the event is saved, so that its row can be locked while seats are counted."""

    class Status(models.TextChoices):
        SCHEDULED = "scheduled"
        CANCELED = "canceled"  # by staff, who can restore it
        DROPPED = "dropped"  # the rule no longer gives it, but bookings reference it

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="occurrences")
    recurrence_id = models.DateTimeField(
        help_text="The start that the rule gave; of a single event, the first. It stays if this moves."
    )
    starts_at = models.DateTimeField(db_index=True)
    ends_at = models.DateTimeField()
    status = models.CharField(max_length=9, choices=Status, default=Status.SCHEDULED)
    place = models.ForeignKey(
        Place, on_delete=models.PROTECT, null=True, blank=True, related_name="dates", help_text="Empty: the event's."
    )
    seats = models.PositiveIntegerField(null=True, blank=True, help_text="Empty: as many as the event has.")

    objects = OccurrenceQuerySet.as_manager()

    class Meta:
        verbose_name = "date"
        ordering = ["starts_at", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["event", "recurrence_id"], name="one_occurrence_per_recurrence_id"),
            models.UniqueConstraint(
                fields=["event", "starts_at"], condition=Q(status="scheduled"), name="one_occurrence_per_start"
            ),
            models.CheckConstraint(condition=Q(ends_at__gte=F("starts_at")), name="occurrence_ends_after_start"),
        ]

    @property
    def venue(self) -> Place:
        """Where it is: at its own place, or at the event's."""
        return self.place or self.event.place

    @property
    def setting(self) -> Setting:
        return Setting(self.starts_at, self.ends_at, self.place_id or self.event.place_id)

    @property
    def capacity(self) -> int:
        """How many seats it has: its own number, or the event's."""
        return self.event.maximum_event_capacity if self.seats is None else self.seats

    @property
    def takes_place(self) -> bool:
        return self.status == self.Status.SCHEDULED

    @cached_property
    def cancel_reason(self) -> str:
        """Why it is canceled, as visitors read it. Empty: nobody was told. One query for a canceled date."""
        if self.status != self.Status.CANCELED:
            return ""
        newest = self.history.filter(kind=DateChange.Kind.CANCELED).last()
        return newest.reason if newest else ""

    @property
    def is_canceled(self) -> bool:
        """Whether visitors are told that this date will not take place."""
        return self.status == self.Status.CANCELED and bool(self.cancel_reason)

    def __str__(self) -> str:
        return f"{self.event} on {format_day_and_year(timezone.localtime(self.starts_at))}"


def delete_after_its_date(collector: Collector, field: Any, rows: Any, using: str) -> None:
    """Delete what happened to a date once the date is gone: until then, a trigger refuses it."""
    collector.collect(rows, field.remote_field.model, reverse_dependency=True)


class DateChangeQuerySet(models.QuerySet["DateChange"]):
    def to_another_evening(self) -> Self:
        """Filter moves to an evening that had not begun, and has not as the date is now: it may have moved back."""
        early = F("at") + COMES_BEFORE_START
        moves = self.filter(now_start__gt=early, occurrence__starts_at__gt=early)
        return moves.exclude(was_start=F("now_start")).exclude(source=DateChange.Source.RULE)


def is_before_move(column: str, date: str) -> Q:
    """Match rows whose time is before the date, by the path to it, moved to its evening."""
    since = DateChange.objects.filter(occurrence=OuterRef(date), at__gt=OuterRef(column))
    return Q(Exists(since.to_another_evening()))


class DateChange(models.Model):
    """What happened to a date after it was announced: an entry of the journal of dates, which never changes.

    `events.journal` writes it and the date's row together, so the row is what its newest entry says. A date without
    entries is as it was made. An end that changes alone is a move, too; a canceled date is canceled again when staff
    refund everybody at once.
    """

    class Kind(models.TextChoices):
        MOVED = "moved"
        CANCELED = "canceled"
        RESTORED = "restored"
        DROPPED = "dropped"
        RELOCATED = "relocated"

    class Source(models.TextChoices):
        FORM = "form"  # the event was saved
        DIALOG = "dialog"  # staff changed this date
        RULE = "rule"  # the shop did it: new rules of the time zone
        CONSOLE = "console"  # an operator's command

    public_id = public_id_field()
    occurrence = models.ForeignKey(
        Occurrence, on_delete=delete_after_its_date, related_name="history", db_index=False, verbose_name="date"
    )
    kind = models.CharField(max_length=9, choices=Kind)
    was_start = models.DateTimeField()
    was_end = models.DateTimeField()
    now_start = models.DateTimeField()
    now_end = models.DateTimeField()
    was_place = models.ForeignKey(Place, on_delete=models.PROTECT, related_name="+")
    now_place = models.ForeignKey(Place, on_delete=models.PROTECT, related_name="+")
    was_seats = models.PositiveIntegerField()
    now_seats = models.PositiveIntegerField()
    reason = models.CharField(max_length=500, blank=True, help_text="As everybody is told. Empty: nobody was told.")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    at = models.DateTimeField(default=timezone.now)
    answer_until = models.DateTimeField(null=True, blank=True, help_text="Empty: buyers have no choice.")
    source = models.CharField(max_length=7, choices=Source)

    objects = DateChangeQuerySet.as_manager()

    class Meta:
        ordering = ["pk"]
        indexes = [models.Index(fields=["occurrence", "at"], name="history_of_date")]
        constraints = [
            models.CheckConstraint(condition=Q(now_end__gte=F("now_start")), name="date_change_ends_after_start"),
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()}: {self.occurrence}"

    @property
    def was(self) -> Setting:
        return Setting(self.was_start, self.was_end, self.was_place_id)

    @property
    def now(self) -> Setting:
        return Setting(self.now_start, self.now_end, self.now_place_id)

    @property
    def takes_place(self) -> bool:
        """Whether the date took place after it."""
        return self.kind not in (self.Kind.CANCELED, self.Kind.DROPPED)

    @property
    def to(self) -> datetime | None:
        """When a date that moved, or is at another place, starts since."""
        return self.now_start if self.kind in (self.Kind.MOVED, self.Kind.RELOCATED) else None

    @property
    def to_place(self) -> str:
        """The text of its new place; empty if it isn't at another one."""
        return "" if self.was_place_id == self.now_place_id else self.now_place.text
