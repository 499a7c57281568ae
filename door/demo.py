"""Create the demo's open door: an event in two hours, guests of whom some are inside, seats for a till, and links.

The demo may run for days, so each run looks for a date that has not ended, and otherwise adds one.
"""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from functools import partial
from urllib.parse import urlencode
from uuid import uuid4

from django.conf import settings
from django.utils import timezone

from accounts.models import User
from bookings.demo import seed
from bookings.demo.load import FOLDER, DemoEvent, DemoUser
from bookings.models import Pass
from bookings.services.events import update_event
from changes.demo import ORGANIZER, buy_seats, is_seeded
from charityshop.db.transactions import in_one_transaction
from door.models import Link, Night
from door.services.devices import register_phone
from door.services.entries import store_entries
from door.services.links import NewLink, create_link
from door.services.nights import open_night
from door.services.passes import split_pass
from events.datetimes import format_utc
from events.models import Event, Occurrence
from events.recurrence import Span

NAME = "Pick-up Draft at the Long Table"
ART = "patio-draft-league.jpg"  # of an archived event, so visitors see it only here
AHEAD = timedelta(hours=2)
LENGTH = timedelta(hours=4)
QUARTER = timedelta(minutes=15)
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
VOLUNTEER = "Ana"

FIELDS = {
    "name": NAME,
    "category": "Casual draft",
    "card_set": "Songs of the High Pass",
    "format": "Draft",
    "brand": "Lanternworks",
    "price": Decimal(12),
    "maximum_event_capacity": 24,
    "event_location": "The Long Table, 1907 Foundry Avenue, Port Alder, WA",
    "description": (
        "Sit down where a chair is free, open three packs, and draft with whoever is there. The door opens early, with "
        "a warm-up tournament for those who can't wait. Bring friends: one code "
        "lets in the whole party, and you can split it if somebody is late. A few seats are kept for the door, for "
        "cash."
    ),
    "is_recurring": False,
    "pattern": None,
}


@dataclass(frozen=True, slots=True)
class Party:
    """A booking. Staff booked those without an order."""

    email: str
    first_name: str
    last_name: str
    seats: int
    inside: int = 0
    pays: bool = False
    label: str = ""
    """Of a seat that is split off."""


PARTIES = (
    Party("june@example.com", "June", "Okafor", 4, pays=True, label="Sam"),
    Party("theo@example.com", "Theo", "Marchetti", 2, inside=2, pays=True),
    Party("maya@example.com", "Maya", "Rossi", 4, inside=2),
    Party("zoe@example.com", "Zoë", "Kern", 1),
    Party("ben@example.com", "Ben", "Adeyemi", 2, inside=2),
    Party("ingrid@example.com", "Ingrid", "Solberg", 3),
    Party("mateo@example.com", "Mateo", "Vargas", 1, inside=1),
    Party("priya@example.com", "Priya", "Raman", 2),
)


def seed_door() -> list[str]:
    """Open the door of a date today, unless it is open. Return its address, and links that nobody can read again."""
    organizer, date = User.objects.filter(email=ORGANIZER).first(), prepare_date(timezone.now())
    if organizer is None or date is None:
        return ["The demo has no open door: its admin or its event is missing."]
    query = urlencode({"date": format_utc(date.starts_at)})
    lines = [f"Door of {NAME}: {settings.SITE_URL}/admin/product/{date.event.public_id}/guests/door?{query}"]
    if Night.objects.filter(occurrence=date).exists():
        return lines
    for party in PARTIES:
        is_seeded(NAME, partial(seed_party, party, date))
    return lines + [f"Phone ({new.link.role}): {new.url} PIN {new.pin}" for new in open_door(date, organizer)]


# --- The date --------------------------------------------------------------------------------------------------------


def prepare_date(now: datetime) -> Occurrence | None:
    if found := find_date(now):
        return found
    span = choose_span(now)
    times = {"starts_at": span.starts_at, "ends_at": span.ends_at}
    demo_event = DemoEvent(FIELDS | times, FOLDER / "art" / ART, Event.Status.PUBLISHED, [], False, [])
    is_new = seed.seed_events([demo_event], [])
    event = Event.objects.published().filter(name=NAME).first()
    if event and not is_new:
        update_event(event_id=event.pk, changes=times, move_bookings=False, by=None)
    return find_date(now)


def find_date(now: datetime) -> Occurrence | None:
    """Return the event's next date that has not ended."""
    dates = Occurrence.objects.filter(event__name=NAME, status=Occurrence.Status.SCHEDULED, ends_at__gt=now)
    return dates.filter(event__status=Event.Status.PUBLISHED).select_related("event").order_by("starts_at").first()


def choose_span(now: datetime) -> Span:
    """Return an evening that begins in two hours, on the next quarter of an hour, so that seats can be ordered still.

    Late in the evening, it begins after midnight. The door opens before it, and a first tournament is played.
    """
    start = now + AHEAD
    start += (EPOCH - start) % QUARTER  # rounded up
    return Span(start, start + LENGTH)


# --- Guests ----------------------------------------------------------------------------------------------------------


def seed_party(party: Party, date: Occurrence) -> bool:
    """Book a party's seats, unless it has some, and split off one of them."""
    user = seed.seed_user(DemoUser(party.email, party.first_name, party.last_name, is_admin=False), None)
    passes = Pass.objects.filter(booking__occurrence=date, booking__user=user)
    if not date.bookings.filter(user=user).exists():
        if party.pays:
            buy_seats(user, date, party.seats)
        else:
            book_seats(date, party.seats, user)
    if party.label and not passes.filter(label=party.label).exists():
        split_pass(pass_id=passes.get().pk, seats=1, label=party.label, by=user)
    return True


@in_one_transaction
def book_seats(date: Occurrence, count: int, user: User) -> None:
    seed.book_seats(date, count, [user])


# --- The door --------------------------------------------------------------------------------------------------------


@in_one_transaction
def open_door(date: Occurrence, organizer: User) -> list[NewLink]:
    """Open the door with a link for each role. A volunteer has let in some of the guests."""
    night, _ = open_night(event_id=date.event_id, when=date.starts_at, by=organizer)
    links = [create_link(night_id=night.pk, role=role, by=organizer) for role in Link.Role]
    phone = register_phone(link_id=links[0].link.pk, name=VOLUNTEER, uuid=uuid4()).device
    now, passes = timezone.now(), Pass.objects.filter(booking__occurrence=date)
    tickets = {ticket.booking.user.email: ticket for ticket in passes.select_related("booking__user").order_by("-pk")}
    inside = [party for party in PARTIES if party.inside and party.email in tickets]
    entries = [
        {"seq": seq, "at": now.isoformat(), "kind": "in", "h": tickets[party.email].h, "seats": party.inside}
        for seq, party in enumerate(inside, 1)
    ]
    store_entries(device_id=phone.pk, sent_at=now, queued=len(entries), entries=entries)
    return links
