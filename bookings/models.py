"""Bookings: who has how many seats on which date, their tickets, and who waits for seats.

Order lines reference bookings, never the reverse.
"""

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Literal, Self, get_args

from django.conf import settings
from django.db import models
from django.db.models import F, OuterRef, Q, Subquery, Sum
from django.db.models.functions import Coalesce
from django.utils import timezone

from accounts.models import User
from bookings.pass_codes import CODE_LENGTH, HASH_LENGTH, hash_code, new_code
from charityshop.db.columns import public_id_field
from charityshop.security.link_tokens import get_public_id, is_valid_link_token, make_link_token
from events.models import Event, Occurrence

# --- Waiting lists. An offer is a pending booking --------------------------------------------------------------------

MAX_SEATS = 10
CLOSES_BEFORE = timedelta(minutes=60)  # the waiting list ends this long before the start; then seats are for everyone
LIVE = ["waiting", "offered"]
LEAVE_TOKEN, GENERATION = "leave waiting list", 1  # leaving twice does no harm, so tokens need not become invalid


class WaitingEntryQuerySet(models.QuerySet["WaitingEntry"]):
    def visible_to(self, user: User) -> Self:
        """Filter entries that this user may see: all for admins, their own for others."""
        return self if user.is_staff else self.filter(user=user)

    def live(self) -> Self:
        """Filter entries that wait or have an offer. Offers that are over by now are included until they are marked."""
        return self.filter(status__in=LIVE)

    def by_leave_token(self, token: str) -> "WaitingEntry | None":
        is_valid = is_valid_link_token(token, LEAVE_TOKEN, GENERATION)
        return self.filter(public_id=get_public_id(token)).first() if is_valid else None

    def in_line(self) -> Self:
        """Filter entries that wait, in joining order."""
        return self.filter(status=WaitingEntry.Status.WAITING).order_by("pk")


class WaitingEntry(models.Model):
    """An account's place in the waiting list of a date. IDs give the order: entries join while the date is locked."""

    class Status(models.TextChoices):
        WAITING = "waiting"
        OFFERED = "offered"  # seats are held until `offered_until`, or longer while the buyer pays
        ACCEPTED = "accepted"  # the seats were paid
        EXPIRED = "expired"  # the offer ended without a payment
        LEFT = "left"
        REMOVED = "removed"  # by staff
        ENDED = "ended"  # no seats came free in time, or the date is canceled

    public_id = public_id_field()
    occurrence = models.ForeignKey(
        Occurrence,
        on_delete=models.CASCADE,  # only dates without bookings are deleted, so no offer is lost
        related_name="waiting_entries",
        verbose_name="date",
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,  # an account that had an offer has bookings, which keep it
        related_name="waiting_entries",
    )
    seats = models.PositiveSmallIntegerField()
    at_least = models.PositiveSmallIntegerField(help_text="The smallest number of seats to offer.")
    status = models.CharField(max_length=8, choices=Status, default=Status.WAITING)
    offered_until = models.DateTimeField(null=True, blank=True, help_text="When the offer ends, unless it is paid.")
    created_at = models.DateTimeField(default=timezone.now)

    objects = WaitingEntryQuerySet.as_manager()

    class Meta:
        verbose_name = "waiting list entry"
        verbose_name_plural = "waiting list entries"
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(condition=Q(seats__range=(1, MAX_SEATS)), name="entry_waits_for_some_seats"),
            models.CheckConstraint(
                condition=Q(at_least__gte=1, at_least__lte=F("seats")), name="entry_asks_for_no_more_than_its_seats"
            ),
            models.CheckConstraint(
                condition=~Q(status="offered") | Q(offered_until__isnull=False), name="an_offer_has_an_end"
            ),
            models.UniqueConstraint(
                fields=["user", "occurrence"], condition=Q(status__in=LIVE), name="one_live_entry_per_date"
            ),
        ]
        indexes = [
            # Serves the probe for the waiting list of a date whenever seats are held, and the list itself.
            models.Index(fields=["status", "occurrence", "seats", "at_least"], name="entry_by_date"),
        ]

    def __str__(self) -> str:
        return f"{self.seats} seat{'' if self.seats == 1 else 's'} on date {self.occurrence_id} ({self.status})"

    @property
    def leave_token(self) -> str:
        """The token of the emailed link with which the entry's owner leaves without signing in."""
        return make_link_token(LEAVE_TOKEN, self.public_id, GENERATION)


