"""Plan how saving an event changes its dates. Pure: the services read the rows and write the plan.

Past dates are never changed, and booked dates are never deleted. A save changes only dates that stand where the rule
has put them: those that staff moved or brought back, or that stayed when an earlier rule ended, stay as they are. If
the rule changes, booked dates stay, too, and others move if it gives them at another time of the day. If only the times
change, staff decide whether booked dates move with them; until then the dates are undecided. Canceled dates stay
canceled when the rule no longer gives them. Staff decide as well whether booked dates follow their event to another
place.

A date's recurrence ID is the start that the rule gave it. The rule is asked for IDs, and what has a row isn't made
again, wherever that date is now. A rule whose times change shifts the IDs with the dates.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from enum import Enum, auto
from functools import partial
from itertools import count
from zoneinfo import ZoneInfo

from events.models import Occurrence
from events.recurrence import Span, from_wall_clock, to_wall_clock

Status = Occurrence.Status
Given = Mapping[datetime, Span]  # what a rule gives after now, by recurrence ID
SAME_DATE = timedelta(hours=12)  # dates of two rules that are closer to each other are the same date at another time
MINUTE = timedelta(minutes=1)


@dataclass(frozen=True, slots=True)
class Row:
    """An existing date."""

    pk: int
    recurrence_id: datetime
    span: Span
    status: Status = Status.SCHEDULED
    taken: int = 0  # seats
    has_history: bool = False  # bookings or places on its waiting list, of any status: the row is not deleted
    seats: int | None = None  # the date's own number
    place: int | None = None  # its own, by its key

    @property
    def takes_place(self) -> bool:
        return self.status == Status.SCHEDULED


@dataclass(frozen=True, slots=True)
class Shift:
    """How a change of times moves a date: by this much on the wall clock, and to this length."""

    by: timedelta
    length: timedelta
    zone: ZoneInfo

    def apply(self, span: Span) -> Span:
        starts_at = self.get_start(span.starts_at)
        return Span(starts_at, starts_at + self.length)

    def get_start(self, start: datetime) -> datetime:
        return from_wall_clock(to_wall_clock(start, self.zone) + self.by, self.zone)


Move = tuple[Row, Span]


@dataclass(frozen=True, slots=True)
class Plan:
    add: Sequence[Span] = ()
    drop: Sequence[int] = ()
    hide: Sequence[int] = ()  # not dropped, because bookings reference the row
    revive: Sequence[Move] = ()  # hidden earlier, and given by the rule again
    move: Sequence[Move] = ()
    stay: Sequence[Row] = ()  # booked or moved, so they stay although the rule doesn't give them
    undecided: Sequence[Move] = ()  # booked, with the times they would move to
    clashes: Sequence[Move] = ()  # moves that are not possible
    ids: Mapping[int, datetime] = field(default_factory=dict)  # new recurrence IDs of rows
    former_place: int | None = None  # of the event, by its key, if that is at another one now
    follow: Sequence[Row] = ()  # to the event's new place
    remain: Sequence[Row] = ()  # at its former place

    def is_elsewhere(self, row: Row) -> bool:
        """Return whether a date that changes, or would if staff decide so, is at another place then."""
        return self.former_place is not None and row.place is None

    @property
    def relocate(self) -> Sequence[Row]:
        """Return the dates that follow their event and don't move."""
        moved = {row.pk for row, _ in self.move}
        return [row for row in self.follow if row.pk not in moved]

    @property
    def changes(self) -> Sequence[Move]:
        """Return the dates that are at another time or place, with their times then."""
        return [*self.move, *((row, row.span) for row in self.relocate)]

    def list_scheduled(self, rows: Iterable[Row]) -> list[Span]:
        """Return the scheduled dates after the change, soonest first."""
        revived = [span for _, span in self.revive]
        return sort_spans([*self.list_remaining(rows, Status.SCHEDULED), *self.add, *revived])

    def list_canceled(self, rows: Iterable[Row]) -> list[Span]:
        """Return the canceled dates after the change, soonest first."""
        return sort_spans(self.list_remaining(rows, Status.CANCELED))

    def list_remaining(self, rows: Iterable[Row], status: Status) -> list[Span]:
        gone = {*self.drop, *self.hide}
        moved = {row.pk: span for row, span in self.move}
        return [moved.get(row.pk, row.span) for row in rows if row.pk not in gone and row.status == status]


def sort_spans(spans: Iterable[Span]) -> list[Span]:
    return sorted(spans, key=lambda span: span.starts_at)


