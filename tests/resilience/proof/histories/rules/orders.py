"""Buyers place orders, pay them and cancel them."""

from collections.abc import Mapping
from typing import Any

from django.utils import timezone
from hypothesis import strategies as st
from hypothesis.stateful import precondition, rule

from events.datetimes import format_utc
from tests.resilience.proof.histories.discount_checks import find_overuse
from tests.resilience.proof.histories.history_base import HistoryBase, choose, picks
from tests.resilience.proof.histories.seat_checks import SeatCount

MAX_SEATS = 3
CODES = ("", "", "TENOFF", "LAST", "MOON")  # MOON is unknown
GIFTS = ("0", "0", "0.23", "5", "100.01")
CAPTURE_FAULTS = ("error_500_after", "error_500_before", "decline", "pending", "declined_capture", "wrong_amount")

seats = st.integers(min_value=1, max_value=MAX_SEATS)
Wanted = Mapping[tuple[str, str], int]  # seats by event and start


class OrderRules(HistoryBase):
    @rule(who=picks, first=picks, second=picks, count=seats)
    def place(self, who: int, first: int, second: int, count: int) -> None:
        """Order one or two dates, of one event or of two."""
        if dates := self.list_dates():
            self.place_order(who, {dates[first % len(dates)]: count, dates[second % len(dates)]: count})

    @rule(who=picks, dates=st.lists(picks, max_size=2), count=seats, code=st.sampled_from(CODES),
          gift=st.sampled_from(GIFTS), pays=st.booleans())  # fmt: skip
    def buy_for_less(self, who: int, dates: list[int], count: int, code: str, gift: str, pays: bool) -> None:
        """Order with a code and a gift, or a gift alone."""
        found, orders = self.list_dates(), len(self.orders)
        wanted = {found[pick % len(found)]: count for pick in dates if found}
        self.place_order(who, wanted, voucher=code, giftPrice=gift)
        if pays:
            self.pay_since(orders)

    @precondition(lambda self: self.orders)
    @rule(pick=picks)
    def open_at_paypal(self, pick: int) -> None:
        number = pick % len(self.orders)
        order, client = self.get_order(number)
        answer = self.call(client, "post", f"/api/orders/{order['_id']}/paypal")
        if answer.status_code == 200 and (number, answer.json()["id"]) not in self.at_paypal:
            self.at_paypal.append((number, answer.json()["id"]))

    @precondition(lambda self: self.at_paypal)
    @rule(pick=picks, fault=st.sampled_from([None, None, None, *CAPTURE_FAULTS]), times=st.integers(1, 2))
    def pay(self, pick: int, fault: str | None, times: int) -> None:
        """The buyer approves, the browser pays, and PayPal may fail."""
        number, paypal_order_id = self.at_paypal[pick % len(self.at_paypal)]
        order, client = self.get_order(number)
        if get_status_at_paypal(self.paypal, paypal_order_id) == "CREATED":
            self.paypal.approve(paypal_order_id)
        with self.failing("capture", fault, times):
            self.call(client, "put", f"/api/orders/{order['_id']}/pay", {"id": paypal_order_id})

    @rule(who=picks, first=picks, second=picks, count=seats)
    def buy(self, who: int, first: int, second: int, count: int) -> None:
        """Place and pay in one step, so that histories have paid orders."""
        orders = len(self.orders)
        self.place(who, first, second, count)
        self.pay_since(orders)

    @rule(who=picks, pick=picks)
    def buy_the_rest(self, who: int, pick: int) -> None:
        """Buy all seats of a date that are for everybody, so that histories have full dates."""
        if date := choose(pick, self.list_occurrences()):
            left = SeatCount.read(timezone.now()).count_public(date.pk)
            if left > 0:
                orders = len(self.orders)
                self.place_order(who, {(date.event.public_id, format_utc(date.starts_at)): left})
                self.pay_since(orders)

    @rule(who=picks, first=picks, count=seats, faults=st.lists(st.sampled_from(CAPTURE_FAULTS), min_size=1, max_size=3))
    def buy_with_faults(self, who: int, first: int, count: int, faults: list[str]) -> None:
        """Pay again after each fault, while the order can be paid."""
        orders = len(self.orders)
        self.place(who, first, first, count)
        for fault in faults if len(self.orders) > orders else []:
            opened = len(self.at_paypal)
            self.open_at_paypal(orders)
            if len(self.at_paypal) > opened:
                self.pay(opened, fault, 2)

    @precondition(lambda self: self.orders)
    @rule(pick=picks)
    def pay_as_a_test(self, pick: int) -> None:
        order, client = self.get_order(pick)
        self.call(client, "put", f"/api/orders/{order['_id']}/pay", {"test": True})

    @precondition(lambda self: self.orders)
    @rule(pick=picks, by_staff=st.booleans())
    def cancel(self, pick: int, by_staff: bool) -> None:
        order, client = self.get_order(pick)
        self.call(self.staff if by_staff else client, "post", f"/api/orders/{order['_id']}/cancel")

    def place_order(self, who: int, wanted: Wanted, **more: str) -> None:
        who %= len(self.buyers)
        items = [
            {"_id": event, "bookings": [{"bookingDate": start, "reservationSeats": {"qty": count}}]}
            for (event, start), count in sorted(wanted.items())
        ]
        answer = self.call(self.buyers[who][1], "post", "/api/orders", {"orderItems": items} | more)
        if answer.status_code == 201:
            self.orders.append((answer.json(), who))
            assert find_overuse(answer.json()["_id"]) == []

    def pay_since(self, number: int) -> None:
        """Pay the order with this number, if it was placed."""
        opened = len(self.at_paypal)
        if len(self.orders) > number:
            self.open_at_paypal(number)
        if len(self.at_paypal) > opened:
            self.pay(opened, None, 1)


def get_status_at_paypal(paypal: Any, paypal_order_id: str) -> str:
    return next((order["status"] for order in paypal.state()["orders"] if order["id"] == paypal_order_id), "")
