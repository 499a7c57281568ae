"""A history of the shop: buyers, friends, volunteers, staff, PayPal and the clock act in any order.

A model of the shop follows beside it (shop.py), which knows for each seat who holds it, what was paid for it and where
that money is. After every step the shop's rows say the same as the model, no date is over capacity and nobody got seats
before those who wait longer; after every few steps, doors and journals say the same as well. At the end, all webhooks
are delivered and upkeep runs: then the shop also agrees with PayPal's record, and `check_books` finds nothing.
"""

import copy
import sys
from contextlib import ExitStack
from datetime import timedelta
from typing import Any

from django.core.cache import cache
from django.db import connection, transaction
from hypothesis.stateful import initialize, invariant
from rest_framework.test import APIClient

from charityshop.models import ShopSettings
from discounts.models import Voucher
from events.models import Event
from payments.reports.consistency_checks import list_violations
from payments.reports.paypal_comparison import compare
from tests.resilience.proof.machine.attention import find_list_violations
from tests.resilience.proof.machine.facts import Facts
from tests.resilience.proof.machine.money import TAX_RATES
from tests.resilience.proof.machine.observer import Observer
from tests.resilience.proof.machine.rules.books import BookRules
from tests.resilience.proof.machine.rules.changes import ChangeRules
from tests.resilience.proof.machine.rules.door import DoorRules
from tests.resilience.proof.machine.rules.friends import FriendRules
from tests.resilience.proof.machine.rules.paypal import PART, PayPalRules
from tests.resilience.proof.machine.rules.staff import StaffRules
from tests.resilience.proof.machine.rules.waiting import WaitingRules
from tests.resilience.proof.machine.seat_checks import SeatCount, find_seat_violations, find_step_violations
from tests.resilience.proof.machine.shop import Shop
from tests.resilience.proof.machine.thanks import ThankChecks
from tests.resilience.proof.machine.world import BEGIN, POLICIES, Clock, build_item, client_of, client_with
from tests.support.factories import MembershipFactory, UserFactory, VoucherFactory, in_days

FIRST_EVENT = 9  # days from the beginning, in the next month
BACK = timedelta(days=90)
# What was decided at doors and what journals say is read whole, and a violation there persists.
STEPS_BETWEEN = 5
# Which tables are compared only if they were written.
SEATS = {"bookings_booking", "bookings_seatlink", "bookings_waitingentry", "events_event", "events_occurrence"}
DOORS = {"bookings_pass", "bookings_seatmove", "door_doorentry", "door_door"}
MONEY = {"orders_order", "payments_payment", "payments_refund", "payments_refundpart", "payments_closedmonth"}


