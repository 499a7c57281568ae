"""Split and replace passes, for buyers and staff. Here, because nobody may have entered with them.

The date of the booking is locked first, as changes of its seats and guests do, and then the pass is read.
"""

from accounts.models import User
from bookings.models import Booking, Pass
from bookings.selectors.inside import AlreadyIn, get_inside
from bookings.services import passes
from bookings.services.seats import lock_booked_dates
from charityshop import audit
from charityshop.db.transactions import in_one_transaction
from charityshop.exceptions import InvalidField, Missing


@in_one_transaction
def split_pass(*, pass_id: int, seats: int, label: str, by: User) -> list[Pass]:
    """Move seats of a pass to a new one. The old code keeps the others. Return all passes of the booking.

    Raise InvalidField unless both passes would have a seat, AlreadyIn, and Missing if the pass has ended.
    """
    ticket = lock_pass(pass_id)
    if not 0 < seats < ticket.seats:
        raise InvalidField("seats", describe_choice(ticket.seats))
    passes.split_pass(ticket, seats, label)
    audit.record("ticket split", ticket.booking, by=by, seats=seats, ticket=ticket.public_id)
    return list_booking_passes(ticket.booking)


def describe_choice(seats: int) -> str:
    if seats == 1:
        return "One seat can't be split."
    return "Choose 1 seat." if seats == 2 else f"Choose 1 to {seats - 1} seats."


@in_one_transaction
def replace_pass(*, pass_id: int, by: User) -> list[Pass]:
    """Give a pass a new code; the old one no longer works. Return all passes of the booking.

    Raise AlreadyIn if somebody entered with it, and Missing if it has ended.
    """
    ticket = lock_pass(pass_id)
    passes.replace_pass(ticket)
    audit.record("ticket replaced", ticket.booking, by=by, ticket=ticket.public_id)
    return list_booking_passes(ticket.booking)


def lock_pass(pass_id: int) -> Pass:
    """Lock the date of the pass's booking. Return the pass as read after that, with its booking."""
    lock_booked_dates([Pass.objects.values_list("booking_id", flat=True).get(pk=pass_id)])
    ticket = Pass.objects.select_related("booking").get(pk=pass_id)
    if ticket.state != "valid":
        raise Missing("This ticket is no longer valid.", code="not_found")
    if get_inside(ticket.booking_id).by_pass.get(ticket.pk):
        raise AlreadyIn
    return ticket


def list_booking_passes(booking: Booking) -> list[Pass]:
    return list(booking.passes.select_related("booking"))
