"""Create the demo's cause: goals, codes, members, orders with gifts, and a ledger with two closed months.

The PayPal simulator captures the orders of past months at their time, so that the journal has them on their days. What
else PayPal lists of those months is explained.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal
from functools import partial

from django.utils import timezone

from accounts.models import User
from bookings.services.events import update_event
from changes.demo import JUNE, ORGANIZER, THEO, UNPAID, WREN, build_item, buy, find_date, is_seeded
from charityshop.db.transactions import in_one_transaction
from charityshop.models import ShopSettings
from discounts.models import Membership, Voucher
from events.datetimes import get_day_bounds
from events.models import Event
from giving.models import Goal
from giving.services import create_goal
from ledger.calendar import LedgerMonth
from ledger.selectors.months import list_transfers
from ledger.selectors.settlement import get_settlement, read_report
from ledger.services.add_entry import add_entry
from ledger.services.close_month import close_month
from ledger.services.explain_line import explain_line
from orders.models import Order

CHARITY = "Port Alder Food Bank"
CONTACT = "hello@example.com"
EVENT = "Twelve Hours for the Food Bank"
MEMBERS_EVENT = "Commander at the Kettle"
MEMBER_PRICE = Decimal(8)
CODE = "LANTERN"
EXPLANATION = "Made by the demo"
LAST_DAY_OF_MONTH = 28  # of the demo's lines, in every month


@dataclass(frozen=True, slots=True)
class DemoGift:
    """A paid order with a gift, perhaps with seats. Each member gives an amount once."""

    email: str
    gift: Decimal
    seats: int = 0
    voucher: str = ""


@dataclass(frozen=True, slots=True)
class DemoLine:
    """A line that staff enter."""

    day: int
    kind: str
    amount: Decimal
    text: str


@dataclass(frozen=True, slots=True)
class DemoMonth:
    """A month that is this many months ago, and is closed unless it is the current one (0)."""

    ago: int
    gifts: Sequence[DemoGift]
    lines: Sequence[DemoLine]


MONTHS = (
    DemoMonth(
        2,
        gifts=(DemoGift(JUNE, Decimal(10), seats=2), DemoGift(THEO, Decimal(25)), DemoGift(WREN, Decimal(50))),
        lines=(
            DemoLine(9, "cost", Decimal(60), "Room at the Long Table, four evenings"),
            DemoLine(LAST_DAY_OF_MONTH, "paid_out", Decimal(80), f"Bank transfer to the {CHARITY}"),
        ),
    ),
    DemoMonth(
        1,
        gifts=(DemoGift(JUNE, Decimal(5)), DemoGift(THEO, Decimal(20), seats=1), DemoGift(WREN, Decimal(15))),
        lines=(
            DemoLine(6, "cost", Decimal("32.50"), "Sleeves and table numbers"),
            DemoLine(LAST_DAY_OF_MONTH, "paid_out", Decimal(30), f"Bank transfer to the {CHARITY}"),
        ),
    ),
    DemoMonth(
        0,
        gifts=(
            DemoGift(JUNE, Decimal(1), seats=1, voucher=CODE),
            DemoGift(THEO, Decimal(2)),
            DemoGift(WREN, Decimal(3)),
        ),
        lines=(DemoLine(1, "cost", Decimal(18), "Prizes for the Pauper league"),),
    ),
)


def seed_cause() -> list[str]:
    """Create what is missing, and say what was added. What the shop refuses is left out."""
    organizer = User.objects.filter(email=ORGANIZER).first()
    if organizer is None:
        return ["The demo has no cause: its admin is missing."]
    parts: list[tuple[str, Callable[[], bool]]] = [
        ("goals", partial(seed_goals, organizer)),
        ("codes", seed_codes),
        ("members", partial(seed_members, organizer)),
        *((get_month(month.ago).name, partial(seed_month, month, organizer)) for month in MONTHS),
    ]
    added = [name for name, seed in parts if is_seeded(name, seed)]
    return [f"Added to the cause: {', '.join(added) or 'nothing'}."]


# --- Goals, codes and members ----------------------------------------------------------------------------------------


@in_one_transaction
def seed_goals(organizer: User) -> bool:
    """Set a goal for an event and one for the season, and name the charity and an address to write to."""
    if Goal.objects.exists():
        return False
    shop, _ = ShopSettings.objects.get_or_create(pk=1)
    shop.charity = shop.charity or CHARITY
    shop.contact_email = shop.contact_email or CONTACT
    shop.save()
    meals = {"unit_name": "meals", "unit_cost": Decimal("1.80"), "source": CHARITY}
    first_day = get_month(2).first_day
    season = {"title": "This season", "starts_on": first_day, "ends_on": first_day + timedelta(days=300)}
    create_goal(fields={**season, "target": Decimal(3000), **meals}, by=organizer)
    if event := Event.objects.published().filter(name=EVENT).first():
        create_goal(fields={"title": EVENT, "event": event, "target": Decimal(900), **meals}, by=organizer)
    return True


@in_one_transaction
def seed_codes() -> bool:
    """Create a code for everybody, and one for a free seat, of which twenty can be used."""
    percent = {"kind": Voucher.Kind.PERCENT, "value": 10}
    _, is_new = Voucher.objects.get_or_create(code=CODE, defaults=percent)
    free = {"kind": Voucher.Kind.FREE_SEATS, "value": 1, "max_uses": 20, "per_person": 1}
    Voucher.objects.get_or_create(code="BRING-A-FRIEND", defaults=free)
    return is_new


@in_one_transaction
def seed_members(organizer: User) -> bool:
    """Create members, one of whom has linked the membership, and a price for them."""
    until = get_month(0).first_day + timedelta(days=400)
    numbers = {JUNE: "K-1017", THEO: "K-1018", "hollis@example.com": "K-1019"}
    new = [
        Membership.objects.get_or_create(number=number, defaults={"email": email, "valid_until": until})[1]
        for email, number in numbers.items()
    ]
    june = User.objects.filter(email=JUNE, membership=None).first()
    Membership.objects.filter(number=numbers[JUNE], user=None).update(user=june)
    event = Event.objects.published().filter(name=MEMBERS_EVENT, member_price=None).first()
    if event and any(new):
        changes = {"member_price": MEMBER_PRICE, "member_seats": 1}
        update_event(event_id=event.pk, changes=changes, move_bookings=None, by=organizer)
    return any(new)


# --- Months ----------------------------------------------------------------------------------------------------------


def get_month(ago: int) -> LedgerMonth:
    """Return the month that is this many months ago.

    On the first day of a month, count from the last month, because it can't be closed yet.
    """
    month = LedgerMonth.of(timezone.localdate() - timedelta(days=1))
    for _ in range(ago):
        month = LedgerMonth.of(month.first_day - timedelta(days=1))
    return month


def seed_month(wanted: DemoMonth, organizer: User) -> bool:
    """Let members give in a month, enter its lines, and close it."""
    month = get_month(wanted.ago)
    if list_transfers(month).filter(entry__isnull=False).exists():
        return False
    for position, gift in enumerate(wanted.gifts):
        seed_gift(gift, min(month.first_day + timedelta(days=3 + 7 * position), timezone.localdate()))
    enter_lines(wanted, month, organizer)
    if wanted.ago:
        explain_and_close(month, organizer)
    return True


@in_one_transaction
def enter_lines(wanted: DemoMonth, month: LedgerMonth, organizer: User) -> None:
    for line in wanted.lines:
        day = month.first_day.replace(day=line.day)
        add_entry(month=month, kind=line.kind, day=day, amount=line.amount, text=line.text, by=organizer)


def seed_gift(wanted: DemoGift, day: date) -> None:
    """Let the member pay an order with this gift, unless they have one, and book it on the day."""
    buyer, event_date = User.objects.filter(email=wanted.email).first(), find_date(EVENT, 1)
    if buyer is None or has_given(buyer, wanted.gift):
        return
    items = [build_item(event_date, wanted.seats)] if event_date and wanted.seats else []
    paid_at = get_day_bounds(day)[0]
    buy(buyer, items, gift=wanted.gift, voucher=wanted.voucher if items else "", at=paid_at)


def has_given(buyer: User, gift: Decimal) -> bool:
    return Order.objects.filter(user=buyer, gift_price=gift).exclude(status__in=UNPAID).exists()


def explain_and_close(month: LedgerMonth, organizer: User) -> None:
    report = read_report(month)
    for line in get_settlement(month, report).lines:
        if line.is_open:
            explain_line(month=month, paypal_id=line.paypal_id, text=EXPLANATION, by=organizer)
    close_month(month=month, digest=get_settlement(month, report).digest, by=organizer)
