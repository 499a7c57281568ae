"""Create the demo's cause: goals, codes, members, orders with gifts, and a ledger with two closed months.

What else PayPal lists of the closed months is explained.
"""

from collections.abc import Callable
from datetime import timedelta
from decimal import Decimal
from functools import partial

from django.utils import timezone

from accounts.models import User
from bookings.services.events import update_event
from charityshop.db.transactions import in_one_transaction
from demo.clock import at
from demo.data import DATA, ORGANIZER, Row
from demo.goals import get_month, seed_goals
from demo.sales import find_user, is_seeded, seed_purchase
from discounts.models import Membership, Voucher
from events.datetimes import get_day_bounds
from events.models import Event
from ledger.calendar import LedgerMonth
from ledger.selectors.months import list_transfers
from ledger.selectors.settlement import get_settlement, read_report
from ledger.services.add_entry import add_entry
from ledger.services.close_month import close_month
from ledger.services.explain_line import explain_line

EXPLANATION = "Made by the demo"


def seed_cause() -> list[str]:
    """Create what is missing, and say what was added. What the shop refuses is left out."""
    organizer = find_user(ORGANIZER)
    if organizer is None:
        return ["The demo has no cause: its admin is missing."]
    parts: list[tuple[str, Callable[[], bool]]] = [
        ("goals", partial(seed_goals, organizer)),
        ("codes", seed_codes),
        ("members", partial(seed_members, organizer)),
        *((get_month(row["ago"]).name, partial(seed_month, row, organizer)) for row in DATA["months"]),
    ]
    added = [name for name, seed in parts if is_seeded(name, seed)]
    return [f"Added to the cause: {', '.join(added) or 'nothing'}."]


# --- Codes and members -----------------------------------------------------------------------------------------------


@in_one_transaction
def seed_codes() -> bool:
    new = [Voucher.objects.get_or_create(code=row["code"], defaults=row)[1] for row in DATA["codes"]]
    return any(new)


@in_one_transaction
def seed_members(organizer: User) -> bool:
    """Create members, one of whom has linked the membership, and a price for them."""
    members, until = DATA["members"], get_month(0).first_day + timedelta(days=400)
    new = [
        Membership.objects.get_or_create(number=number, defaults={"email": email, "valid_until": until})[1]
        for email, number in members["numbers"].items()
    ]
    linked = User.objects.filter(email=members["linked"], membership=None).first()
    Membership.objects.filter(email=members["linked"], user=None).update(user=linked)
    event = Event.objects.published().filter(name=members["event"], member_price=None).first()
    if event and any(new):
        changes = {"member_price": Decimal(members["member_price"]), "member_seats": members["member_seats"]}
        update_event(event_id=event.pk, changes=changes, move_bookings=None, by=organizer)
    return any(new)


# --- Months ----------------------------------------------------------------------------------------------------------


def seed_month(row: Row, organizer: User) -> bool:
    """Let members give in a month, enter its lines, and close it."""
    month = get_month(row["ago"])
    if list_transfers(month).filter(entry__isnull=False).exists():
        return False
    for position, gift in enumerate(row["gifts"]):
        day = min(month.first_day + timedelta(days=3 + 7 * position), timezone.localdate())
        with at(get_day_bounds(day)[0]):
            seed_purchase(gift)
    enter_lines(row, month, organizer)
    if row["ago"]:
        explain_and_close(month, organizer)
    return True


@in_one_transaction
def enter_lines(row: Row, month: LedgerMonth, organizer: User) -> None:
    for line in row["lines"]:
        day, amount = month.first_day.replace(day=line["day"]), Decimal(line["amount"])
        add_entry(month=month, kind=line["kind"], day=day, amount=amount, text=line["text"], by=organizer)


def explain_and_close(month: LedgerMonth, organizer: User) -> None:
    report = read_report(month)
    for line in get_settlement(month, report).lines:
        if line.is_open:
            explain_line(month=month, paypal_id=line.paypal_id, text=EXPLANATION, by=organizer)
    close_month(month=month, digest=get_settlement(month, report).digest, by=organizer)
