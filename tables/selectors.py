"""Read tournaments with all that happened, as everybody may see them. The number of queries is constant."""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet

from bookings.models import Pass
from bookings.pass_codes import parse_code
from charityshop.text import shorten_name
from door.models import Door, DoorEntry
from door.selectors.log import get_buyer_name
from door.services.erase_names import RETENTION
from events.models import Event
from tables.models import Player, Report, Tournament
from tables.progress import PlayerState, Progress, Result

Reports = Mapping[tuple[int, int], Mapping[str, Result]]  # by pairing and table, the last one of each player


@dataclass(frozen=True, slots=True)
class Seats:
    """The seats of a ticket that play in a tournament, perhaps none yet."""

    code: str
    tables: str
    players: list[str]


@dataclass(frozen=True, slots=True)
class ShownPlayer:
    public_id: str
    name: str
    state: PlayerState


@dataclass(frozen=True, slots=True)
class ShownTournament:
    """A tournament, and where it is."""

    tournament: Tournament
    progress: Progress
    players: Sequence[ShownPlayer]
    ended_at: datetime | None

    @property
    def writer(self) -> Tournament | None:
        """Nobody writes once it is over."""
        return self.tournament if self.tournament.writer and not self.ended_at else None


def select_tournaments() -> "QuerySet[Tournament]":
    return Tournament.objects.select_related("door__occurrence__event", "writer")


def get_version(tournament: Tournament, now: datetime) -> str:
    """Return what changes whenever the public answer does. No query; pass a tournament of `select_tournaments`."""
    date = tournament.door.occurrence
    is_erased = date.ends_at < now - RETENTION  # then typed names are gone
    is_over = tournament.get_end(now) is not None
    return f"{tournament.public_id} {tournament.version} {date.starts_at} {is_over} {is_erased} {date.event.name}"


def list_tournaments(event: Event, now: datetime, *, to_staff: bool) -> list[Tournament]:
    """Return the tournaments of an event's dates, the last date first. Everybody gets those that are public."""
    found = select_tournaments().filter(door__occurrence__event=event, door__in=Door.objects.current())
    found = found.order_by("-door__occurrence__starts_at")
    return [each for each in found if to_staff or each.is_public(now)]


def find_seats(codes: Iterable[str], now: datetime) -> list[Seats]:
    """Return where tickets play, by the codes that were sent; without players if their date has tables only.

    A ticket that moved to another date after it played is found at the tables of that date first, and at the former
    ones only as long as those go on. Three queries at most.
    """
    sent = {parsed: code for code in codes if (parsed := parse_code(code))}
    here: dict[str, Seats] = {}
    elsewhere: dict[tuple[str, str], Seats] = {}
    rows = Player.objects.filter(ticket__code__in=sent)
    for player in rows.select_related("ticket__booking", "tournament__door__occurrence"):
        ticket, tournament = player.ticket, player.tournament
        if ticket is None or tournament.door.is_former or not tournament.is_public(now):
            continue
        seats = Seats(sent[ticket.code], tournament.public_id, [])
        if tournament.door.occurrence_id == ticket.booking.occurrence_id:
            here.setdefault(ticket.code, seats).players.append(player.public_id)
        elif tournament.door.ends_at > now:
            elsewhere.setdefault((ticket.code, tournament.public_id), seats).players.append(player.public_id)
    tickets = Pass.objects.live().filter(code__in=sent.keys() - here.keys())
    dates = dict(tickets.values_list("code", "booking__occurrence"))
    current = Door.objects.current().filter(occurrence__in=set(dates.values()))
    tournaments = select_tournaments().filter(door__in=current) if dates else ()
    public = {each.door.occurrence_id: each.public_id for each in tournaments if each.is_public(now)}
    waiting = [Seats(sent[code], public[date], []) for code, date in dates.items() if date in public]
    return [*here.values(), *waiting, *elsewhere.values()]


def show_tournament(tournament: Tournament) -> ShownTournament:
    """Return it as it is now. Three queries."""
    players = list(tournament.players.select_related("ticket__booking__user"))
    progress = get_progress(tournament, players)
    names = name_players(players, progress.names)
    shown = [ShownPlayer(each.public_id, names[each.public_id], progress.players[each.public_id]) for each in players]
    return ShownTournament(tournament, progress, shown, tournament.get_end())


def get_progress(tournament: Tournament, players: Iterable[Player] | None = None) -> Progress:
    players = tournament.players.all() if players is None else players
    progress = Progress(
        is_of_two=tournament.format != Tournament.Format.COMMANDER,
        needs_results=tournament.points,
        players={each.public_id: PlayerState() for each in players if each.entry_id is None},
    )
    entries = DoorEntry.objects.filter(phone__door=tournament.door_id, kind=DoorEntry.Kind.TABLES)
    for entry in entries:
        progress.apply(entry.body, at=entry.happened_at, name=entry.note, entry=entry.pk)
    reports = read_reports(tournament)
    for each in progress.rounds:
        for table in each.tables:
            table.reports = reports.get((each.pairing, table.number), {})
    return progress


def read_reports(tournament: Tournament) -> Reports:
    found: dict[tuple[int, int], dict[str, Result]] = defaultdict(dict)
    for report in Report.objects.filter(player__tournament=tournament).select_related("player"):
        found[report.pairing_id, report.table][report.player.public_id] = report.result
    return found


def name_players(players: Sequence[Player], typed: Mapping[str, str]) -> dict[str, str]:
    """Return the names by ID. Pass the players with their tickets."""
    first: dict[int, int] = {}  # by ticket, the number of its first player
    for player in players:
        if player.ticket_id is not None:
            first[player.ticket_id] = min(player.plus, first.get(player.ticket_id, player.plus))
    return {
        player.public_id: shorten_typed_name(typed[player.public_id])
        if player.public_id in typed
        else name_by_ticket(player, first)
        for player in players
    }


def name_by_ticket(player: Player, first: Mapping[int, int]) -> str:
    """Return the ticket's name or its buyer's, and "Guest" for a guest whose name was erased."""
    ticket = player.ticket
    if ticket is None:
        return format_name("Guest", player.plus)
    if ticket.label:
        return format_name(shorten_name(ticket.label), player.plus - first[ticket.pk])
    return "Guest" if ticket.seat_link_id else format_name(get_buyer_name(ticket.booking), player.plus)


# --- What players are called in public: a first name and an initial, as at the door ----------------------------------


PLUS = re.compile(r" ?\+(\d{1,3})$")


def format_name(name: str, plus: int) -> str:
    return f"{name} +{plus}" if plus else name


def shorten_typed_name(name: str) -> str:
    """Return what the scorekeeper typed, without last names."""
    found = PLUS.search(name)
    if found is None:
        return shorten_name(name)
    return format_name(shorten_name(name[: found.start()]), int(found[1]))
