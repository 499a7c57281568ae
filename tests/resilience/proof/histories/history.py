"""A history of the shop that Hypothesis generates: buyers, staff, PayPal and the clock act in any order.

No answer may be a crash, and the shop's records must be consistent after every step. At the end of a history PayPal's
webhooks are delivered, upkeep runs once, and the shop's records must agree with PayPal's.
"""

from datetime import datetime, timedelta
from typing import Any

from django.core.management import call_command
from hypothesis import strategies as st
from hypothesis.stateful import initialize, invariant, precondition, rule
from rest_framework.test import APIClient

from accounts.models import User
from orders.models import Order
from orders.reports.paypal_comparison import compare
from tests.orders.api_calls import list_booking_ids
from tests.resilience.proof.histories.change_rules import ChangeRules, picks
from tests.resilience.proof.histories.fast_checks import find_violations
from tests.resilience.proof.histories.history_base import FIRST_EVENT
from tests.resilience.proof.histories.snapshot import State, client_of
from tests.support.factories import UserFactory, in_days

MAX_BUYERS, MAX_SEATS = 4, 3
CAPTURE_FAULTS = ("error_500_after", "error_500_before", "decline", "pending", "declined_capture", "wrong_amount")

seats = st.integers(min_value=1, max_value=MAX_SEATS)


