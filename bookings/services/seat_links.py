"""Give seats of a booking to friends by links, claim them, and give them back.

The rule is open + claimed ≤ seats − returning. Each function locks the booking's date first, as changes of its seats
do, and then reads the booking and its links. No function trusts rows that were read before.
"""

from datetime import datetime, timedelta

from django.db.models import Q
from django.utils import timezone

from accounts.models import User
from bookings import guest_mails
from bookings.models import NO_REASON, OTHER_REASON, REASONS, Answer, Booking, Pass, SeatLink
from bookings.selectors.inside import AlreadyIn, get_inside
from bookings.selectors.seat_links import Seat, get_booking_links, get_seat
from bookings.services import passes
from bookings.services.seats import lock_booked_dates, refuse_unless_ahead
from charityshop import audit
from charityshop.api.idempotency import RequestKey, get_earlier_result, store_result
from charityshop.db.transactions import in_one_transaction, lock_rows
from charityshop.exceptions import DeadLink, DomainError
from events.formatting import format_seats
from events.models import Occurrence
from outbox.models import Outgoing

GUEST_RETENTION = timedelta(days=30)  # after the date
OPEN, CLAIMED = SeatLink.State.OPEN, SeatLink.State.CLAIMED


class NoSeat(DomainError):
    """The booking has fewer seats left to give away than requested."""

    code = "no_seat"


class SeatClaimed(DomainError):
    """A guest has the seat."""

    code = "claimed"


class SeatOver(DomainError):
    """It is too late: the date has started, has ended or was canceled."""

    code = "over"


# --- Buyers and staff ------------------------------------------------------------------------------------------------


@in_one_transaction
def create_links(*, booking_id: int, count: int, request_key: RequestKey | None = None, by: User) -> list[SeatLink]:
    """Create links for seats of a paid booking. A repeated request key returns the links that it created before.

    Raise NoSeat without creating any if the booking has fewer seats left, and DateUnavailable after the start.
    """
    lock_rows(User.objects.filter(pk=by.pk))
    earlier = get_earlier_result(request_key, owner_id=by.pk)
    if earlier is not None:
        return list(SeatLink.objects.filter(public_id__in=earlier).order_by("pk"))
    booking = lock_booking(booking_id)
    refuse_unless_confirmed(booking)
    refuse_unless_ahead({booking.occurrence_id: booking.occurrence}, timezone.now())
    refuse_unless_free(booking, count)
    links = SeatLink.objects.bulk_create(SeatLink(booking=booking) for _ in range(count))
    store_result(request_key, owner_id=by.pk, result=[link.public_id for link in links])
    return links


@in_one_transaction
def revoke_link(*, link_id: int, by: User) -> SeatLink:
    """Make a link invalid; the seat is the buyer's again. Raise SeatClaimed if a guest has it, unless staff ask."""
    lock_booked_dates([SeatLink.objects.values_list("booking_id", flat=True).get(pk=link_id)])
    link = SeatLink.objects.select_related("booking__occurrence__event").get(pk=link_id)
    if link.state == CLAIMED and not by.is_staff:
        guest = link.first_name or "Your guest"
        raise SeatClaimed(f"{guest} has this seat. Ask {link.first_name or 'them'} to give it back, or write to us.")
    if link.state != SeatLink.State.REVOKED:
        before = {"state": link.state}
        end_link(link)
        audit.record("seat link revoked", link.booking, by=by, before=before, after={"state": link.state})
    return link


def count_claimed(booking: Booking) -> int:
    """Return how many seats of the booking guests have."""
    return sum(link.state == CLAIMED for link in booking.seat_links.all())


def list_guest_names(booking: Booking) -> list[str]:
    """Return the first names of the guests who have seats of the booking."""
    return list(booking.seat_links.filter(state=CLAIMED).order_by("pk").values_list("first_name", flat=True))


def revoke_surplus_links(booking: Booking) -> None:
    """Revoke links for which the booking no longer has seats: open ones first, newest first.

    Call it with the booking's date locked, after seats were requested back, released or refunded. Claimed seats are
    withdrawn only if staff took more seats than the buyer could have returned, those of guests who are inside last;
    their guests are told.
    """
    links = list(booking.seat_links.filter(state__in=[OPEN, CLAIMED]).select_related("booking__occurrence__event"))
    if not links:
        return
    stored = links[0].booking
    seats = stored.live_seats if stored.status == Booking.Status.CONFIRMED else 0
    if len(links) > seats:
        inside = get_inside(stored.pk).by_guest
        links.sort(key=lambda link: (link.state == CLAIMED, link.pk in inside, -link.pk))
        for link in links[: len(links) - seats]:
            end_link(link)


def end_links_of_date(occurrence: Occurrence) -> None:
    """Revoke all links of a date that is canceled for good. Call it with the date locked, when guests were told."""
    for link in SeatLink.objects.filter(booking__occurrence=occurrence, state__in=[OPEN, CLAIMED]):
        end_link(link, tell_guest=False)