def overlaps(one: Span | Occurrence, other: Span | Occurrence) -> bool:
    return one.starts_at < other.ends_at and other.starts_at < one.ends_at


class Rules:
    """What the rule gave until now, and what it gives from now on.

    `shift` is None if the times did not change, or if the rule did.
    """

    def __init__(self, before: Given, wanted: Given, shift: Shift | None, now: datetime) -> None:
        self.before, self.wanted, self.shift, self.now = before, wanted, shift, now
        self.ids_by_start = {span.starts_at: each for each, span in wanted.items()}

    def find(self, start: datetime) -> Span | None:
        """Return the wanted date that starts then."""
        return self.wanted[self.ids_by_start[start]] if start in self.ids_by_start else None

    def has_put(self, row: Row) -> bool:
        """Return whether the date stands where the rule has put it."""
        place = self.before.get(row.recurrence_id)
        return place is not None and place.starts_at == row.span.starts_at

    def get_shifted(self, row: Row) -> Span | None:
        """Return when a date of the rule takes place after its times have changed."""
        return self.shift.apply(row.span) if self.shift and self.has_put(row) else None

    def is_off(self, row: Row) -> bool:
        return row.span.starts_at > self.now and self.find(row.span.starts_at) != row.span


class Does(Enum):
    STAY = auto()
    MOVE = auto()
    CLASH = auto()  # is booked, and can't move
    GO = auto()  # the rule no longer gives it; a canceled date remains
    AWAY = auto()  # was dropped before


@dataclass(frozen=True, slots=True)
class Fate:
    """What a row does, and when it takes place then. `asks`: where it would move if staff decide so, or if it could."""

    row: Row
    does: Does
    span: Span
    asks: Span | None = None

    @property
    def is_there(self) -> bool:
        return self.does not in (Does.GO, Does.AWAY)

    def is_ahead(self, now: datetime) -> bool:
        """Return whether it may take the time of a wanted date: those that are over are many, and none of them does."""
        return self.span.starts_at > now

    @property
    def takes_new_start(self) -> bool:
        return self.does == Does.MOVE and self.span.starts_at != self.row.span.starts_at


@dataclass(frozen=True, slots=True)
class Matches:
    """Which rows have which of the wanted IDs from now on, by row."""

    held: Mapping[int, datetime]
    revived: Mapping[int, datetime]  # dropped before
    moved: Mapping[int, datetime]  # the new rule gives them at another time of the day
    missing: Sequence[datetime]  # of no row, and their time is free


def plan_dates(
    rows: Sequence[Row],
    wanted: Given,
    *,
    now: datetime,
    given_before: Given,
    shift: Shift | None = None,
    move_bookings: bool | None = None,
) -> Plan:
    """Plan how the rows become the wanted dates."""
    rules = Rules(given_before, wanted, shift, now)
    fates = refuse_impossible([decide(row, rules, move_bookings) for row in rows], now)
    return build_plan(rows, fates, match_ids(fates, rules), rules)


def plan_places(plan: Plan, rows: Iterable[Row], former: int, *, now: datetime, move_bookings: bool | None) -> Plan:
    """Plan which dates follow their event, which leaves its former place: not those that began or have their own."""
    gone = {*plan.drop, *plan.hide}
    here = [row for row in rows if row.place is None and row.status != Status.DROPPED and row.pk not in gone]
    stays = {row.pk for row in here if row.span.starts_at <= now or (row.taken and move_bookings is False)}
    asked = {row.pk for row, _ in (*plan.undecided, *plan.clashes)}
    asks = [row for row in here if row.taken and move_bookings is None and row.pk not in stays | asked]
    decided_later = asked | {row.pk for row in asks}
    return replace(
        plan,
        former_place=former,
        follow=[row for row in here if row.pk not in stays | decided_later],
        remain=[row for row in here if row.pk in stays],
        undecided=[*plan.undecided, *((row, row.span) for row in asks)],
    )


def build_plan(rows: Sequence[Row], fates: Sequence[Fate], matches: Matches, rules: Rules) -> Plan:
    wanted, moved = rules.wanted, matches.moved
    add = [wanted[each] for each in matches.missing]
    gone = [fate.row for fate in fates if fate.does == Does.GO and fate.row.pk not in moved]
    gone = [row for row in gone if row.status != Status.CANCELED]  # or they would be back with the rule
    return Plan(
        add=add,
        drop=[row.pk for row in gone if not row.has_history],
        hide=[row.pk for row in gone if row.has_history],
        revive=[(row, wanted[matches.revived[row.pk]]) for row in rows if row.pk in matches.revived],
        move=[
            *((fate.row, fate.span) for fate in fates if fate.does == Does.MOVE),
            *((row, wanted[moved[row.pk]]) for row in rows if row.pk in moved),
        ],
        stay=[fate.row for fate in fates if fate.does == Does.STAY and rules.is_off(fate.row)],
        undecided=list_asked(fates, Does.STAY),
        clashes=list_asked(fates, Does.CLASH),
        ids=make_unique(rows, matches, [span.starts_at for span in add]),
    )


