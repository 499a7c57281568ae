"""Create the demo's evenings: a season of figures, a date whose guests were thanked, and tonight's two dates.

One of them is under way, with an open door and a tournament. The other begins in an hour, whenever that is, so that
seats for tonight can always be bought.

The demo may run for days, so each start looks for a date that has not ended, and otherwise adds one.
"""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any
from urllib.parse import urlencode
from uuid import uuid4

from django.conf import settings
from django.utils import timezone

from bookings.mails import get_event_url
from bookings.models import Pass, WaitingEntry
from bookings.services.event_dates import build_date
from bookings.services.events import update_event
from charityshop.db.transactions import in_one_transaction
from demo.data import DATA, Row, book_seats, read_event, seed_event
from demo.sales import DAY, add_all, at, buy, cancel, get_date, get_organizer, get_user
from door.models import Door, DoorLink
from door.services.doors import NewLink, close_door, create_link, open_door
from door.services.entries import store_entries
from door.services.passes import split_pass
from door.services.phones import register_phone
from events.datetimes import format_utc, get_shop_zone
from events.models import Event, Occurrence
from events.recurrence import Span
from recaps.selectors.drafts import get_morning_after
from recaps.services import change_draft, make_answer_token, send_recap, store_answer
from tables.models import Tournament
from tables.selectors import show_tournament
from tables.services.entries import store_facts
from tables.services.reports import report_result
from tables.services.tournaments import create_tournament, take_lease

NAME: str = DATA["tonight"]["name"]
AGO, AHEAD, LENGTH, QUARTER = timedelta(hours=-2), timedelta(hours=1), timedelta(hours=5), timedelta(minutes=15)
BEFORE = timedelta(hours=1)  # before a date, when its guests book


# --- Evenings that are over ------------------------------------------------------------------------------------------


def seed_series(row: Row) -> None:
    """Let members buy seats for the whole series before it begins, and then let one date after the other take place."""
    fields, organizer, canceled = read_event(row), get_organizer(), row.get("canceled", {})
    with at(fields["starts_at"] - 3 * DAY):
        seed_event(row, fields)
        dates = list(Occurrence.objects.filter(event__name=row["name"]).order_by("starts_at"))
        for email, seats in row["seats"].items():
            buy(get_user(email), dict(zip(dates, seats, strict=True)))
    for number, date in enumerate(dates):
        with at(date.starts_at - DAY):
            if number + 1 == canceled.get("date"):
                cancel(date, canceled["reason"])
            if waited := row.get("waited", 0):
                ended = {"at_least": 1, "status": WaitingEntry.Status.ENDED}
                WaitingEntry.objects.create(occurrence=date, user=organizer, seats=waited, **ended)
        if came := {email: seats[number] for email, seats in row.get("came", {}).items()}:
            with at(date.starts_at):
                (link,) = open_demo_door(date, roles=[DoorLink.Role.DOOR], inside=came)
            with at(date.ends_at):
                close_door(door_id=link.link.door_id, force=False, by=organizer)


def seed_recap(row: Row) -> None:
    """Let members buy seats of the last date whose morning after has come, and send its thank-you emails then."""
    later, now = get_date(row["event"]), timezone.now()
    starts_at, length = later.starts_at, later.ends_at - later.starts_at
    while (morning := get_morning_after(starts_at + length, get_shop_zone())) > now:
        starts_at -= 7 * DAY
    with at(starts_at - 2 * DAY):
        date = build_date(later.event, Span(starts_at, starts_at + length))
        date.save()
        for email, seats in row["seats"].items():
            buy(get_user(email), {date: seats})
    with at(morning):
        change_draft(date_id=date.pk, note=row["note"], is_stopped=False, by=get_organizer())
        send_recap(date.pk, now=morning)
        for recipient, answer in zip(date.recap.recipients.all(), row["answers"], strict=False):
            store_answer(token=make_answer_token(recipient), **answer)


def list_addresses() -> list[str]:
    """Return where the past can be seen."""
    thanked = Occurrence.objects.filter(event__name=DATA["recaps"][0]["event"], recap__buyers__gt=0)
    date = thanked.select_related("event").order_by("starts_at").first()
    past = [f"Past date: {get_event_url(date.event.public_id, date.starts_at)}"] if date else []
    return [*past, f"Figures: {settings.SITE_URL}/admin/figures"]


# --- Tonight ---------------------------------------------------------------------------------------------------------


def seed_tonight() -> list[str]:
    """Open the door of a date today, unless it is open. Return addresses, and links that nobody can read again."""
    date = find_or_add_date(DATA["tonight"], starts_in=AGO, ends_at__gt=timezone.now())
    if date is None:
        return ["The demo has no open door: its event is canceled or hidden."]
    links = []
    if not Door.objects.filter(occurrence=date).exists():
        add_all(partial(seed_party, date), DATA["tonight"]["parties"])
        links = open_evening(date)
    query = urlencode({"date": format_utc(date.starts_at)})
    lines = [f"Door of {NAME}: {settings.SITE_URL}/admin/product/{date.event.public_id}/guests/door?{query}"]
    lines += [f"Phone ({new.link.role}): {new.url} PIN {new.pin}" for new in links]
    played = Tournament.objects.filter(door__occurrence=date)
    return lines + [f"Tables of {NAME}: {settings.SITE_URL}/tables/{each.public_id}" for each in played]