def end_open_links(*, user: User) -> None:
    """Revoke the links that nobody claimed, because their buyer's account is deleted. Claimed seats stay."""
    links = SeatLink.objects.filter(booking__user=user, state=OPEN)
    lock_booked_dates(list(links.values_list("booking_id", flat=True)))
    for link in links.all():
        end_link(link)


# --- Guests ----------------------------------------------------------------------------------------------------------


@in_one_transaction
def claim_seat(*, token: str, first_name: str, email: str = "") -> SeatLink:
    """Put a guest on the list.

    Raise DeadLink, SeatClaimed if somebody was faster, SeatOver after the start, or AlreadyIn if people are inside with
    all seats that the buyer could give away.
    """
    seat = lock_seat(token)
    status = seat.get_status(timezone.now())
    if status == "claimed":
        raise SeatClaimed("Someone has already taken this seat.")
    if status == "over":
        raise SeatOver("This date has started or is canceled, so this seat can no longer be claimed.")
    link = seat.link
    if (inside := get_inside(link.booking_id).own) and link.booking.live_seats - count_claimed(link.booking) <= inside:
        raise AlreadyIn
    link.state, link.first_name, link.email, link.claimed_at = CLAIMED, first_name, email, timezone.now()
    link.save(update_fields=["state", "first_name", "email", "claimed_at"])
    passes.update_passes(booking_id=link.booking_id)
    guest_mails.seat_claimed(link)
    guest_mails.guest_ticket(link)
    return link


@in_one_transaction
def give_back_seat(*, token: str) -> None:
    """Return a guest's seat to the buyer.

    Raise DeadLink if the token isn't a ticket's, SeatOver after the start, or AlreadyIn if the guest is inside.
    """
    seat = lock_seat(token)
    if not seat.is_ticket:
        raise DeadLink
    now = timezone.now()
    if seat.has_started(now) or seat.get_status(now) == "over":
        raise SeatOver("This date has started or is canceled, so this seat can no longer be given back.")
    if get_inside(seat.link.booking_id).by_guest.get(seat.link.pk):
        raise AlreadyIn
    guest_mails.seat_given_back(seat.link)
    guest_mails.seat_returned(seat.link)
    end_link(seat.link, tell_guest=False)


def erase_reasons(before: datetime) -> None:
    """Erase why staff booked seats by hand, unless it is a reason that their form offers."""
    own_words = Booking.objects.exclude(reason__in=["", *REASONS, NO_REASON, OTHER_REASON])
    own_words.filter(occurrence__ends_at__lt=before).update(reason=OTHER_REASON)


@in_one_transaction
def erase_guests() -> int:
    """Erase the names and email addresses of guests 30 days after their date, and the emails that contain them."""
    before = timezone.now() - GUEST_RETENTION
    erase_reasons(before)
    over = SeatLink.objects.filter(booking__occurrence__ends_at__lt=before).exclude(first_name="", email="")
    # Nobody becomes a guest after the date, but staff may have written to the guests later.
    is_over = Q(created_at__lt=before) | Q(kind="guest_message", to__in=over.values("email"))
    Outgoing.objects.filter(is_over, kind__in=guest_mails.KINDS, next_try_at=None).delete()
    Pass.objects.filter(booking__occurrence__ends_at__lt=before).exclude(label="").update(label="")
    return over.update(first_name="", email="")


# --- Locking and checks ----------------------------------------------------------------------------------------------


def lock_booking(booking_id: int) -> Booking:
    lock_booked_dates([booking_id])
    return Booking.objects.select_related("occurrence__event").get(pk=booking_id)


def lock_seat(token: str) -> Seat:
    """Lock the date of the link's seat, and then read the seat."""
    lock_booked_dates([get_seat(token).link.booking_id])
    return get_seat(token)


def refuse_unless_confirmed(booking: Booking) -> None:
    if booking.status != Booking.Status.CONFIRMED:
        raise DomainError("Only seats of a paid ticket can be given to a friend.", code="not_sold")


def refuse_unless_free(booking: Booking, count: int) -> None:
    found = get_booking_links(booking)
    if found.seats_left < count <= found.not_given:
        raise AlreadyIn
    if found.not_given <= 0:
        raise NoSeat("All seats of this ticket are given away.")
    if count > found.not_given:
        raise NoSeat(f"Only {format_seats(found.seats_left)} of this ticket can still be given away.")


def end_link(link: SeatLink, *, tell_guest: bool = True) -> None:
    """Revoke a link and erase its guest. Raising the generation makes both of its tokens invalid.

    Guests of a canceled date know already.
    """
    is_on = tell_guest and link.booking.occurrence.takes_place
    if is_on and link.state == CLAIMED:
        guest_mails.seat_withdrawn(link)
    link.passes.exclude(label="").update(label="")
    Answer.objects.filter(ticket__seat_link=link).delete()
    link.state, link.first_name, link.email = SeatLink.State.REVOKED, "", ""
    link.generation += 1
    link.save(update_fields=["state", "generation", "first_name", "email"])
    passes.update_passes(booking_id=link.booking_id)