def list_asked(fates: Iterable[Fate], does: Does) -> list[Move]:
    return [(fate.row, fate.asks) for fate in fates if fate.asks and fate.does == does]


# --- What the rows do -------------------------------------------------------------------------------------------------


def decide(row: Row, rules: Rules, move_bookings: bool | None) -> Fate:
    if row.status == Status.DROPPED:
        return Fate(row, Does.AWAY, row.span)
    target, shifted = rules.find(row.span.starts_at), rules.get_shifted(row)
    if not rules.is_off(row):
        return Fate(row, Does.STAY, row.span)
    if row.taken:
        if shifted and move_bookings:
            return Fate(row, Does.MOVE, shifted)
        return Fate(row, Does.STAY, row.span, asks=shifted if move_bookings is None else None)
    if target:
        return Fate(row, Does.MOVE, target)  # only the end changes
    if not rules.has_put(row):
        return Fate(row, Does.STAY, row.span)
    if shifted and rules.find(shifted.starts_at) == shifted:
        return Fate(row, Does.MOVE, shifted)  # not replaced, so that a canceled date stays canceled
    return Fate(row, Does.GO, row.span)


def refuse_impossible(fates: Sequence[Fate], now: datetime) -> Sequence[Fate]:
    """Take back moves onto a date that stays or into the past: a booked date clashes, an unbooked one goes."""
    # Repeat, because a date that stays may block another move.
    while impossible := find_impossible(fates, now):
        fates = [take_back(fate) if fate.row.pk in impossible else fate for fate in fates]
    return fates


def take_back(fate: Fate) -> Fate:
    return Fate(fate.row, Does.CLASH if fate.row.taken else Does.GO, fate.row.span, asks=fate.span)


def find_impossible(fates: Sequence[Fate], now: datetime) -> set[int]:
    """Return moves that can't be. A canceled date may share its start, but not the place of another one in the rule."""
    fixed = [fate.row for fate in fates if is_fixed(fate)]
    starts = {row.span.starts_at for row in fixed}
    places = {row.recurrence_id for row in fixed if row.recurrence_id == row.span.starts_at}
    return {
        fate.row.pk
        for fate in fates
        if fate.takes_new_start
        and (fate.span.starts_at <= now or fate.span.starts_at in (starts if fate.row.takes_place else places))
    }


def is_fixed(fate: Fate) -> bool:
    """Return whether a row keeps its start. Those that are dropped make room."""
    if fate.does == Does.GO:
        return fate.row.status == Status.CANCELED
    return fate.does != Does.AWAY and not fate.takes_new_start


# --- Recurrence IDs ---------------------------------------------------------------------------------------------------


def match_ids(fates: Sequence[Fate], rules: Rules) -> Matches:
    held = hold_ids(fates, rules)
    free = list_free(fates, held, rules)
    revived = match_dropped(fates, free, rules.wanted)
    missing = [each for each in free if each not in revived.values()]
    moved = {} if rules.shift else match_others(fates, missing)
    return Matches(held, revived, moved, [each for each in missing if each not in moved.values()])


def hold_ids(fates: Sequence[Fate], rules: Rules) -> dict[int, datetime]:
    """Return which rows hold which IDs from now on: first those that stand where the rule puts them, then those that
    staff moved, and last those that take the time of a wanted date.
    """
    there = [fate for fate in fates if fate.is_there]
    held: dict[int, datetime] = {}
    for list_choices in (list_placed_ids, list_same_ids, list_shifted_ids, list_other_times, list_covered_ids):
        held = choose_each(there, held, partial(list_choices, rules=rules))
    return held


def choose_each(
    fates: Iterable[Fate], held: Mapping[int, datetime], list_choices: Callable[[Fate], Iterable[datetime]]
) -> dict[int, datetime]:
    """Let each row without an ID hold the first of its choices that is free."""
    found, taken = dict(held), set(held.values())
    for fate in fates:
        if fate.row.pk not in found:
            chosen = next((each for each in list_choices(fate) if each not in taken), None)
            if chosen is not None:
                found[fate.row.pk] = chosen
                taken.add(chosen)
    return found