def seed_later() -> list[str]:
    """Create the date for which seats can still be bought tonight, unless it has not begun. Return its address."""
    date = find_or_add_date(DATA["later"], starts_in=AHEAD, starts_at__gt=timezone.now())
    if date is None:
        return []
    if not date.bookings.exists():
        add_all(partial(seed_party, date), DATA["later"]["parties"])
    return [f"Seats for tonight: {get_event_url(date.event.public_id, date.starts_at)}"]


def find_or_add_date(row: Row, *, starts_in: timedelta, **which: datetime) -> Occurrence | None:
    """Return the event's next one of these dates. Without one, create the event, or give it another date.

    It starts on a quarter of an hour, when its last one had begun before.
    """
    dates = Occurrence.objects.published().filter(event__name=row["name"], **which)
    dates = dates.select_related("event").order_by("starts_at")
    if date := dates.first():
        return date
    start = timezone.now() + starts_in
    start -= (start - datetime.min.replace(tzinfo=UTC)) % QUARTER  # rounded down
    event = Event.objects.filter(name=row["name"]).first()
    with at(start - BEFORE):
        if event is None:
            seed_event(row, read_event(row, Span(start, start + LENGTH)))
        elif event.is_public:
            times = {"starts_at": start, "ends_at": start + LENGTH}
            update_event(event_id=event.pk, changes=times, move_bookings=False, by=None)
    return dates.all().first()


def seed_party(date: Occurrence, party: Row) -> None:
    """Book a party's seats before the date, and split off one of them. Staff book for those who don't pay."""
    user = get_user(party["by"])
    passes = Pass.objects.filter(booking__occurrence=date, booking__user=user)
    if passes.exists():  # from a start that was interrupted
        return
    with at(date.starts_at - BEFORE):
        if "reason" in party:
            in_one_transaction(book_seats)(date, party["seats"], [user], reason=party["reason"], by=get_organizer())
        else:
            buy(user, {date: party["seats"]})
    if "label" in party:
        split_pass(pass_id=passes.get().pk, seats=1, label=party["label"], by=user)


@in_one_transaction
def open_evening(date: Occurrence) -> list[NewLink]:
    """Open the door with a link for each role, and begin a tournament."""
    inside = {party["by"]: party.get("inside", 0) for party in DATA["tonight"]["parties"]}
    links = open_demo_door(date, roles=list(DoorLink.Role), inside=inside)
    create_round(date, links[-1].link)
    return links


@in_one_transaction
def open_demo_door(date: Occurrence, *, roles: Sequence[DoorLink.Role], inside: Mapping[str, int]) -> list[NewLink]:
    """Open the door with a link for each role. A volunteer has let in some of the guests, named by email address."""
    organizer = get_organizer()
    door, _ = open_door(event_id=date.event_id, when=date.starts_at, by=organizer)
    links = [create_link(door_id=door.pk, role=role, by=organizer) for role in roles]
    phone = register_phone(link_id=links[0].link.pk, name="Ana", uuid=uuid4()).phone
    passes = Pass.objects.filter(booking__occurrence=date).select_related("booking__user").order_by("-pk")
    codes, now = {ticket.booking.user.email: ticket.h for ticket in passes}, timezone.now()
    came = [(codes[email], seats) for email, seats in inside.items() if seats and email in codes]
    let_in = {"at": now.isoformat(), "kind": "in"}
    entries = [{"seq": seq, **let_in, "h": h, "seats": seats} for seq, (h, seats) in enumerate(came, 1)]
    store_entries(phone_id=phone.pk, sent_at=now, queued=len(entries), entries=entries)
    return links


def create_round(date: Occurrence, link: DoorLink) -> None:
    """Create a tournament whose second round has begun, with a report that waits for the other side.

    Without PayPal, the guests who pay are missing, and nobody is paired.
    """
    phone = register_phone(link_id=link.pk, name="Noor", uuid=uuid4()).phone
    plan = DATA["tournament"]
    made = create_tournament(event=date.event, when=date.starts_at, settings=plan["settings"], phone=phone, by=None)
    lease = take_lease(tournament_id=made.pk, uuid=phone.uuid, phone=phone, by=None)
    ids = {player.name: player.public_id for player in show_tournament(made).players}
    if ids.keys() != set(plan["players"]):
        return
    facts = [{"seq": seq, **name_players(fact, ids)} for seq, fact in enumerate(plan["facts"], 1)]
    store_facts(
        tournament_id=made.pk, generation=lease, entries=facts, phone=phone, sent_at=None, queued=None, is_admin=False
    )
    reporter = Pass.objects.get(booking__occurrence=date, booking__user=get_user(plan["reporter"]))
    report_result(tournament_id=made.pk, code=reporter.code, **plan["report"])


def name_players(fact: Any, ids: Mapping[str, str]) -> Any:
    """Return a fact with the IDs of players in place of their names."""
    if isinstance(fact, dict):
        return {key: name_players(value, ids) for key, value in fact.items()}
    if isinstance(fact, list):
        return [name_players(value, ids) for value in fact]
    return ids.get(fact, fact)
