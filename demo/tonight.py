"""Create the demo's open door: an event in two hours, guests of whom some are inside, links for phones, a tournament.

The demo may run for days, so each run looks for a date that has not ended, and otherwise adds one.
"""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any
from urllib.parse import urlencode
from uuid import uuid4

from django.conf import settings
from django.utils import timezone

from accounts.models import User
from bookings.models import Pass
from bookings.services.events import update_event
from charityshop.db.transactions import in_one_transaction
from demo.data import DATA, Row, read_event
from demo.events import book_seats, seed_events, seed_users
from demo.sales import buy, get_organizer, seed_all
from door.models import Door, DoorLink
from door.services.doors import NewLink, create_link, open_door
from door.services.entries import store_entries
from door.services.passes import split_pass
from door.services.phones import register_phone
from events.datetimes import format_utc
from events.models import Event, Occurrence
from events.recurrence import Span
from tables.models import Tournament
from tables.selectors import show_tournament
from tables.services.entries import store_facts
from tables.services.reports import report_result
from tables.services.tournaments import create_tournament, take_lease

NAME: str = DATA["tonight"]["name"]
PARTIES: list[Row] = DATA["tonight"]["parties"]
AHEAD = timedelta(hours=2)
LENGTH = timedelta(hours=4)
QUARTER = timedelta(minutes=15)
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
VOLUNTEER, SCOREKEEPER = "Ana", "Noor"


def seed_door() -> list[str]:
    """Open the door of a date today, unless it is open. Return its address, and links that nobody can read again."""
    date = prepare_date(timezone.now())
    if date is None:
        return ["The demo has no open door: its event is canceled or hidden."]
    query = urlencode({"date": format_utc(date.starts_at)})
    lines = [f"Door of {NAME}: {settings.SITE_URL}/admin/product/{date.event.public_id}/guests/door?{query}"]
    if Door.objects.filter(occurrence=date).exists():
        return lines
    seed_users(DATA["guests"], None)
    seed_all((NAME, partial(seed_party, party, date)) for party in PARTIES)
    inside = {party["by"]: party.get("inside", 0) for party in PARTIES}
    links = open_demo_door(date, roles=list(DoorLink.Role), inside=inside)
    return lines + [f"Phone ({new.link.role}): {new.url} PIN {new.pin}" for new in links]


# --- The date --------------------------------------------------------------------------------------------------------


def prepare_date(now: datetime) -> Occurrence | None:
    """Return the event's next date that has not ended, which may be new."""
    if found := find_date(now):
        return found
    span = choose_span(now)
    is_new = seed_events([read_event(DATA["tonight"], span)])
    event = Event.objects.published().filter(name=NAME).first()
    if event and not is_new:
        times = {"starts_at": span.starts_at, "ends_at": span.ends_at}
        update_event(event_id=event.pk, changes=times, move_bookings=False, by=None)
    return find_date(now)


def find_date(now: datetime) -> Occurrence | None:
    dates = Occurrence.objects.filter(event__name=NAME, status=Occurrence.Status.SCHEDULED, ends_at__gt=now)
    return dates.filter(event__status=Event.Status.PUBLISHED).select_related("event").order_by("starts_at").first()


def choose_span(now: datetime) -> Span:
    """Return an evening that begins in two hours, on the next quarter of an hour, so that seats can be ordered still.

    Late in the evening, it begins after midnight. The door opens before it, and a first tournament is played.
    """
    start = now + AHEAD
    start += (EPOCH - start) % QUARTER  # rounded up
    return Span(start, start + LENGTH)


# --- The door --------------------------------------------------------------------------------------------------------


def seed_party(party: Row, date: Occurrence) -> bool:
    """Book a party's seats, unless it has some, and split off one of them. Staff book for those who don't pay."""
    user = User.objects.get(email=party["by"])
    passes = Pass.objects.filter(booking__occurrence=date, booking__user=user)
    if not passes.exists() and party.get("pays"):
        buy(user, {date: party["seats"]})
    elif not passes.exists():
        in_one_transaction(book_seats)(date, party["seats"], [user])
    if "label" in party and not passes.filter(label=party["label"]).exists():
        split_pass(pass_id=passes.get().pk, seats=1, label=party["label"], by=user)
    return True