def list_placed_ids(fate: Fate, rules: Rules) -> list[datetime]:
    """Return the ID of a date that the rule puts where it is, or moves there."""
    if not (fate.takes_new_start or rules.has_put(fate.row)):
        return []
    at = rules.ids_by_start.get(fate.span.starts_at)
    return [at] if at else [fate.span.starts_at] if fate.takes_new_start else []


def list_same_ids(fate: Fate, rules: Rules) -> list[datetime]:
    is_elsewhere = not rules.has_put(fate.row)
    return [fate.row.recurrence_id] if is_elsewhere and fate.row.recurrence_id in rules.wanted else []


def list_shifted_ids(fate: Fate, rules: Rules) -> list[datetime]:
    """Return the ID of a date that staff moved, if the times of the rule change."""
    is_elsewhere = fate.row.recurrence_id in rules.before and not rules.has_put(fate.row)
    return [rules.shift.get_start(fate.row.recurrence_id)] if rules.shift and is_elsewhere else []


def list_other_times(fate: Fate, rules: Rules) -> list[datetime]:
    """Return the IDs that a new rule gives on the day from which staff moved a date."""
    is_elsewhere = fate.row.recurrence_id != fate.row.span.starts_at and not rules.has_put(fate.row)
    return list_near(fate.row.recurrence_id, rules.wanted) if is_elsewhere and not rules.shift else []


def list_covered_ids(fate: Fate, rules: Rules) -> list[datetime]:
    """Return the IDs of wanted dates whose time this date takes."""
    if not fate.is_ahead(rules.now):
        return []
    return [each for each, span in rules.wanted.items() if takes_time(fate, span)]


def list_near(start: datetime, wanted: Iterable[datetime]) -> list[datetime]:
    """Return the IDs of the same date at another time of the day, the nearest first."""
    return sorted((each for each in wanted if abs(each - start) < SAME_DATE), key=lambda each: abs(each - start))


def takes_time(fate: Fate, span: Span) -> bool:
    return fate.span.starts_at == span.starts_at or (fate.row.takes_place and overlaps(fate.span, span))


def list_free(fates: Iterable[Fate], held: Mapping[int, datetime], rules: Rules) -> list[datetime]:
    """Return the wanted IDs that no row has, without those whose time another date takes."""
    ahead = [fate for fate in fates if fate.is_there and fate.is_ahead(rules.now)]
    placed = set(rules.ids_by_start.items())
    away = [fate for fate in ahead if (fate.span.starts_at, held.get(fate.row.pk)) not in placed]
    ids = set(held.values())
    missing = [each for each in rules.wanted if each not in ids]
    return [each for each in missing if not any(takes_time(fate, rules.wanted[each]) for fate in away)]


def match_dropped(fates: Iterable[Fate], free: Collection[datetime], wanted: Given) -> dict[int, datetime]:
    """Return which dates that were dropped come back, by row."""

    def list_choices(fate: Fate) -> list[datetime]:
        starts = [each for each in free if wanted[each].starts_at == fate.span.starts_at]
        return [fate.row.recurrence_id, *starts] if fate.row.recurrence_id in free else starts

    return choose_each([fate for fate in fates if fate.does == Does.AWAY], {}, list_choices)


def match_others(fates: Iterable[Fate], free: Collection[datetime]) -> dict[int, datetime]:
    """Return which dates the new rule gives at another time of the day, by row, so that calendars follow."""
    going = [fate for fate in fates if fate.does == Does.GO]
    return choose_each(going, {}, lambda fate: list_near(fate.row.span.starts_at, free))


def make_unique(rows: Sequence[Row], matches: Matches, added: Iterable[datetime]) -> dict[int, datetime]:
    """Return the new IDs. A row that the rule doesn't give makes room for one that it does."""
    held = {**matches.held, **matches.revived, **matches.moved}
    others = [row for row in rows if row.pk not in held]
    needed = {*held.values(), *added}
    used = {*needed, *(row.recurrence_id for row in others)}
    found = dict(held)
    for row in others:
        if row.recurrence_id in needed:
            found[row.pk] = next(each for each in iterate_minutes(row.span.starts_at) if each not in used)
            used.add(found[row.pk])
    return {row.pk: found[row.pk] for row in rows if found.get(row.pk, row.recurrence_id) != row.recurrence_id}


def iterate_minutes(start: datetime) -> Iterator[datetime]:
    return (start + number * MINUTE for number in count())
