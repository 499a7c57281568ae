"""What buyers do with seats after paying, as rules of a history."""

from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import precondition, rule

from tests.resilience.proof.histories.history_base import HistoryBase

picks = st.integers(min_value=0, max_value=1000)


class ChangeRules(HistoryBase):
    """Buyers ask what they can do with their bookings, and then do some of it."""

    @precondition(lambda self: self.orders)
    @rule(
        pick=picks,
        kind=st.sampled_from(["refund", "gift", "return"]),
        count=st.integers(1, 3),
        fault=st.sampled_from([None, None, "error_500_before", "error_500_after"]),
    )
    def return_seats(self, pick: int, kind: str, count: int, fault: str | None) -> None:
        for booking in self.list_options(pick)[:1]:
            seats = min(count, booking["freeSeats"]) or count
            amounts = booking[kind]["amounts"] if kind != "return" else []
            amount = amounts[seats - 1] if seats <= len(amounts) else 0
            if fault:
                self.paypal.fault("refund", fault, times=2)
            self.post_change(pick, booking=booking["_id"], kind=kind, seats=seats, amount=amount)
            self.paypal.control("faults/clear")

    @precondition(lambda self: self.orders)
    @rule(pick=picks, which=picks)
    def move(self, pick: int, which: int) -> None:
        for booking in self.list_options(pick)[:1]:
            if dates := booking["move"]["dates"]:
                to = dates[which % len(dates)]["startTime"]
                self.post_change(pick, booking=booking["_id"], kind="move", to=to, amount=0)

    @precondition(lambda self: self.orders)
    @rule(pick=picks, count=st.integers(1, 3))
    def refund_seats_by_staff(self, pick: int, count: int) -> None:
        order, _ = self.get_order(pick)
        booking = order["orderItems"][0]["bookings"][0]["_id"]
        body = {"reason": "As requested", "seats": {booking: count}}
        self.call(self.staff, "post", f"/api/orders/{order['_id']}/refund", body)

    def list_options(self, pick: int) -> list[dict[str, Any]]:
        order, client = self.get_order(pick)
        answer = self.call(client, "get", f"/api/orders/{order['_id']}/options")
        return list(answer.json()["bookings"]) if answer.status_code == 200 else []

    def post_change(self, pick: int, **body: Any) -> None:
        order, client = self.get_order(pick)
        self.call(client, "post", f"/api/orders/{order['_id']}/changes", body)
