"""Staff refund orders, decide about payments, and change events, dates and bookings."""

from datetime import datetime, timedelta

from hypothesis import strategies as st
from hypothesis.stateful import precondition, rule

from bookings.models import ACTIVE, Booking
from tests.orders.api_calls import list_booking_ids
from tests.resilience.proof.histories.history_base import HistoryBase, choose, picks

REFUNDS = {"all": {}, "amount": {"amount": "1.50"}, "outside": {"outside": True, "note": "In cash"}}
REFUNDS["gift"] = {"gift": True}
POLICIES = [
    {"refund": "full", "untilHours": 24, "feePerSeat": "0.00"},
    {"refund": "minus_fee", "untilHours": 48, "feePerSeat": "2.49"},
    {"refund": "none", "untilHours": 24, "feePerSeat": "0.00"},
]


class StaffRules(HistoryBase):
    @precondition(lambda self: self.orders)
    @rule(
        pick=picks,
        how=st.sampled_from(["all", "line", "amount", "outside", "gift"]),
        fault=st.sampled_from([None, "error_500_before"]),
    )
    def refund(self, pick: int, how: str, fault: str | None) -> None:
        order, _ = self.get_order(pick)
        request = {"lines": list_booking_ids(order)[:1]} if how == "line" else REFUNDS[how]
        with self.failing("refund", fault):
            self.call(self.staff, "post", f"/api/orders/{order['_id']}/refund", {"reason": "As requested"} | request)

    @precondition(lambda self: self.orders)
    @rule(pick=picks, accept=st.booleans())
    def decide(self, pick: int, accept: bool) -> None:
        order, _ = self.get_order(pick)
        self.call(self.staff, "post", f"/api/orders/{order['_id']}/decide", {"accept": accept, "reason": "Looked at"})

    @rule(
        event=picks,
        capacity=st.integers(0, 8),
        price=st.sampled_from(["0", "7.35", "12.00", "20.10"]),
        policy=st.sampled_from(POLICIES),
    )
    def edit(self, event: int, capacity: int, price: str, policy: dict[str, object]) -> None:
        self.save_event(event, {"maximumEventCapacity": capacity, "price": price, "refundPolicy": policy})

    @rule(event=picks, more=st.sampled_from([-2, -1, 1, 2]))
    def change_capacity(self, event: int, more: int) -> None:
        """Add or remove a few seats, so that often exactly the free ones go."""
        capacity = max(self.get_event(event)["maximumEventCapacity"] + more, 0)
        self.save_event(event, {"maximumEventCapacity": capacity})

    @rule(event=picks, hours=st.integers(-2, 30), move=st.sampled_from([None, True, False]))
    def change_times(self, event: int, hours: int, move: bool | None) -> None:
        shown = self.get_event(event)
        start = datetime.fromisoformat(shown["startTime"]) + timedelta(hours=hours)
        times = {"startTime": start.isoformat(), "endTime": (start + timedelta(hours=3)).isoformat()}
        self.save_event(event, times | ({} if move is None else {"moveBookings": move}))

    @precondition(lambda self: self.orders)
    @rule(pick=picks, refund=st.booleans())
    def skip_date(self, pick: int, refund: bool) -> None:
        if dates := self.list_dates():
            event, start = dates[pick % len(dates)]
            body = {"startTime": start, "refund": refund, "reason": "Flooded"}
            self.call(self.staff, "post", f"/api/products/{event}/snooze", body)

    @rule(event=picks, days=st.integers(0, 2))
    def restore_date(self, event: int, days: int) -> None:
        start = datetime.fromisoformat(self.get_event(event)["startTime"]) + timedelta(days=days)
        path = f"/api/products/{self.get_event_id(event)}/unsnooze"
        self.call(self.staff, "post", path, {"startTime": start.isoformat()})

    @precondition(lambda self: self.orders and not self.archived)
    @rule(event=picks)
    def archive(self, event: int) -> None:
        self.archived = self.get_event_id(event)
        self.call(self.staff, "post", f"/api/products/{self.archived}/archive")

    @precondition(lambda self: self.archived)
    @rule()
    def restore(self) -> None:
        self.call(self.staff, "post", f"/api/products/{self.archived}/restore")
        self.archived = ""

    @rule(pick=picks, count=st.integers(1, 2))
    def book_by_hand(self, pick: int, count: int) -> None:
        if date := choose(pick, self.list_dates()):
            body = {"product": date[0], "bookingDate": date[1], "reservationSeats": count}
            self.call(self.staff, "post", "/api/bookings", body)

    @rule(pick=picks)
    def cancel_booking(self, pick: int) -> None:
        """Cancel any booking: of staff, of an order, or an offer."""
        if booking := choose(pick, Booking.objects.filter(status__in=ACTIVE).order_by("-pk")):
            self.call(self.staff, "put", f"/api/bookings/{booking.public_id}", {"status": "cancelled"})

    @rule(pick=picks)
    def read_pages(self, pick: int) -> None:
        """Read events, an order and the staff's lists, in whatever state they are."""
        order, client = self.get_order(pick)
        for reader in (self.staff, client):
            self.call(reader, "get", "/api/products")
            self.call(reader, "get", f"/api/products/{self.get_event_id(pick)}")
            self.call(reader, "get", f"/api/orders/{order['_id']}")
            self.call(reader, "get", "/api/waiting")
        self.call(self.staff, "get", "/api/orders")
        if date := choose(pick, self.list_dates()):
            for name in ("guests", "waiting"):
                self.call(self.staff, "get", f"/api/products/{date[0]}/{name}?startTime={date[1]}")
