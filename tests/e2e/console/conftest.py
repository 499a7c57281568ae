"""The PayPal simulator, a consistency check after every test, and an operator with rows to look at."""

from decimal import Decimal
from uuid import uuid4

import pytest
from django.test import Client

from accounts.models import SecondFactor, SignInCode, User
from bookings.models import Departure, Entry, SeatChange
from charityshop.models import Counter, Outgoing, Retry, ShopSettings
from door.models import EntryText, Night
from events.models import FormerStart
from giving.models import Goal
from ledger.calendar import LedgerMonth
from ledger.models import Month
from ledger.selectors.journal import hash_transfers
from orders.models import (
    Books,
    DateChange,
    Entitlement,
    LedgerEntry,
    Message,
    OrderLine,
    Payment,
    PaymentAlert,
    Reminder,
    SettlementExplanation,
    WebhookEvent,
)
from payments.journal import post_entry
from recaps.models import Recap
from tables.models import Tournament
from tests.changes.change_calls import post_change
from tests.door.till_calls import Phone, open_night
from tests.orders.api_calls import build_order, pay_with_paypal, post_money
from tests.orders.conftest import check_consistency, paypal, simulator
from tests.support.factories import (
    MembershipFactory,
    OccurrenceFactory,
    SeatLinkFactory,
    UserFactory,
    VoucherFactory,
    get_day_in,
    in_days,
)

__all__ = ["check_consistency", "paypal", "simulator"]


@pytest.fixture
def operator() -> User:
    return UserFactory(email="olu@example.com", first_name="Olu", is_staff=True, is_superuser=True)


@pytest.fixture
def console(operator) -> Client:
    client = Client(SERVER_NAME="localhost")
    client.force_login(operator)
    return client


@pytest.fixture
def date():
    return OccurrenceFactory(event__maximum_event_capacity=50, event__price="12.00", event__name="Lantern Night")


@pytest.fixture
def a_row_of_each(paypal, as_visitor, visitor, as_admin, date, operator):
    """Create a row of each table."""
    VoucherFactory(code="SPRING", kind="percent", value=10)
    placed = post_money(as_visitor, build_order(date, voucher="SPRING"), **{"Idempotency-Key": "1"}).json()
    order = pay_with_paypal(paypal, as_visitor, placed)
    as_admin.post(f"/api/orders/{order['_id']}/refund", {"reason": "Ill.", "amount": "1.00"}, format="json")
    assert post_change(as_visitor, order, "return", seats=1, key="2").status_code == 201
    pay_with_paypal(paypal, as_visitor, post_money(as_visitor, build_order(giftPrice=40)).json())
    Payment.objects.create(capture_id="C1", amount="9.00", status="completed")
    PaymentAlert.objects.create(kind="dispute", reference="PP-D-1", amount="9.00", currency="USD", message="A case.")
    WebhookEvent.objects.create(event_id="WH1", event_type="PAYMENT", body={})
    Counter.objects.create(key="hash", count=1, ends_at=in_days(1))
    Retry.objects.create(job="refund", row="1", last_error="broken")
    visitor.places.create(place="hash")
    Outgoing.objects.create(channel="discord", kind="date_moved", about="1", text="New time", give_up_at=in_days(1))
    SignInCode.objects.create(email="hash", browser="hash", code="hash", expires_at=in_days(1))
    SecondFactor.objects.create(user=visitor, secret="SECRET").recovery_codes.create(mark="abcd", encoded="hash")
    ShopSettings.objects.create(pk=ShopSettings.ONLY)
    FormerStart.objects.create(event=date.event, occurrence=date, starts_at=in_days(9))
    link = SeatLinkFactory(booking__occurrence=date)
    Reminder.objects.create(booking=link.booking, starts_at=date.starts_at)
    message = Message.objects.create(
        occurrence=date, audiences=["buyers"], subject="Bring decks", body="Two.", recipient_count=1, by=operator
    )
    message.recipients.create(booking=link.booking)
    Goal.objects.create(title="Lunches", event=date.event, target="3000.00")
    Entry.objects.create(occurrence=date, user=visitor, seats=1, at_least=1, status=Entry.Status.LEFT)
    change = DateChange.objects.create(
        occurrence=date,
        kind="move",
        starts_at=in_days(6),
        ends_at=in_days(6),
        to=date.starts_at,
        reason="Flooded.",
        by=operator,
    )
    SeatChange.objects.create(booking=link.booking, seats=3)
    Departure.objects.create(booking=link.booking, occurrence=OccurrenceFactory())
    night = Night.objects.create(occurrence=link.booking.departures.get().occurrence)
    key = night.links.create(role="door", key_hash="hash", pin_hmac="hash")
    device = night.devices.create(link=key, uuid=uuid4(), name="Ana")
    scan = device.entries.create(seq=1, at=in_days(0), received_at=in_days(0), kind="guest", seats=1)
    EntryText.objects.create(entry=scan, name="Ana", note="The drummer")
    device.unusable_entries.create(night=night, code="bad_seq", sent="{}", received_at=in_days(0))
    add_tournament(scan)
    add_recap(link.booking)
    Entitlement.objects.create(date_change=change, line=OrderLine.objects.get(), until=in_days(1))
    MembershipFactory(user=visitor)
    sell_at_the_door(as_admin, date)
    entry = LedgerEntry.objects.create(kind="cost", account="bank", text="Ice", by=operator)
    post_entry(entry, day=get_day_in(0), amount=Decimal(9))
    month = LedgerMonth.of(get_day_in(-31))
    digest = hash_transfers(month)
    Month.objects.create(first_day=month.first_day, closed_at=in_days(0), closed_by=operator, digest=digest)
    Books.objects.create(pk=Books.ONLY, through=month.last_day)
    SettlementExplanation.objects.create(paypal_id="W1", text="To the bank", by=operator)


def add_tournament(entry) -> None:
    """Create a tournament with a player who reported something. Any entry will do as the pairing."""
    tournament = Tournament.objects.create(night=entry.device.night, format="swiss", minutes=50, points=True, seed=7)
    tournament.players.create().reports.create(pairing=entry, table=1, result={"games": [2, 0, 0]})


def add_recap(booking) -> None:
    recap = Recap.objects.create(occurrence=booking.occurrence, note="See you")
    recap.recipients.create(booking=booking)
    recap.answers.create(is_good=False, text="Too loud")


def sell_at_the_door(as_admin, date) -> None:
    """Sell a seat, keep another one, and begin to count the cash."""
    till = Phone(as_admin, open_night(as_admin, date))
    till.open_drawer()
    assert [till.sell().status_code, till.keep(1).status_code, till.count("Ana", 5).status_code] == [201, 200, 200]
