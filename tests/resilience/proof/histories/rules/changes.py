"""What buyers and staff do with seats after paying."""

from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import precondition, rule

from bookings.models import Booking
from events.datetimes import format_utc
from tests.resilience.proof.histories.history_base import HistoryBase, choose, picks

counts = st.integers(1, 3)
refund_faults = st.sampled_from(
    [None, None, None, "error_500_before", "error_500_after", "pending", "unprocessable"],
)


class ChangeRules(HistoryBase):
    """Buyers ask what they can do with a booking, and then do it. Staff need not ask."""

    @precondition(lambda self: self.orders)
    @rule(
        pick=picks,
        kind=st.sampled_from(["refund", "refund", "gift", "return"]),
        count=counts,
        fault=refund_faults,
        twice=st.booleans(),
    )
    def return_seats(self, pick: int, kind: str, count: int, fault: str | None, twice: bool) -> None:
        if (booking := self.find_sold(pick)) and (option := self.get_options(booking)):
            seats = min(count, option["freeSeats"]) or count
            amounts = option[kind]["amounts"] if kind != "return" else []
            amount = amounts[seats - 1] if seats <= len(amounts) else 0
            with self.failing("refund", fault):
                self.post_change(booking, twice=twice, kind=kind, seats=seats, amount=amount)

    @precondition(lambda self: self.orders)
    @rule(pick=picks, which=picks, twice=st.booleans())
    def move(self, pick: int, which: int, twice: bool) -> None:
        booking = self.find_sold(pick)
        option = self.get_options(booking) if booking else None
        if booking and option and (date := choose(which, option["move"]["dates"])):
            self.post_change(booking, twice=twice, kind="move", to=date["startTime"], amount=0)

    @precondition(lambda self: self.orders)
    @rule(pick=picks, count=counts, fault=refund_faults)
    def refund_seats_by_staff(self, pick: int, count: int, fault: str | None) -> None:
        if booking := self.find_sold(pick):
            body = {"reason": "As requested", "seats": {booking.public_id: min(count, booking.seats)}}
            with self.failing("refund", fault):
                self.call(self.staff, "post", f"/api/orders/{get_order_id(booking)}/refund", body)

    @precondition(lambda self: self.orders)
    @rule(pick=picks, which=picks)
    def move_by_staff(self, pick: int, which: int) -> None:
        if booking := self.find_sold(pick):
            event = booking.occurrence.event_id
            dates = [date for date in self.list_occurrences() if date.event_id == event]
            if date := choose(which, dates):
                body = {"booking": booking.public_id, "to": format_utc(date.starts_at), "reason": "By phone"}
                self.call(self.staff, "post", f"/api/orders/{get_order_id(booking)}/move", body)

    def get_options(self, booking: Booking) -> dict[str, Any] | None:
        path = f"/api/orders/{get_order_id(booking)}/options"
        answer = self.call(self.get_client(booking.user_id), "get", path)
        bookings = answer.json()["bookings"] if answer.status_code == 200 else []
        return next((option for option in bookings if option["_id"] == booking.public_id), None)

    def post_change(self, booking: Booking, *, twice: bool, **body: Any) -> None:
        path = f"/api/orders/{get_order_id(booking)}/changes"
        self.call_once(self.get_client(booking.user_id), path, body | {"booking": booking.public_id}, twice=twice)


def get_order_id(booking: Booking) -> str:
    return booking.order_line.order.public_id