def is_open(date: Occurrence, now: datetime) -> bool:
    """Return whether the waiting list of this date may still get seats."""
    return date.takes_place and date.starts_at - now > CLOSES_BEFORE


# --- Bookings --------------------------------------------------------------------------------------------------------

ACTIVE = ["pending", "confirmed"]
MAX_REASON_LENGTH = 80
# Why staff book by hand, as their form says. Other texts may name somebody, and are erased 30 days after the date.
REASONS = ("Guest of the house", "Volunteer", "Prize", "Paid elsewhere")
NO_REASON = "No reason given"  # of seats that a client of the API booked without one
OTHER_REASON = "Another reason"  # once it was erased


class BookingQuerySet(models.QuerySet["Booking"]):
    def taken(self, now: datetime) -> Self:
        """Filter bookings whose seats are not for sale: confirmed, or pending with a hold that has not expired.

        A pending booking without `held_until` waits for PayPal and does not expire. Expired holds are excluded by this
        comparison, before any job marks them. `status__in` lets both databases use the index `booking_by_date`.
        """
        return self.filter(takes_seats(now), status__in=ACTIVE)

    def seats_per_date(self) -> dict[int, int]:
        """Return the sum of the bookings' seats by occurrence ID."""
        return dict(self.order_by().values_list("occurrence").annotate(Sum("seats")))

    def limited_seats_per_date(self, occurrence_ids: Collection[int], *, column: str = "seats") -> dict[int, int]:
        """Return the sum of the bookings' column by occurrence ID.

        A booking that was moved counts for the date that it was sold for and for the date that it is on. Otherwise a
        move would free a seat of the limit, and one more could be bought.
        """
        first = SeatMove.objects.filter(ticket__booking=OuterRef("pk")).order_by("pk").values("occurrence_id")[:1]
        sold_for = Coalesce(Subquery(first), F("occurrence_id"), output_field=models.BigIntegerField())
        rows = self.order_by().annotate(sold_for=sold_for)
        rows = rows.filter(Q(occurrence__in=occurrence_ids) | Q(sold_for__in=occurrence_ids))
        sums: dict[int, int] = {}
        for on, sold, count in rows.values_list("occurrence_id", "sold_for", column):
            for occurrence_id in {on, sold}.intersection(occurrence_ids):
                sums[occurrence_id] = sums.get(occurrence_id, 0) + count
        return sums


def takes_seats(now: datetime) -> Q:
    """Match bookings that `taken` counts."""
    held = Q(status=Booking.Status.PENDING) & (Q(held_until=None) | Q(held_until__gt=now))
    return Q(status=Booking.Status.CONFIRMED) | held


