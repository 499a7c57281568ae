"""Read seats that buyers give away, by the token in a link."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal, get_args

from django.utils import timezone

from bookings.models import Booking, Pass, SeatLink
from bookings.selectors.inside import get_inside
from charityshop.exceptions import DeadLink
from charityshop.security.link_tokens import get_public_id
from events.models import Event, Occurrence, join_date

Status = Literal["open", "claimed", "over"]
STATUSES = get_args(Status)


@dataclass(frozen=True, slots=True)
class BookingLinks:
    """A booking's links that were not revoked, and how many seats are neither given away nor being returned.

    People may be `inside` with some of those; only `seats_left` can still be given away.
    """

    links: list[SeatLink]
    not_given: int
    inside: int

    @property
    def seats_left(self) -> int:
        return max(self.not_given - self.inside, 0)


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat as the holder of a link sees it. `is_ticket`: the link is that of the guest who claimed the seat."""

    link: SeatLink
    is_ticket: bool

    @property
    def status(self) -> Status:
        return self.get_status(timezone.now())

    @property
    def occurrence(self) -> Occurrence:
        return self.link.booking.occurrence

    @property
    def event(self) -> Event:
        return self.occurrence.event

    @property
    def is_canceled(self) -> bool:
        return not self.occurrence.takes_place

    @property
    def buyer_name(self) -> str:
        buyer = self.link.booking.user
        return "a friend" if buyer.is_deleted else buyer.first_name

    @property
    def guest_pass(self) -> Pass | None:
        """The guest's pass, for anybody who has the ticket's link."""
        return get_guest_pass(self.link) if self.is_ticket else None

    def has_started(self, now: datetime) -> bool:
        return self.occurrence.starts_at <= now

    def get_status(self, now: datetime) -> Status:
        """Return whether the seat can be claimed. Claimed seats are valid until the date ends, others until it starts.

        A canceled date is over, even while its bookings still wait for the buyer's choice.
        """
        is_claimed = self.link.state == SeatLink.State.CLAIMED
        is_over = self.occurrence.ends_at <= now if is_claimed else self.has_started(now)
        if is_over or self.is_canceled:
            return "over"
        return "claimed" if is_claimed else "open"


def get_seat(token: str) -> Seat:
    """Return the seat that a link is for. Raise DeadLink."""
    rows = SeatLink.objects.select_related(*join_date("booking__occurrence__"), "booking__user")
    link = rows.exclude(state=SeatLink.State.REVOKED).filter(public_id=get_public_id(token)).first()
    if link is None or link.booking.status != Booking.Status.CONFIRMED:
        raise DeadLink
    is_ticket = link.has_ticket_token(token)
    if not is_ticket and not link.has_claim_token(token):
        raise DeadLink
    return Seat(link, is_ticket)


def get_booking_links(booking: Booking) -> BookingLinks:
    """Return the booking's links, oldest first."""
    links = list(booking.seat_links.exclude(state=SeatLink.State.REVOKED).order_by("pk"))
    return BookingLinks(links, booking.live_seats - len(links), get_inside(booking.pk).own)


def get_guest_pass(link: SeatLink) -> Pass | None:
    """Return the guest's pass. None once the seat was given back or revoked."""
    return Pass.objects.live().select_related("booking").filter(seat_link=link).first()