@in_one_transaction
def open_demo_door(date: Occurrence, *, roles: Sequence[DoorLink.Role], inside: Mapping[str, int]) -> list[NewLink]:
    """Open the door with a link for each role. A volunteer has let in some of the guests, named by email address."""
    organizer = get_organizer()
    door, _ = open_door(event_id=date.event_id, when=date.starts_at, by=organizer)
    links = [create_link(door_id=door.pk, role=role, by=organizer) for role in roles]
    phone = register_phone(link_id=links[0].link.pk, name=VOLUNTEER, uuid=uuid4()).phone
    passes = Pass.objects.filter(booking__occurrence=date).select_related("booking__user").order_by("-pk")
    codes, now = {ticket.booking.user.email: ticket.h for ticket in passes}, timezone.now()
    came = [(codes[email], seats) for email, seats in inside.items() if seats and email in codes]
    entries = [
        {"seq": seq, "at": now.isoformat(), "kind": "in", "h": h, "seats": seats}
        for seq, (h, seats) in enumerate(came, 1)
    ]
    store_entries(phone_id=phone.pk, sent_at=now, queued=len(entries), entries=entries)
    return links


# --- The tournament --------------------------------------------------------------------------------------------------


def seed_tables() -> list[str]:
    """Create the tournament of the demo's open door, unless it has one, and return its address."""
    date = find_date(timezone.now())
    door = Door.objects.get_of_date(date) if date else None
    if date is None or door is None:
        return ["The demo has no tables: its door is not open."]
    tournament = Tournament.objects.filter(door=door).first() or create_round(door, date)
    return [f"Tables of {date.event.name}: {settings.SITE_URL}/tables/{tournament.public_id}"]


@in_one_transaction
def create_round(door: Door, date: Occurrence) -> Tournament:
    """Create a tournament whose second round has begun, with a report that waits for the other side.

    Without PayPal, the guests who pay are missing, and nobody is paired.
    """
    link = door.links.filter(role=DoorLink.Role.TABLES, revoked_at=None).first()
    link = link or create_link(door_id=door.pk, role=DoorLink.Role.TABLES, by=get_organizer()).link
    phone = register_phone(link_id=link.pk, name=SCOREKEEPER, uuid=uuid4()).phone
    played = DATA["tournament"]
    tournament = create_tournament(
        event=date.event, when=date.starts_at, settings=played["settings"], phone=phone, by=None
    )
    generation = take_lease(tournament_id=tournament.pk, uuid=phone.uuid, phone=phone, by=None)
    ids = {player.name: player.public_id for player in show_tournament(tournament).players}
    if ids.keys() == set(played["players"]):
        store_facts(
            tournament_id=tournament.pk,
            generation=generation,
            entries=[{"seq": seq} | name_players(fact, ids) for seq, fact in enumerate(played["facts"], 1)],
            sent_at=None,
            queued=None,
            phone=phone,
            is_admin=False,
        )
        report = dict(played["report"])
        reporter = Pass.objects.get(booking__occurrence=date, booking__user__email=report.pop("by"))
        report_result(tournament_id=tournament.pk, code=reporter.code, **report)
    return tournament


def name_players(fact: Row, ids: Mapping[str, str]) -> dict[str, Any]:
    """Return a fact with the IDs of players in place of their names."""
    if fact["kind"] == "drop":
        return {**fact, "player": ids[fact["player"]]}
    if fact["kind"] != "round":
        return dict(fact)
    tables = [{"players": [ids[name] for name in names]} for names in fact["tables"]]
    return {**fact, "tables": tables, "bye": ids.get(fact.get("bye", ""))}