class Booking(models.Model):
    class Status(models.TextChoices):
        PENDING = "pending"
        CONFIRMED = "confirmed"
        CANCELLED = "cancelled", "Canceled"
        REFUNDED = "refunded"

    class Kind(models.TextChoices):
        ORDER = "order"
        BY_HAND = "by_hand"  # by staff, for guests of the club
        OFFER = "offer"  # held for somebody on the waiting list until they order it
        ALLOTMENT = "allotment"

    public_id = public_id_field()
    kind = models.CharField(max_length=9, choices=Kind, default=Kind.ORDER)
    occurrence = models.ForeignKey(Occurrence, on_delete=models.PROTECT, related_name="bookings", verbose_name="date")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        related_name="bookings",
        db_index=False,  # booking_by_person serves it
    )
    seats = models.PositiveIntegerField(help_text="A refunded or canceled booking keeps its number.")
    returning = models.PositiveIntegerField(
        default=0, help_text="Seats whose refund was requested. They are taken until it completes."
    )
    calendar_sequence = models.PositiveIntegerField(
        default=0, help_text="The SEQUENCE of the last calendar entry that an email contained."
    )
    waiting_entry = models.ForeignKey(
        WaitingEntry,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="bookings",
        db_index=False,
        help_text="The waiting list entry that these seats were offered to. Set after the offer was ordered, too.",
    )
    status = models.CharField(max_length=9, choices=Status, default=Status.PENDING)
    held_until = models.DateTimeField(null=True, blank=True)  # of a hold, or seats by hand, that ended: when
    reason = models.CharField(
        max_length=MAX_REASON_LENGTH,
        blank=True,
        default="",
        help_text="Why staff booked by hand.",
    )
    created_at = models.DateTimeField(default=timezone.now)

    objects = BookingQuerySet.as_manager()

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(seats__gte=1), name="booking_has_a_seat"),
            models.CheckConstraint(condition=Q(returning__lte=F("seats")), name="booking_returns_its_own_seats"),
            models.CheckConstraint(
                condition=~Q(status="confirmed") | Q(held_until=None), name="a_confirmed_booking_is_not_on_hold"
            ),
            models.CheckConstraint(
                condition=~Q(kind="offer")
                | Q(waiting_entry__isnull=False, status="pending", held_until__isnull=False)
                | Q(waiting_entry__isnull=False, status="cancelled"),
                name="an_offer_is_a_hold_for_an_entry",
            ),
            models.UniqueConstraint(
                fields=["waiting_entry"], condition=Q(status__in=ACTIVE), name="one_live_booking_per_entry"
            ),
            models.CheckConstraint(condition=~Q(kind="by_hand", reason=""), name="seats_by_hand_say_why"),
        ]
        indexes = [
            # Covers the query that counts the taken seats of a date.
            models.Index(fields=["occurrence", "status", "held_until", "seats"], name="booking_by_date"),
            models.Index(fields=["user", "occurrence"], name="booking_by_person"),
            models.Index(
                fields=["waiting_entry"], condition=Q(waiting_entry__isnull=False), name="booking_by_entry"
            ),  # few bookings have one
        ]

    def __str__(self) -> str:
        return f"{self.seats} seat{'' if self.seats == 1 else 's'} on date {self.occurrence_id} ({self.status})"

    @property
    def live_seats(self) -> int:
        """The seats without those that are being returned."""
        return self.seats - self.returning

    def list_passes(self) -> "list[Pass]":
        """Return all passes, also ended ones, oldest first. A booking that is not paid yet has none: no query."""
        return [] if self.status == self.Status.PENDING else list(self.passes.all())

    def list_own_passes(self) -> "list[Pass]":
        """Return the buyer's valid passes, without those of guests who claimed a seat."""
        return [each for each in self.list_passes() if each.state == "valid" and each.seat_link_id is None]


MAX_GUEST_NAME_LENGTH = 40
CLAIM_TOKEN, TICKET_TOKEN = "seat", "seat ticket"  # the kinds of a seat link's two tokens


class SeatLinkQuerySet(models.QuerySet["SeatLink"]):
    def visible_to(self, user: User) -> Self:
        """Filter links that this user may revoke: all for admins, those of their own bookings for others."""
        return self if user.is_staff else self.filter(booking__user=user)


