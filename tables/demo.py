"""Create the demo's tournament: at the open door, in its second round, with a report that waits for the other side.

The pairings are literal: the shop itself pairs nobody.
"""

from typing import Any
from uuid import uuid4

from django.conf import settings
from django.utils import timezone

from accounts.models import User
from bookings.models import Pass
from changes.demo import ORGANIZER
from charityshop.db.transactions import in_one_transaction
from door.demo import find_date
from door.models import Link, Night
from door.services.devices import register_phone
from door.services.links import create_link
from events.models import Occurrence
from tables.models import Tournament
from tables.selectors import show_tournament
from tables.services.entries import store_facts
from tables.services.reports import report_result
from tables.services.tournaments import create_tournament, take_lease

SCOREKEEPER = "Noor"
SETTINGS = {"format": Tournament.Format.DRAFT, "planned_rounds": 3}
THEO, THEOS_FRIEND, MAYA, MAYAS_FRIEND = "Theo M.", "Theo M. +1", "Maya R.", "Maya R. +1"
BEN, BENS_FRIEND, MATEO = "Ben A.", "Ben A. +1", "Mateo V."
EVERYBODY = {THEO, THEOS_FRIEND, MAYA, MAYAS_FRIEND, BEN, BENS_FRIEND, MATEO}
LEFT = 35 * 60  # seconds of the second round
REPORTER = "maya@example.com"  # for her friend, who sits at the second table


def seed_tables() -> list[str]:
    """Create the tournament of the demo's open door, unless it has one, and return its address."""
    organizer, date = User.objects.filter(email=ORGANIZER).first(), find_date(timezone.now())
    night = Night.objects.filter(occurrence=date).first() if date else None
    if date is None or night is None or organizer is None:
        return ["The demo has no tables: its door is not open."]
    tournament = Tournament.objects.filter(night=night).first() or create_round(night, date, organizer)
    return [f"Tables of {date.event.name}: {settings.SITE_URL}/tables/{tournament.public_id}"]


@in_one_transaction
def create_round(night: Night, date: Occurrence, organizer: User) -> Tournament:
    """Create a tournament whose second round has begun, if its players are at the door."""
    link = night.links.filter(role=Link.Role.TABLES, revoked_at=None).first()
    link = link or create_link(night_id=night.pk, role=Link.Role.TABLES, by=organizer).link
    phone = register_phone(link_id=link.pk, name=SCOREKEEPER, uuid=uuid4()).device
    tournament = create_tournament(event=date.event, when=date.starts_at, settings=SETTINGS, phone=phone, by=None)
    generation = take_lease(tournament_id=tournament.pk, uuid=phone.uuid, phone=phone, by=None)
    ids = {player.name: player.public_id for player in show_tournament(tournament).players}
    if ids.keys() == EVERYBODY:  # the guests who pay are missing without PayPal
        entries = [{"seq": seq} | fact for seq, fact in enumerate(list_facts(ids), 1)]
        store_facts(
            tournament_id=tournament.pk,
            generation=generation,
            entries=entries,
            sent_at=None,
            queued=None,
            phone=phone,
            is_admin=False,
        )
        code = Pass.objects.get(booking__occurrence=date, booking__user__email=REPORTER).code
        report_result(tournament_id=tournament.pk, code=code, round_number=2, table=2, sent={"games": [2, 1, 0]})
    return tournament


def list_facts(ids: dict[str, str]) -> list[dict[str, Any]]:
    """Return a finished round, after which somebody left, and half of the next one."""
    return [
        pair(ids, 1, [(THEO, MAYA), (THEOS_FRIEND, BEN), (MAYAS_FRIEND, BENS_FRIEND)], bye=MATEO),
        {"kind": "result", "round": 1, "table": 1, "games": [2, 1, 0]},
        {"kind": "result", "round": 1, "table": 2, "games": [0, 2, 0]},
        {"kind": "result", "round": 1, "table": 3, "games": [2, 0, 0]},
        {"kind": "drop", "player": ids[BENS_FRIEND]},
        pair(ids, 2, [(THEO, BEN), (MAYAS_FRIEND, MATEO), (MAYA, THEOS_FRIEND)]),
        {"kind": "clock", "round": 2, "left": LEFT},
        {"kind": "result", "round": 2, "table": 1, "games": [1, 2, 0]},
    ]


def pair(ids: dict[str, str], number: int, tables: list[tuple[str, str]], bye: str = "") -> dict[str, Any]:
    seated = [{"players": [ids[name] for name in names]} for names in tables]
    return {"kind": "round", "number": number, "tables": seated, "bye": ids.get(bye)}