class History(ChangeRules):
    """One history. The simulator holds its webhooks until a rule delivers one to this shop."""

    # --- Users -----------------------------------------------------------------------------------------------------

    @initialize()
    def open_the_shop(self) -> None:
        if state := self.snapshot.restore():
            self.load(state)
        else:
            self.create_state()
        self.is_open = True

    def create_state(self) -> None:
        self.snapshot.clear()
        self.load(State(client_of(UserFactory(email="staff@example.com", is_staff=True))))
        series = {"isRecurring": True, "recurringPattern": {"recurringInterval": "daily"}}
        series["recurringPattern"] |= {"endDate": in_days(FIRST_EVENT + 2).isoformat()}
        self.add_event(name="One Date", price="7.35", maximumEventCapacity=3)
        self.add_event(name="Three Dates", price="12.00", maximumEventCapacity=4, **series)
        for who in range(2):
            self.register()
            self.buy(who, who, who + 1, 1)
        self.place(0, 0, 1, 1)
        self.open_at_paypal(len(self.orders) - 1)
        self.snapshot.save(self.state)

    @precondition(lambda self: len(self.buyers) < MAX_BUYERS)
    @rule()
    def register(self) -> None:
        client = APIClient(SERVER_NAME="localhost")
        email = f"buyer{len(self.buyers)}@example.com"
        body = {"firstName": "Ana", "lastName": "Diaz", "email": email, "password": "a few random words"}
        answer = self.call(client, "post", "/api/users", body)
        assert answer.status_code == 201, answer.content
        self.buyers.append((User.objects.get(email=email), client))

    @precondition(lambda self: len(self.orders) > 1 and not self.deactivated)
    @rule(pick=picks)
    def deactivate(self, pick: int) -> None:
        user, _ = self.buyers[pick % len(self.buyers)]
        self.call(self.staff, "put", f"/api/users/{user.public_id}", {"isDeactivated": True})
        self.deactivated.add(user.pk)

    @precondition(lambda self: self.deactivated)
    @rule()
    def reactivate_everybody(self) -> None:
        for user, client in self.buyers:
            if user.pk in self.deactivated:
                self.call(self.staff, "put", f"/api/users/{user.public_id}", {"isDeactivated": False})
                user.refresh_from_db()
                client.force_login(user)
        self.deactivated.clear()

    # --- Orders ----------------------------------------------------------------------------------------------------

    @rule(who=picks, first=picks, second=picks, count=seats)
    def place(self, who: int, first: int, second: int, count: int) -> None:
        """Order one or two dates, of one event or of two."""
        who %= len(self.buyers)
        dates = self.list_dates()
        if not dates:
            return
        chosen = {dates[first % len(dates)], dates[second % len(dates)]}
        items = [
            {"_id": event, "bookings": [{"bookingDate": start, "reservationSeats": {"qty": count}}]}
            for event, start in sorted(chosen)
        ]
        answer = self.call(self.buyers[who][1], "post", "/api/orders", {"orderItems": items})
        if answer.status_code == 201:
            self.orders.append((answer.json(), who))

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
        if fault:
            self.paypal.fault("capture", fault, times=times)
        self.call(client, "put", f"/api/orders/{order['_id']}/pay", {"id": paypal_order_id})
        self.paypal.control("faults/clear")

    @rule(who=picks, first=picks, second=picks, count=seats)
    def buy(self, who: int, first: int, second: int, count: int) -> None:
        """Place and pay in one step, so that histories have paid orders."""
        orders, opened = len(self.orders), len(self.at_paypal)
        self.place(who, first, second, count)
        if len(self.orders) > orders:
            self.open_at_paypal(orders)
        if len(self.at_paypal) > opened:
            self.pay(opened, None, 1)

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

    # --- Staff -----------------------------------------------------------------------------------------------------

    @precondition(lambda self: self.orders)
    @rule(pick=picks, how=st.sampled_from(["all", "line", "amount"]), fault=st.sampled_from([None, "error_500_before"]))
    def refund(self, pick: int, how: str, fault: str | None) -> None:
        order, _ = self.get_order(pick)
        request = {"all": {}, "line": {"lines": list_booking_ids(order)[:1]}, "amount": {"amount": "1.50"}}[how]
        if fault:
            self.paypal.fault("refund", fault, times=2)
        self.call(self.staff, "post", f"/api/orders/{order['_id']}/refund", {"reason": "As requested"} | request)
        self.paypal.control("faults/clear")

    @precondition(lambda self: self.orders)
    @rule(pick=picks, accept=st.booleans())
    def decide(self, pick: int, accept: bool) -> None:
        order, _ = self.get_order(pick)
        self.call(self.staff, "post", f"/api/orders/{order['_id']}/decide", {"accept": accept, "reason": "Looked at"})

    @rule(event=picks, capacity=st.integers(0, 8), price=st.sampled_from(["0", "7.35", "12.00", "20.10"]))
    def edit(self, event: int, capacity: int, price: str) -> None:
        self.save_event(event, {"maximumEventCapacity": capacity, "price": price})

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

    @rule(pick=picks)
    def read_pages(self, pick: int) -> None:
        """Read events, an order and the staff's list, in whatever state they are."""
        order, client = self.get_order(pick)
        for reader in (self.staff, client):
            self.call(reader, "get", "/api/products")
            self.call(reader, "get", f"/api/products/{self.get_event_id(pick)}")
            self.call(reader, "get", f"/api/orders/{order['_id']}")
        self.call(self.staff, "get", "/api/orders")

    # --- PayPal, upkeep and the clock ------------------------------------------------------------------------------

    @rule(pick=picks, completed=st.booleans())
    def paypal_ends_its_review(self, pick: int, completed: bool) -> None:
        if pending := [capture for capture in self.paypal.captures() if capture["status"] == "PENDING"]:
            capture_id = pending[pick % len(pending)]["id"]
            self.paypal.control(f"captures/{capture_id}/{'complete' if completed else 'deny'}")

    @rule(pick=picks, how=st.sampled_from(["refund", "reverse"]), part=st.booleans())
    def paypal_returns_money(self, pick: int, how: str, part: bool) -> None:
        if completed := [capture for capture in self.paypal.captures() if capture["status"] == "COMPLETED"]:
            amount = {"amount": {"currency_code": "USD", "value": "2.00"}} if part else {}
            self.paypal.control(f"captures/{completed[pick % len(completed)]['id']}/{how}", **amount)

    @rule(pick=picks)
    def paypal_sends_a_webhook(self, pick: int) -> None:
        """Deliver any webhook, for the first time or again."""
        if webhooks := self.paypal.state()["webhooks"]:
            self.paypal.control(f"webhooks/{webhooks[pick % len(webhooks)]['id']}/redeliver")

    @rule()
    def upkeep(self) -> None:
        call_command("upkeep")

    @rule(minutes=st.sampled_from([1, 6, 16, 61, 6 * 60, 24 * 60]))
    def time_passes(self, minutes: int) -> None:
        self.clock.ahead += timedelta(minutes=minutes)

    # --- Invariants ------------------------------------------------------------------------------------------------

    @invariant()
    def records_are_consistent(self) -> None:
        found = self.checks.run()
        assert not found, found

    def teardown(self) -> None:
        """Deliver every webhook and run upkeep. Then the shop and PayPal must agree."""
        if not self.is_open:
            return
        self.clock.ahead += timedelta(minutes=2)
        for webhook in self.paypal.state()["webhooks"]:
            self.paypal.control(f"webhooks/{webhook['id']}/redeliver")
        call_command("upkeep")
        now, day = self.clock.real_now(), timedelta(days=1)
        comparison = compare(start=now - day, end=now + day)
        found = find_violations()
        assert not found, found
        assert not comparison.differences, comparison.differences
        assert not Order.objects.filter(status=Order.Status.CAPTURING).exists()


def get_status_at_paypal(paypal: Any, paypal_order_id: str) -> str:
    return next((order["status"] for order in paypal.state()["orders"] if order["id"] == paypal_order_id), "")