class SeatLink(models.Model):
    """A seat of a booking that the buyer gives away. Anybody who has the link can claim it, once, as a guest.

    The guest then has a ticket with its own token. The seats given away never exceed those of the booking:
    `bookings.services.seat_links` counts them while the date is locked.
    """

    class State(models.TextChoices):
        OPEN = "open"
        CLAIMED = "claimed"
        REVOKED = "revoked"  # neither token is valid, and the seat is the buyer's

    public_id = public_id_field()
    booking = models.ForeignKey(Booking, on_delete=models.PROTECT, related_name="seat_links")
    state = models.CharField(max_length=7, choices=State, default=State.OPEN)
    generation = models.PositiveIntegerField(default=1, help_text="A higher number makes the tokens invalid.")
    first_name = models.CharField(max_length=MAX_GUEST_NAME_LENGTH, blank=True, help_text="Of the guest.")
    email = models.EmailField(max_length=254, blank=True, help_text="Of the guest, if they gave one.")
    reminders = models.BooleanField(default=True, help_text="Whether to email the guest the day before the date.")
    calendar_sequence = models.PositiveIntegerField(
        default=0, help_text="The SEQUENCE of the last calendar entry that an email to guests contained."
    )
    claimed_at = models.DateTimeField(null=True, blank=True, help_text="When the guest claimed it.")
    created_at = models.DateTimeField(default=timezone.now)

    objects = SeatLinkQuerySet.as_manager()

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(state="claimed") | Q(first_name="", email=""), name="only_a_claimed_seat_has_a_guest"
            ),
        ]

    def __str__(self) -> str:
        return f"Seat link {self.public_id} ({self.state})"

    @property
    def claim_token(self) -> str:
        return make_link_token(CLAIM_TOKEN, self.public_id, self.generation)

    @property
    def ticket_token(self) -> str:
        return make_link_token(TICKET_TOKEN, self.public_id, self.generation)

    def has_claim_token(self, token: str) -> bool:
        return is_valid_link_token(token, CLAIM_TOKEN, self.generation)

    def has_ticket_token(self, token: str) -> bool:
        return self.state == self.State.CLAIMED and is_valid_link_token(token, TICKET_TOKEN, self.generation)

    @property
    def url(self) -> str | None:
        """The address to send to a friend, or None if it can no longer be claimed."""
        return format_seat_url(self.claim_token) if self.state == self.State.OPEN else None

    @property
    def ticket_url(self) -> str:
        return format_seat_url(self.ticket_token)


def format_seat_url(token: str) -> str:
    return f"{settings.SITE_URL}/seats/{token}"


# --- Tickets ---------------------------------------------------------------------------------------------------------

PassState = Literal["valid", "refunded", "replaced"]
PASS_STATES = get_args(PassState)


class PassQuerySet(models.QuerySet["Pass"]):
    def live(self) -> Self:
        return self.filter(ended_because="")

    def visible_to(self, user: User) -> Self:
        """Filter passes that this user may change: all for admins, those of their own bookings for others."""
        return self if user.is_staff else self.filter(booking__user=user)


