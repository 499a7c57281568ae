"""Create a tournament from who is inside, and let one phone at a time write."""

import secrets
from collections import Counter
from collections.abc import Mapping
from datetime import date, datetime
from typing import Any
from uuid import UUID

from django.utils import timezone

from accounts.models import User
from bookings.models import Pass
from charityshop import audit
from charityshop.api.seen import Seen, complete
from charityshop.db.transactions import in_one_transaction, lock_rows
from charityshop.exceptions import DomainError, Forbidden
from charityshop.observability import security_log
from door.models import Door, Phone
from door.selectors.log import get_log
from door.services.doors import lock_door, open_door
from door.services.phones import WrongRole
from events.models import Event
from events.selectors import find_date
from tables.models import Player, Tournament
from tables.selectors import get_progress

MAX_SEED = 2**31
Owner = tuple[str, int] | None
USUAL_MINUTES, COMMANDER_MINUTES = 50, 75  # of a round, unless the scorekeeper chooses


class OtherPhone(Forbidden):
    """The number is another phone's."""

    code = "door_device"
    message = "That is another phone. Open the link again."


# --- Creating --------------------------------------------------------------------------------------------------------


@in_one_transaction
def create_tournament(
    *, event: Event, when: date | datetime, settings: Mapping[str, Any], phone: Phone | None, by: User | None
) -> Tournament:
    """Create the tournament of a date, with everybody who is inside. An organizer opens its door, if it is not open.

    Raise WrongRole for a phone of another date, and DomainError if the date has one.
    """
    door = lock_door(find_door(event, when, phone, by).pk)
    if Tournament.objects.filter(door=door).exists():
        raise DomainError("This date has its tables already.", code="tables_exist")
    seed = secrets.randbelow(MAX_SEED)
    tournament = Tournament.objects.create(door=door, seed=seed, **complete_settings(settings))
    Player.objects.bulk_create(list_players(tournament))
    audit.record("tables created", tournament, by=by, action=audit.CREATED, phone=phone.public_id if phone else None)
    return tournament


def complete_settings(chosen: Mapping[str, Any]) -> dict[str, Any]:
    """Return all settings of a tournament; what was not chosen is as usual."""
    is_commander = chosen["format"] == Tournament.Format.COMMANDER
    usual = {
        "planned_rounds": None,
        "minutes": COMMANDER_MINUTES if is_commander else USUAL_MINUTES,
        "whole_room": False,
    }
    return {**usual, **chosen, "points": not is_commander or chosen.get("points", False)}


def find_door(event: Event, when: date | datetime, phone: Phone | None, by: User | None) -> Door:
    if phone is None and by is not None:
        return open_door(event_id=event.pk, when=when, by=by)[0]
    found = find_date(event.occurrences.all(), when)
    if phone is None or found is None or found.pk != phone.door.occurrence_id or phone.door.is_former:
        raise WrongRole
    return phone.door


def list_players(tournament: Tournament) -> list[Player]:
    """Return a new player for each person inside, numbered by owner. Walk-ins without a ticket come last."""
    log = get_log(tournament.door)
    tickets: list[Pass | None] = [each for each in log.passes for _ in range(log.attendance.by_ticket.get(each.pk, 0))]
    tickets += [None] * log.attendance.without_ticket
    count = Counter[Owner]()
    players = []
    for ticket in tickets:
        owner = get_owner(ticket)
        players.append(Player(tournament=tournament, ticket=ticket, plus=count[owner]))
        count[owner] += 1
    return players


def get_owner(ticket: Pass | None) -> Owner:
    """Return whose seat it is: that of the guest who claimed it, or the buyer's. None: a walk-in's."""
    if ticket is None:
        return None
    return ("guest", ticket.seat_link_id) if ticket.seat_link_id else ("buyer", ticket.booking.user_id)


# --- Writing ---------------------------------------------------------------------------------------------------------


@in_one_transaction
def take_lease(*, tournament_id: int, uuid: UUID, phone: Phone | None, by: User | None) -> int:
    """Let this phone write from now on, and no other one. Return the generation. Repeating it changes nothing.

    Raise WrongRole for a phone of another date, and OtherPhone if the number is another phone's.
    """
    tournament = lock_tournament(tournament_id)
    own = find_own_phone(tournament.door, uuid, phone, by)
    if tournament.writer_id == own.pk:
        return tournament.generation
    tournament.writer, tournament.writer_since = own, timezone.now()
    tournament.generation += 1
    save_change(tournament, "writer", "writer_since", "generation")
    security_log.note("tables_taken_over", user=by, phone=own.public_id, tables=tournament.public_id)
    return tournament.generation


def find_own_phone(door: Door, uuid: UUID, phone: Phone | None, by: User | None) -> Phone:
    """Return the phone, or one for an organizer, who needs no link."""
    if phone is not None:
        if phone.door_id != door.pk:
            raise WrongRole
        if phone.uuid != uuid:
            raise OtherPhone
        return phone
    name = by.first_name if by else ""
    own, _ = Phone.objects.get_or_create(door=door, uuid=uuid, defaults={"name": name or "Staff"})
    if own.link_id is not None:
        raise OtherPhone
    return own


@in_one_transaction
def change_settings(
    *, tournament_id: int, settings: Mapping[str, Any], seen: Seen | None = None, phone: Phone | None, by: User | None
) -> None:
    """Replace the settings, or those of `seen`.

    Raise DomainError if a round is paired, WrongRole for a phone of another date, and Changed.
    """
    tournament = lock_tournament(tournament_id)
    if phone and phone.door_id != tournament.door_id:
        raise WrongRole
    if get_progress(tournament).rounds:
        raise DomainError("A round is paired already. Undo it first.", code="round_exists")
    values = complete_settings(complete(tournament, seen) or settings)
    before = audit.columns(tournament, tuple(values))
    for name, value in values.items():
        setattr(tournament, name, value)
    save_change(tournament, *values)
    audit.record("tables changed", tournament, by=by, before=before, after=values, phone=phone and phone.public_id)


@in_one_transaction
def hide_standings(*, tournament_id: int, is_hidden: bool, by: User) -> None:
    """Show a tournament that is over to staff only, or to everybody again."""
    tournament = lock_tournament(tournament_id)
    if tournament.is_hidden != is_hidden:
        tournament.is_hidden = is_hidden
        save_change(tournament, "is_hidden")
        audit.record("standings hidden" if is_hidden else "standings shown", tournament, by=by)


def lock_tournament(tournament_id: int) -> Tournament:
    """Lock a tournament, whose changes wait for each other, and return it as read after that."""
    lock_rows(Tournament.objects.filter(pk=tournament_id))
    return Tournament.objects.select_related("door__occurrence__event", "writer").get(pk=tournament_id)


def save_change(tournament: Tournament, *fields: str) -> None:
    tournament.version += 1
    tournament.save(update_fields=[*fields, "version"])
