"""A season of the shop that Hypothesis makes up: buyers, staff, PayPal and the clock do anything, in any order.

After every step the books have to be in order, and no answer may be a crash. When a season ends, PayPal's messages are
delivered, upkeep runs once, and the books have to agree with PayPal's own record.
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
from tests.orders.asking import booking_ids
from tests.resilience.proof.histories.fast_checks import all_wrongs
from tests.resilience.proof.histories.history_base import FIRST_NIGHT, Stage
from tests.resilience.proof.histories.snapshot import Cast, client_of
from tests.support.factories import UserFactory, in_days

MOST_BUYERS, MOST_SEATS = 4, 3
CAPTURE_FAULTS = ("error_500_after", "error_500_before", "decline", "pending", "declined_capture", "wrong_amount")

picks = st.integers(min_value=0, max_value=1000)
seats = st.integers(min_value=1, max_value=MOST_SEATS)


class Season(Stage):
    """One season. The opening's simulator keeps its messages back and can deliver them to this shop."""

    # --- People ----------------------------------------------------------------------------------------------------

    @initialize()
    def open_the_shop(self) -> None:
        if cast := self.opening.again():
            self.enter(cast)
        else:
            self.open_it_for_the_first_time()
        self.is_open = True

    def open_it_for_the_first_time(self) -> None:
        self.opening.clear()
        self.enter(Cast(client_of(UserFactory(email="staff@example.com", is_staff=True))))
        series = {"isRecurring": True, "recurringPattern": {"recurringInterval": "daily"}}
        series["recurringPattern"] |= {"endDate": in_days(FIRST_NIGHT + 2).isoformat()}
        self.add_event(name="One Night", price="7.35", maximumEventCapacity=3)
        self.add_event(name="Three Nights", price="12.00", maximumEventCapacity=4, **series)
        for who in range(2):
            self.register()
            self.buy(who, who, who + 1, 1)
        self.place(0, 0, 1, 1)
        self.open_at_paypal(len(self.orders) - 1)
        self.opening.keep(self.cast)

    @precondition(lambda self: len(self.buyers) < MOST_BUYERS)
    @rule()
    def register(self) -> None:
        client = APIClient(SERVER_NAME="localhost")
        email = f"buyer{len(self.buyers)}@example.com"
        body = {"firstName": "Ana", "lastName": "Diaz", "email": email, "password": "a few random words"}
        answer = self.ask(client, "post", "/api/users", body)
        assert answer.status_code == 201, answer.content
        self.buyers.append((User.objects.get(email=email), client))

    @precondition(lambda self: len(self.orders) > 1 and not self.deactivated)
    @rule(pick=picks)
    def deactivate(self, pick: int) -> None:
        person, _ = self.buyers[pick % len(self.buyers)]
        self.ask(self.staff, "put", f"/api/users/{person.public_id}", {"isDeactivated": True})
        self.deactivated.add(person.pk)

    @precondition(lambda self: self.deactivated)
    @rule()
    def let_everybody_back_in(self) -> None:
        for person, client in self.buyers:
            if person.pk in self.deactivated:
                self.ask(self.staff, "put", f"/api/users/{person.public_id}", {"isDeactivated": False})
                person.refresh_from_db()
                client.force_login(person)
        self.deactivated.clear()

    # --- Orders ----------------------------------------------------------------------------------------------------

    @rule(who=picks, first=picks, second=picks, count=seats)
    def place(self, who: int, first: int, second: int, count: int) -> None:
        """One or two dates, of one night or of two."""
        who %= len(self.buyers)
        dates = self.dates()
        if not dates:
            return
        chosen = {dates[first % len(dates)], dates[second % len(dates)]}
        items = [
            {"_id": night, "bookings": [{"bookingDate": start, "reservationSeats": {"qty": count}}]}
            for night, start in sorted(chosen)
        ]
        answer = self.ask(self.buyers[who][1], "post", "/api/orders", {"orderItems": items})
        if answer.status_code == 201:
            self.orders.append((answer.json(), who))

    @precondition(lambda self: self.orders)
    @rule(pick=picks)
    def open_at_paypal(self, pick: int) -> None:
        number = pick % len(self.orders)
        order, client = self.order(number)
        answer = self.ask(client, "post", f"/api/orders/{order['_id']}/paypal")
        if answer.status_code == 200 and (number, answer.json()["id"]) not in self.at_paypal:
            self.at_paypal.append((number, answer.json()["id"]))

    @precondition(lambda self: self.at_paypal)
    @rule(pick=picks, fault=st.sampled_from([None, None, None, *CAPTURE_FAULTS]), times=st.integers(1, 2))
    def pay(self, pick: int, fault: str | None, times: int) -> None:
        """The buyer approves and the browser pays; PayPal may have its day."""
        number, paypal_order_id = self.at_paypal[pick % len(self.at_paypal)]
        order, client = self.order(number)
        if status_at_paypal(self.paypal, paypal_order_id) == "CREATED":
            self.paypal.approve(paypal_order_id)
        if fault:
            self.paypal.fault("capture", fault, times=times)
        self.ask(client, "put", f"/api/orders/{order['_id']}/pay", {"id": paypal_order_id})
        self.paypal.control("faults/clear")

    @rule(who=picks, first=picks, second=picks, count=seats)
    def buy(self, who: int, first: int, second: int, count: int) -> None:
        """All the way at once, so that seasons have paid orders in them."""
        orders, opened = len(self.orders), len(self.at_paypal)
        self.place(who, first, second, count)
        if len(self.orders) > orders:
            self.open_at_paypal(orders)
        if len(self.at_paypal) > opened:
            self.pay(opened, None, 1)

    @rule(who=picks, first=picks, count=seats, faults=st.lists(st.sampled_from(CAPTURE_FAULTS), min_size=1, max_size=3))
    def buy_with_bad_luck(self, who: int, first: int, count: int, faults: list[str]) -> None:
        """And try again, as often as the order can still be paid for."""
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
        order, client = self.order(pick)
        self.ask(client, "put", f"/api/orders/{order['_id']}/pay", {"test": True})

    @precondition(lambda self: self.orders)
    @rule(pick=picks, by_staff=st.booleans())
    def cancel(self, pick: int, by_staff: bool) -> None:
        order, client = self.order(pick)
        self.ask(self.staff if by_staff else client, "post", f"/api/orders/{order['_id']}/cancel")

    # --- Staff -----------------------------------------------------------------------------------------------------

    @precondition(lambda self: self.orders)
    @rule(pick=picks, how=st.sampled_from(["all", "line", "amount"]), fault=st.sampled_from([None, "error_500_before"]))
    def refund(self, pick: int, how: str, fault: str | None) -> None:
        order, _ = self.order(pick)
        asked = {"all": {}, "line": {"lines": booking_ids(order)[:1]}, "amount": {"amount": "1.50"}}[how]
        if fault:
            self.paypal.fault("refund", fault, times=2)
        self.ask(self.staff, "post", f"/api/orders/{order['_id']}/refund", {"reason": "As asked"} | asked)
        self.paypal.control("faults/clear")

    @precondition(lambda self: self.orders)
    @rule(pick=picks, accept=st.booleans())
    def decide(self, pick: int, accept: bool) -> None:
        order, _ = self.order(pick)
        self.ask(self.staff, "post", f"/api/orders/{order['_id']}/decide", {"accept": accept, "reason": "Looked at"})

    @rule(night=picks, capacity=st.integers(0, 8), price=st.sampled_from(["0", "7.35", "12.00", "20.10"]))
    def edit(self, night: int, capacity: int, price: str) -> None:
        self.save(night, {"maximumEventCapacity": capacity, "price": price})

    @rule(night=picks, hours=st.integers(-2, 30), move=st.sampled_from([None, True, False]))
    def change_times(self, night: int, hours: int, move: bool | None) -> None:
        shown = self.look(night)
        start = datetime.fromisoformat(shown["startTime"]) + timedelta(hours=hours)
        times = {"startTime": start.isoformat(), "endTime": (start + timedelta(hours=3)).isoformat()}
        self.save(night, times | ({} if move is None else {"moveBookings": move}))

    @precondition(lambda self: self.orders)
    @rule(pick=picks, refund=st.booleans())
    def snooze(self, pick: int, refund: bool) -> None:
        if dates := self.dates():
            night, start = dates[pick % len(dates)]
            body = {"startTime": start, "refund": refund, "reason": "Flooded"}
            self.ask(self.staff, "post", f"/api/products/{night}/snooze", body)

    @rule(night=picks, days=st.integers(0, 2))
    def unsnooze(self, night: int, days: int) -> None:
        start = datetime.fromisoformat(self.look(night)["startTime"]) + timedelta(days=days)
        self.ask(self.staff, "post", f"/api/products/{self.night(night)}/unsnooze", {"startTime": start.isoformat()})

    @precondition(lambda self: self.orders and not self.archived)
    @rule(night=picks)
    def archive(self, night: int) -> None:
        self.archived = self.night(night)
        self.ask(self.staff, "post", f"/api/products/{self.archived}/archive")

    @precondition(lambda self: self.archived)
    @rule()
    def restore(self) -> None:
        self.ask(self.staff, "post", f"/api/products/{self.archived}/restore")
        self.archived = ""

    @rule(pick=picks)
    def look_around(self, pick: int) -> None:
        """What is on, a night, an order and the staff's lists can be read, however things stand."""
        order, client = self.order(pick)
        for reader in (self.staff, client):
            self.ask(reader, "get", "/api/products")
            self.ask(reader, "get", f"/api/products/{self.night(pick)}")
            self.ask(reader, "get", f"/api/orders/{order['_id']}")
        self.ask(self.staff, "get", "/api/orders")

    # --- PayPal, upkeep and the clock ------------------------------------------------------------------------------

    @rule(pick=picks, completed=st.booleans())
    def paypal_ends_its_review(self, pick: int, completed: bool) -> None:
        if waiting := [capture for capture in self.paypal.captures() if capture["status"] == "PENDING"]:
            capture_id = waiting[pick % len(waiting)]["id"]
            self.paypal.control(f"captures/{capture_id}/{'complete' if completed else 'deny'}")

    @rule(pick=picks, how=st.sampled_from(["refund", "reverse"]), part=st.booleans())
    def paypal_gives_money_back(self, pick: int, how: str, part: bool) -> None:
        if kept := [capture for capture in self.paypal.captures() if capture["status"] == "COMPLETED"]:
            amount = {"amount": {"currency_code": "USD", "value": "2.00"}} if part else {}
            self.paypal.control(f"captures/{kept[pick % len(kept)]['id']}/{how}", **amount)

    @rule(pick=picks)
    def paypal_tells(self, pick: int) -> None:
        """Any of its messages, for the first time or again."""
        if messages := self.paypal.state()["webhooks"]:
            self.paypal.control(f"webhooks/{messages[pick % len(messages)]['id']}/redeliver")

    @rule()
    def upkeep(self) -> None:
        call_command("upkeep")

    @rule(minutes=st.sampled_from([1, 6, 16, 61, 6 * 60, 24 * 60]))
    def time_passes(self, minutes: int) -> None:
        self.clock.ahead += timedelta(minutes=minutes)

    # --- What has to be true ---------------------------------------------------------------------------------------

    @invariant()
    def the_books_are_in_order(self) -> None:
        found = self.books.wrongs()
        assert not found, found

    def teardown(self) -> None:
        """The last message is delivered, and upkeep has run: nothing is lost between the shop and PayPal."""
        if not self.is_open:
            return
        self.clock.ahead += timedelta(minutes=2)
        for message in self.paypal.state()["webhooks"]:
            self.paypal.control(f"webhooks/{message['id']}/redeliver")
        call_command("upkeep")
        seen = compare(start=self.clock.real_now() - timedelta(days=1), end=self.clock.real_now() + timedelta(days=1))
        found = all_wrongs()
        assert not found, found
        assert not seen.differences, seen.differences
        assert not Order.objects.filter(status=Order.Status.CAPTURING).exists()


def status_at_paypal(paypal: Any, paypal_order_id: str) -> str:
    return next((order["status"] for order in paypal.state()["orders"] if order["id"] == paypal_order_id), "")