class History(WaitingRules, ChangeRules, FriendRules, DoorRules, StaffRules, PayPalRules, BookRules, ThankChecks):
    """One history. All of them begin in the same way, so that even short ones have something to change."""

    def __init__(self, start: "Start") -> None:
        super().__init__()
        self.start, self.paypal, self.clock = start, start.paypal, start.clock
        self.seats: SeatCount | None = None
        self.is_open = False
        self.steps = 0
        self.unread: set[str] = set()

    @initialize()
    def open_the_shop(self) -> None:
        cache.clear()
        self.anybody = APIClient(SERVER_NAME="localhost")
        self.phones, self.numbers, self.doors, self.entered, self.closed = {}, {}, {}, {}, {}
        if self.start.saved is None:
            self.shop, self.events, self.at_paypal, self.delivered = Shop(), [], [], set()
            self.tokens, self.tickets = {}, {}
            self.observer = Observer(self.shop, Facts())
            self.clock.time = BEGIN
            self.change_tax_rate(self.shop.tax_rate)
            self.begin()
            self.start.save(self)
        self.start.restore(self)
        self.change_tax_rate(self.shop.tax_rate)
        self.savepoint = transaction.savepoint()
        self.watching = ExitStack()
        self.watching.enter_context(connection.execute_wrapper(self.observer.writes))
        self.is_open = True

    def begin(self) -> None:
        """Sell seats of all kinds: free, discounted, to a member, with gifts, to friends, and of a full date."""
        self.paypal.control("webhooks/hold", held=True)
        self.staff = client_of(UserFactory(email="staff@example.com", is_staff=True))
        users = [UserFactory(email=f"buyer{number}@example.com") for number in range(3)]
        self.buyers = {user.pk: client_of(user) for user in users}
        series = {"isRecurring": True, "recurringPattern": {"recurringInterval": "daily"}}
        series["recurringPattern"] |= {"endDate": in_days(FIRST_EVENT + 2).isoformat()}
        self.add_event(name="One Date", price="7.35", maximumEventCapacity=3)
        self.add_event(name="Three Dates", price="12.00", maximumEventCapacity=6, refundPolicy=POLICIES[1], **series)
        self.add_event(name="Open House", price="0", maximumEventCapacity=9)
        Event.objects.filter(public_id=self.events[1]).update(member_price="9.99", member_seats=1)
        MembershipFactory(user=users[1])
        VoucherFactory(code="TENOFF")
        VoucherFactory(code="LAST", kind=Voucher.Kind.FREE_SEATS, value=2, max_uses=2)
        once = VoucherFactory(code="ONCE", value=50, max_uses=1)
        ShopSettings.objects.create(pk=ShopSettings.ONLY, postal_address="1907 Foundry Avenue, Port Alder, WA 98221")
        self.observer.limits = {once.pk: 1}
        one, *three, free = self.list_dates()
        assert self.place_and_pay(0, [build_item(one, 2)], "pay")
        assert self.place_and_pay(0, [build_item(three[0], 1), build_item(free, 1)], "pay")
        assert self.place_and_pay(1, [build_item(three[0], 2)], "pay", voucher="TENOFF", giftPrice="5")
        assert self.place_and_pay(2, [build_item(three[1], 2)], "open", voucher="ONCE")
        self.clock.advance(minutes=45)  # that hold ends, and another order uses its code
        assert self.place_and_pay(1, [build_item(three[1], 1)], "pay", voucher="ONCE")
        self.accept_another_amount(self.place_and_pay(0, [build_item(three[2], 2)], "open"))
        self.accept_another_amount(self.place_and_pay(0, [build_item(free, 1)], "open", giftPrice="5"))
        self.observe()
        line = next(line for _, line in self.list_lines() if line.date == three[0].pk)
        number = next(n for n, (_, each) in enumerate(self.list_lines()) if each is line)
        self.send_links(number, 1, twice=False)
        self.take_unclaimed("23.00")
        self.paypal.change_capture("refund", amount={"currency_code": "USD", "value": PART})
        self.deliver_all()
        self.change_tax_rate(TAX_RATES[1])  # of what is sold from now on

    def accept_another_amount(self, order: str | None) -> None:
        """PayPal takes $23.00 instead of the order's total, and staff accept it."""
        _, user, paypal_order = self.at_paypal[-1]
        assert order
        self.pay_at_paypal(order, user, paypal_order, "wrong_amount")
        self.call(self.staff, "post", f"/api/orders/{order}/decide", {"accept": True, "reason": "Looked at"})
        assert self.call(self.staff, "get", f"/api/orders/{order}").json()["status"] == "paid"

    def add_event(self, **fields: Any) -> None:
        made = self.call(self.staff, "post", "/api/products", {}).json()["_id"]
        times = {"startTime": in_days(FIRST_EVENT).isoformat(), "endTime": in_days(FIRST_EVENT, hours=3).isoformat()}
        saved = self.call(self.staff, "put", f"/api/products/{made}", fields | times)
        assert saved.status_code == 200, saved.content
        self.events.append(made)

    @invariant()
    def the_shop_says_what_the_model_says(self) -> None:
        self.observe()
        written, self.observer.written = self.observer.written, set()
        found = self.compare_seats() if written & SEATS else []
        found += find_list_violations(self.observer) if written & (SEATS | MONEY) else []
        self.unread |= written
        self.steps += 1
        if self.steps % STEPS_BETWEEN == 0:
            found += self.compare_doors() if self.unread & (SEATS | DOORS) else []
            found += self.compare_books() if self.unread & MONEY else []
            found += self.find_choice_violations() if self.unread & SEATS else []
            self.unread = set()
        assert not found, "\n".join(found)

    def compare_seats(self) -> list[str]:
        before, self.seats = self.seats, SeatCount.read(self.clock.now())
        return find_seat_violations(self.seats) + (find_step_violations(before, self.seats) if before else [])

    def teardown(self) -> None:
        """Settle everything. Then the shop and PayPal must agree."""
        if not self.is_open:
            return
        try:
            if not sys.exception():
                self.compare_at_the_end()
        finally:
            self.watching.close()
            transaction.savepoint_rollback(self.savepoint)

    def compare_at_the_end(self) -> None:
        self.paypal.control("faults/clear")
        self.settle()
        for event_id in self.events:  # guests of a hidden event are not thanked
            self.call(self.staff, "post", f"/api/products/{event_id}/restore")
        found = list_violations() + self.compare_seats() + self.compare_doors() + self.compare_books()
        found += [*self.compare_news(), *self.find_choice_violations()]
        assert not found, "\n".join(found)
        found = list(self.compare_thanks())
        assert not found, "\n".join(found)
        comparison = compare(start=self.clock.now() - BACK, end=self.clock.now())
        assert not comparison.differences, comparison.differences


class Start:
    """The beginning of all histories: made once, and restored for each."""

    KEPT = ("shop", "events", "at_paypal", "delivered", "tokens", "tickets")

    def __init__(self, paypal: Any, clock: Clock) -> None:
        self.paypal, self.clock = paypal, clock
        self.saved: dict[str, Any] | None = None
        self.restored = 0

    def save(self, history: History) -> None:
        self.saved = {name: copy.deepcopy(getattr(history, name)) for name in self.KEPT}
        self.staff, self.buyers, self.facts = history.staff, history.buyers, history.observer.facts
        self.limits, self.time = history.observer.limits, self.clock.time
        self.paypal.control("keep")

    def restore(self, history: History) -> None:
        self.restored += 1
        for name, value in copy.deepcopy(self.saved or {}).items():
            setattr(history, name, value)
        history.staff = client_with(self.staff.cookies)
        history.buyers = {pk: client_with(client.cookies) for pk, client in self.buyers.items()}
        history.observer = Observer(history.shop, self.facts)
        history.observer.limits = self.limits
        self.clock.time = self.time
        self.paypal.control("back")
        self.paypal.control("webhooks/hold", held=True)
