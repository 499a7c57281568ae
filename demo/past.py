"""Create the demo's past: a season of figures, a date whose guests were thanked, and a ledger with closed months."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta, tzinfo
from decimal import Decimal
from functools import partial
from unittest.mock import patch

from django.conf import settings
from django.utils import timezone

from accounts.models import User
from bookings.mails import get_event_url
from bookings.models import WaitingEntry
from bookings.posts import PUBLISHED_AFTER
from bookings.services.events import update_event
from changes.services.send_outbox import send_outbox
from charityshop.db.transactions import in_one_transaction
from charityshop.models import ShopSettings
from demo.data import DATA, DemoEvent, Row, read_events
from demo.events import seed_events, seed_users
from demo.sales import buy, cancel, find_date, get_organizer, seed_all, seed_purchase
from demo.tonight import open_demo_door
from discounts.models import Membership, Voucher
from door.models import DoorLink
from door.services.doors import close_door
from events.datetimes import get_day_bounds, get_shop_zone
from events.models import Event, Occurrence
from giving.models import Goal
from giving.services import create_goal
from ledger.calendar import LedgerMonth
from ledger.selectors.months import list_transfers
from ledger.selectors.settlement import get_settlement, read_report
from ledger.services.add_entry import add_entry
from ledger.services.close_month import close_month
from ledger.services.explain_line import explain_line
from recaps.models import Recap
from recaps.selectors.drafts import get_morning_after
from recaps.services import change_draft, make_answer_token, send_recap, store_answer

RECAP: Row = DATA["recap"]
WEEK, DAY = timedelta(days=7), timedelta(days=1)
EXPLANATION = "Made by the demo"

# --- The clock -------------------------------------------------------------------------------------------------------
#
# Services and models read Django's clock: the `datetime` in `django.utils.timezone`. Columns with
# `default=timezone.now` are bound to that function, so replacing the function itself would not reach them.


class AnyDatetime(type):
    """Of a clock, in whose place Django asks whether a value is a datetime."""

    def __instancecheck__(cls, value: object) -> bool:
        return isinstance(value, datetime)


@contextmanager
def at(moment: datetime) -> Iterator[None]:
    """Let something happen at this moment. Its emails and posts are sent, because later it would be too late.

    A new event is posted a while after it is published.
    """

    class Clock(datetime, metaclass=AnyDatetime):
        @classmethod
        def now(cls, tz: tzinfo | None = None) -> datetime:  # type: ignore[override]
            return moment.astimezone(tz)

    with patch.object(timezone, "datetime", Clock):
        yield
        send_outbox(now=moment + PUBLISHED_AFTER)


# --- The figures -----------------------------------------------------------------------------------------------------


def seed_figures() -> list[str]:
    """Create the missing series, and say where their figures are. What the shop refuses is left out."""
    seed_users(DATA["guests"], None)
    added = seed_all((event.name, partial(seed_series, event)) for event in read_events(DATA["past"]))
    return [f"Figures: {settings.SITE_URL}/admin/figures ({', '.join(added) or 'nothing'} added)"]


def seed_series(demo_event: DemoEvent) -> bool:
    """Let members buy seats for the whole series before it begins, and then let one date after the other take place."""
    row = demo_event.row
    with at(demo_event.fields["starts_at"] - 3 * DAY):
        if not seed_events([demo_event]):
            return False
        dates = list(Event.objects.get(name=demo_event.name).occurrences.order_by("starts_at"))
        for email, seats in row["seats"].items():
            buy(User.objects.get(email=email), dict(zip(dates, seats, strict=True)))
    for number, date in enumerate(dates):
        hold_date(row, number, date)
    return True


def hold_date(row: Row, number: int, date: Occurrence) -> None:
    organizer, canceled = get_organizer(), row.get("canceled", {})
    with at(date.starts_at - DAY):
        if number + 1 == canceled.get("date"):
            cancel(date, canceled["reason"])
        if waited := row.get("waited", 0):
            WaitingEntry.objects.create(
                occurrence=date, user=organizer, seats=waited, at_least=1, status=WaitingEntry.Status.ENDED
            )
    if came := {email: seats[number] for email, seats in row.get("came", {}).items()}:
        with at(date.starts_at):
            door = open_demo_door(date, roles=[DoorLink.Role.DOOR], inside=came)[0].link.door
        with at(date.ends_at):
            close_door(door_id=door.pk, force=False, by=organizer)


# --- The thank-you email ---------------------------------------------------------------------------------------------


def seed_recap() -> list[str]:
    """Create the past date, unless there is one, and return its address."""
    later = find_date(RECAP["event"], 2)
    if later is None:
        return ["The demo has no past date: its event is missing."]
    recap = Recap.objects.filter(occurrence__event=later.event).select_related("occurrence").first()
    past = recap.occurrence if recap else thank_buyers(later)
    return [f"Past date: {get_event_url(later.event.public_id, past.starts_at)}"]


def thank_buyers(later: Occurrence) -> Occurrence:
    """Let members buy seats of the last date whose morning after has come, and send its thank-you emails then.

    Until they have their note, they are stopped: the shop's `upkeep` may run, for which the date is over.
    """
    starts_at, length = later.starts_at, later.ends_at - later.starts_at
    while (morning := get_morning_after(starts_at + length, get_shop_zone())) > timezone.now():
        starts_at -= WEEK
    times = {"starts_at": starts_at, "ends_at": starts_at + length}
    with at(starts_at - 2 * DAY):
        past, _ = Occurrence.objects.get_or_create(event=later.event, starts_at=starts_at, defaults=times)
        change_draft(date_id=past.pk, note="", is_stopped=True, by=get_organizer())
        for email, count in RECAP["seats"].items():
            buy(User.objects.get(email=email), {past: count})
    with at(morning):
        send_thanks(past)
    return past


@in_one_transaction
def send_thanks(date: Occurrence) -> None:
    change_draft(date_id=date.pk, note=RECAP["note"], is_stopped=False, by=get_organizer())
    send_recap(date.pk, now=timezone.now())
    for recipient, answer in zip(date.recap.recipients.all(), RECAP["answers"], strict=False):
        store_answer(token=make_answer_token(recipient), **answer)


# --- The cause: goals, codes, members, and months --------------------------------------------------------------------


@in_one_transaction
def seed_goals() -> list[str]:
    """Set goals for an event and for the season. Name the charity and addresses, unless an operator has."""
    if Goal.objects.exists():
        return ["The goals are set already."]
    shop, _ = ShopSettings.objects.get_or_create(pk=ShopSettings.ONLY)
    for column, value in DATA["shop"].items():
        setattr(shop, column, getattr(shop, column) or value)
    shop.save()
    meals = {"unit_name": "meals", "unit_cost": Decimal("1.80"), "source": shop.charity}
    first_day = get_month(2).first_day
    season = {"starts_on": first_day, "ends_on": first_day + timedelta(days=300)}
    for row in DATA["goals"]:
        event = Event.objects.published().filter(name=row.get("event")).first()
        if event or "event" not in row:
            create_goal(fields={**row, **meals, **({"event": event} if event else season)}, by=get_organizer())
    return ["Set the goals."]


def get_month(ago: int) -> LedgerMonth:
    """Return the month that is this many months ago.

    On the first day of a month, count from the last month, because it can't be closed yet.
    """
    month = LedgerMonth.of(timezone.localdate() - timedelta(days=1))
    for _ in range(ago):
        month = LedgerMonth.of(month.first_day - timedelta(days=1))
    return month


def seed_cause() -> list[str]:
    """Create what is missing, and say what was added. PayPal's list of a closed month is explained."""
    months = [(get_month(row["ago"]).name, partial(seed_month, row)) for row in DATA["months"]]
    added = seed_all([("codes", seed_codes), ("members", seed_members), *months])
    return [f"Added to the cause: {', '.join(added) or 'nothing'}."]


@in_one_transaction
def seed_codes() -> bool:
    new = [Voucher.objects.get_or_create(code=row["code"], defaults=row)[1] for row in DATA["codes"]]
    return any(new)


@in_one_transaction
def seed_members() -> bool:
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
        update_event(event_id=event.pk, changes=changes, move_bookings=None, by=get_organizer())
    return any(new)


def seed_month(row: Row) -> bool:
    """Let members give in a month, enter its lines, and close it."""
    month, organizer = get_month(row["ago"]), get_organizer()
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
