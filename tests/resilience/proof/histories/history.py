"""A history of the shop that Hypothesis generates: buyers, guests, staff, PayPal and the clock act in any order.

No answer may be a crash. After every step the shop's records are consistent, seats and cents add up, nobody got seats
before those who wait longer, and PayPal has moved the money that the shop says. At the end of a history PayPal's
webhooks are delivered, upkeep runs once, and the shop's records must agree with PayPal's.
"""

from datetime import timedelta

from django.core.management import call_command
from django.utils import timezone
from hypothesis.stateful import initialize, invariant, precondition, rule
from rest_framework.test import APIClient

from accounts.models import User
from discounts.models import Voucher
from events.models import Event
from orders.models import Order
from orders.reports.paypal_comparison import compare
from tests.resilience.proof.histories.fast_checks import find_violations
from tests.resilience.proof.histories.history_base import FIRST_EVENT, PAUSES_END, picks
from tests.resilience.proof.histories.paypal_checks import find_differences
from tests.resilience.proof.histories.rules.changes import ChangeRules
from tests.resilience.proof.histories.rules.date_changes import DateChangeRules, find_overdue_choices
from tests.resilience.proof.histories.rules.paypal import PayPalRules
from tests.resilience.proof.histories.rules.seat_links import SeatLinkRules
from tests.resilience.proof.histories.rules.staff import POLICIES, StaffRules
from tests.resilience.proof.histories.rules.waiting_lists import WaitingListRules
from tests.resilience.proof.histories.seat_checks import SeatCount, find_seat_violations, find_step_violations
from tests.resilience.proof.histories.snapshot import State, client_of
from tests.support.factories import MembershipFactory, UserFactory, VoucherFactory, in_days

MAX_BUYERS = 5


class History(WaitingListRules, ChangeRules, DateChangeRules, SeatLinkRules, StaffRules, PayPalRules):
    """One history."""

    seats: SeatCount | None = None
    """The seats after the last step that changed any."""
    checked_at: object = None

    @initialize()
    def open_the_shop(self) -> None:
        if state := self.snapshot.restore():
            self.load(state)
        else:
            self.create_state()
        self.is_open = True

    def create_state(self) -> None:
        """Create the beginning of all histories: a full date with a waiting list, a held order, and a guest."""
        self.snapshot.clear()
        self.load(State(client_of(UserFactory(email="staff@example.com", is_staff=True))))
        series = {"isRecurring": True, "recurringPattern": {"recurringInterval": "daily"}}
        series["recurringPattern"] |= {"endDate": in_days(FIRST_EVENT + 2).isoformat()}
        self.add_event(name="One Date", price="7.35", maximumEventCapacity=3)
        self.add_event(name="Three Dates", price="12.00", maximumEventCapacity=4, refundPolicy=POLICIES[1], **series)
        self.create_discounts()
        for who in range(2):
            self.register()
            self.buy(who, who, who + 1, 1)
        MembershipFactory(user=self.buyers[1][0])
        self.place(0, 0, 1, 1)
        self.open_at_paypal(len(self.orders) - 1)
        self.register()
        self.buy(2, 3, 3, 3)
        self.send_links(0, 2, twice=False)
        self.claim_seat(0, "")
        self.buy_the_rest(1, 0)
        self.join(2, 0, 2, 1)
        self.deliver_webhooks()
        self.snapshot.save(self.state)

    def create_discounts(self) -> None:
        """Create a code of 10 %, one that frees two seats and can be used twice, and a price for members."""
        VoucherFactory(code="TENOFF")
        VoucherFactory(code="LAST", kind=Voucher.Kind.FREE_SEATS, value=2, max_uses=2)
        Event.objects.filter(public_id=self.events[1]).update(member_price="9.99", member_seats=1)

    def deliver_webhooks(self) -> None:
        for webhook in self.paypal.state()["webhooks"]:
            if webhook["status"] != "delivered":
                self.paypal.control(f"webhooks/{webhook['id']}/redeliver")

    # --- Users -----------------------------------------------------------------------------------------------------

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

    # --- Invariants ------------------------------------------------------------------------------------------------

    @invariant()
    def records_are_consistent(self) -> None:
        """Check the rows, unless neither they nor the time have changed."""
        found, rows = self.checks.run(), self.checks.consistent_rows
        assert not found, found
        if self.seats and self.checked_at == (id(rows), self.clock.ahead):
            return
        self.checked_at = (id(rows), self.clock.ahead)
        before, self.seats = self.seats, SeatCount.read(timezone.now())
        found = find_seat_violations(self.seats)
        found += find_step_violations(before, self.seats) if before else []
        assert not found, found

    def teardown(self) -> None:
        """Deliver all webhooks that have not arrived and run upkeep. Then the shop and PayPal must agree."""
        if not self.is_open:
            return
        self.end_outage()
        self.clock.ahead += PAUSES_END
        self.deliver_webhooks()
        call_command("upkeep")
        now, day = self.clock.real_now(), timedelta(days=1)
        comparison = compare(start=now - day, end=now + day)
        found = find_violations() + find_differences(self.paypal.state()) + find_overdue_choices()
        assert not found, found
        assert not comparison.differences, comparison.differences
        assert not Order.objects.filter(status=Order.Status.CAPTURING).exists()