class Pass(models.Model):
    """A ticket with a code: it admits some or all of a booking's guests on whatever date the booking is for.

    The seats of a confirmed booking's live passes add up to those of the booking: `bookings.services.passes` sees to
    that whenever its seats change, while the date is locked. A guest who claimed a seat has a separate pass.
    """

    class Reason(models.TextChoices):
        REPLACED = "replaced"  # other passes have its seats now
        RETURNED = "returned"  # its seats were refunded or given back to the club

    public_id = public_id_field()
    booking = models.ForeignKey(Booking, on_delete=models.CASCADE, related_name="passes")
    seat_link = models.ForeignKey(
        SeatLink,
        on_delete=models.CASCADE,
        null=True,
        blank=True,
        related_name="passes",
        db_index=False,
        help_text="Of the guest who claimed the seat.",
    )
    code = models.CharField(max_length=CODE_LENGTH, editable=False)
    h = models.CharField(
        "hash", max_length=HASH_LENGTH, editable=False, help_text="By which phones at the door know the code."
    )
    seats = models.PositiveIntegerField(help_text="An ended ticket keeps its number.")
    label = models.CharField(max_length=MAX_GUEST_NAME_LENGTH, blank=True, help_text="Whom it is for.")
    ended_because = models.CharField(max_length=8, choices=Reason, blank=True, help_text="Empty while it is valid.")

    objects = PassQuerySet.as_manager()

    class Meta:
        verbose_name = "ticket"
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["code"], name="pass_code_is_unique"),
            models.UniqueConstraint(fields=["h"], name="pass_hash_is_unique"),
            models.CheckConstraint(condition=Q(seats__gte=1), name="pass_has_a_seat"),
            models.CheckConstraint(
                condition=Q(ended_because__in=["", "replaced", "returned"]), name="an_ended_pass_says_why"
            ),
            models.UniqueConstraint(
                fields=["seat_link"], condition=Q(ended_because=""), name="one_live_pass_per_guest"
            ),
        ]

    def __str__(self) -> str:
        """Omit the code, because the audit log stores this string."""
        return f"Ticket {self.public_id}"

    @classmethod
    def build(cls, booking: Booking, seats: int, label: str = "", seat_link: SeatLink | None = None) -> "Pass":
        """Return an unsaved pass with a new code."""
        code = new_code()
        return cls(booking=booking, seats=seats, label=label, seat_link=seat_link, code=code, h=hash_code(code))

    @property
    def state(self) -> PassState:
        """Whether it admits anybody on the date of its booking."""
        if self.booking.status != Booking.Status.CONFIRMED or self.ended_because == self.Reason.RETURNED:
            return "refunded"
        return "replaced" if self.ended_because else "valid"


MAX_QUESTIONS, MAX_QUESTION_LENGTH = 3, 80  # of an event
MIN_CHOICES, MAX_CHOICES, MAX_CHOICE_LENGTH = 2, 6, 40


class Question(models.Model):
    """What an event asks the people who hold its tickets, such as "Do you need a deck?". Nobody has to answer.

    Once it has answers it can be ended, and not changed: they would say something else.
    """

    public_id = public_id_field()
    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="questions")
    text = models.CharField(max_length=MAX_QUESTION_LENGTH)
    choices = models.JSONField(help_text="Two to six texts.")
    together = models.BooleanField(default=False, help_text="Whether pairings put equal answers at one table.")
    ended_at = models.DateTimeField(null=True, blank=True, help_text="Since when nobody is asked. Answers stay.")

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return self.text


class Answer(models.Model):
    """What somebody chose. A ticket has an answer for each of its seats, the first of which is seat 0."""

    ticket = models.ForeignKey(Pass, on_delete=models.CASCADE, related_name="answers")
    question = models.ForeignKey(Question, on_delete=models.CASCADE, related_name="answers", db_index=False)
    seat = models.PositiveSmallIntegerField(default=0)
    choice = models.PositiveSmallIntegerField(help_text="Its place among the question's choices, from 0.")

    class Meta:
        verbose_name = "answer of a seat"
        verbose_name_plural = "answers of seats"
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["question", "ticket", "seat"], name="one_answer_a_seat"),
        ]

    def __str__(self) -> str:
        """Omit the choice, because the audit log stores this string."""
        return f"Answer {self.pk}"


class SeatMove(models.Model):
    """Seats of a date that a ticket got, or lost if negative. What a ticket or a booking had at a time is their sum.

    Only `bookings.services.passes.record_moves` writes them, from when the seats are sold. Holds are left out: they end
    by the clock, and nobody asks for their past.
    """

    ticket = models.ForeignKey(Pass, on_delete=models.CASCADE, related_name="moves")
    occurrence = models.ForeignKey(Occurrence, on_delete=models.PROTECT, related_name="seat_moves", verbose_name="date")
    seats = models.IntegerField()
    at = models.DateTimeField()

    class Meta:
        ordering = ["pk"]
        constraints = [models.CheckConstraint(condition=~Q(seats=0), name="a_move_moves_a_seat")]

    def __str__(self) -> str:
        return f"{self.seats:+} of ticket {self.ticket_id} on date {self.occurrence_id}"
