"""Create the demo's past: series of which the figures tell, and a date whose guests were thanked and answered."""

from datetime import timedelta
from functools import partial

from django.conf import settings
from django.utils import timezone

from accounts.models import User
from bookings.mails import get_event_url
from bookings.models import WaitingEntry
from charityshop.db.transactions import in_one_transaction
from demo.clock import at
from demo.data import DATA, ORGANIZER, DemoEvent, Row, read_events
from demo.events import seed_events, seed_users
from demo.goals import seed_goals
from demo.sales import buy, cancel, find_date, find_user, is_seeded
from demo.tonight import open_demo_door
from door.models import DoorLink
from door.services.doors import close_door
from events.datetimes import get_shop_zone
from events.models import Event, Occurrence
from recaps.models import Recap
from recaps.selectors.drafts import get_morning_after
from recaps.services import change_draft, make_answer_token, send_recap, store_answer

RECAP: Row = DATA["recap"]
WEEK, DAY = timedelta(days=7), timedelta(days=1)


# --- The figures -----------------------------------------------------------------------------------------------------


def seed_figures() -> list[str]:
    """Create the missing series, and say where their figures are. What the shop refuses is left out."""
    organizer = find_user(ORGANIZER)
    if organizer is None:
        return ["The demo has no figures: its admin is missing."]
    seed_goals(organizer)
    seed_users(DATA["guests"], None)
    series = [(event.name, partial(seed_series, event, organizer)) for event in read_events(DATA["past"])]
    added = [name for name, seed in series if is_seeded(name, seed)]
    return [f"Figures: {settings.SITE_URL}/admin/figures ({', '.join(added) or 'nothing'} added)"]


def seed_series(demo_event: DemoEvent, organizer: User) -> bool:
    """Let members buy seats for the whole series before it begins, and then let one date after the other take place."""
    row = demo_event.row
    with at(demo_event.fields["starts_at"] - 3 * DAY):
        if not seed_events([demo_event]):
            return False
        dates = list(Event.objects.get(name=demo_event.name).occurrences.order_by("starts_at"))
        for email, seats in row["seats"].items():
            buy(User.objects.get(email=email), dict(zip(dates, seats, strict=True)))
    for number, date in enumerate(dates):
        hold_date(row, number, date, organizer)
    return True


def hold_date(row: Row, number: int, date: Occurrence, organizer: User) -> None:
    canceled = row.get("canceled", {})
    with at(date.starts_at - DAY):
        if number + 1 == canceled.get("date"):
            cancel(date, canceled["reason"], organizer)
        if waited := row.get("waited", 0):
            WaitingEntry.objects.create(
                occurrence=date, user=organizer, seats=waited, at_least=1, status=WaitingEntry.Status.ENDED
            )
    if came := {email: seats[number] for email, seats in row.get("came", {}).items()}:
        with at(date.starts_at):
            door = open_demo_door(date, organizer, roles=[DoorLink.Role.DOOR], inside=came)[0].link.door
        with at(date.ends_at):
            close_door(door_id=door.pk, force=False, by=organizer)


# --- The thank-you email ---------------------------------------------------------------------------------------------


def seed_recap() -> list[str]:
    """Create the past date, unless there is one, and return its address."""
    later, organizer = find_date(RECAP["event"], 2), find_user(ORGANIZER)
    members = User.objects.filter(email__in=RECAP["seats"])
    if later is None or organizer is None or len(members) < len(RECAP["seats"]):
        return ["The demo has no past date: its event or its members are missing."]
    recap = Recap.objects.filter(occurrence__event=later.event).select_related("occurrence").first()
    past = recap.occurrence if recap else thank_buyers(later, organizer)
    return [f"Past date: {get_event_url(later.event.public_id, past.starts_at)}"]


def thank_buyers(later: Occurrence, organizer: User) -> Occurrence:
    """Let members buy seats of the last date whose morning after has come, and send its thank-you emails then.

    Until they have their note, they are stopped: the shop's `upkeep` may run, for which the date is over.
    """
    seed_goals(organizer)
    starts_at, length = later.starts_at, later.ends_at - later.starts_at
    while (morning := get_morning_after(starts_at + length, get_shop_zone())) > timezone.now():
        starts_at -= WEEK
    times = {"starts_at": starts_at, "ends_at": starts_at + length}
    with at(starts_at - 2 * DAY):
        past, _ = Occurrence.objects.get_or_create(event=later.event, starts_at=starts_at, defaults=times)
        change_draft(date_id=past.pk, note="", is_stopped=True, by=organizer)
        for email, count in RECAP["seats"].items():
            buy(User.objects.get(email=email), {past: count})
    with at(morning):
        send_thanks(past, organizer)
    return past


@in_one_transaction
def send_thanks(date: Occurrence, organizer: User) -> None:
    change_draft(date_id=date.pk, note=RECAP["note"], is_stopped=False, by=organizer)
    send_recap(date.pk, now=timezone.now())
    for recipient, answer in zip(date.recap.recipients.all(), RECAP["answers"], strict=False):
        store_answer(token=make_answer_token(recipient), **answer)
