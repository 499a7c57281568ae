"""What a save does to an event's dates: which come, go, move and stay. The services read and write.

Past dates are never touched, and a date somebody booked never vanishes. Where the rule changes, booked dates stay.
Where only the times change, the person saving decides whether booked dates move along; until then they are in question.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from events.models import Occurrence
from events.recurrence import Span, from_wall_clock, to_wall_clock

Status = Occurrence.Status


@dataclass(frozen=True, slots=True)
class Row:
    """A date that exists."""

    pk: int
    span: Span
    status: Status = Status.SCHEDULED
    taken: int = 0  # seats
    has_history: bool = False  # bookings of any kind, so the row has to be kept


@dataclass(frozen=True, slots=True)
class Shift:
    """How a change of times moves a date: by so much on the wall clock, and to this length."""

    by: timedelta
    length: timedelta
    zone: ZoneInfo

    def of(self, span: Span) -> Span:
        starts_at = from_wall_clock(to_wall_clock(span.starts_at, self.zone) + self.by, self.zone)
        return Span(starts_at, starts_at + self.length)


def in_order(spans: Iterable[Span]) -> list[Span]:
    return sorted(spans, key=lambda span: span.starts_at)


@dataclass(slots=True)
class Plan:
    add: list[Span] = field(default_factory=list)
    add_skipped: list[Span] = field(default_factory=list)  # a booked date that stays occupies their evening
    drop: list[int] = field(default_factory=list)
    hide: list[int] = field(default_factory=list)  # no longer dates, but somebody once booked them
    revive: list[tuple[Row, Span]] = field(default_factory=list)  # hidden once, and wanted again
    move: list[tuple[Row, Span]] = field(default_factory=list)
    stay: list[Row] = field(default_factory=list)  # booked, and kept although the rule does not give them
    in_question: list[tuple[Row, Span]] = field(default_factory=list)  # booked; where they would move to
    clashes: list[tuple[Row, Span]] = field(default_factory=list)  # moves that cannot be made

    def moves_in_order(self) -> list[tuple[Row, Span]]:
        """From the end they move towards, so that no date lands on one that has yet to move: starts are unique."""
        moves_back = any(span.starts_at < row.span.starts_at for row, span in self.move)
        return sorted(self.move, key=lambda pair: pair[0].span.starts_at, reverse=not moves_back)

    def dates(self, rows: Iterable[Row]) -> list[Span]:
        """The dates that take place after it, soonest first."""
        revived = [span for _, span in self.revive]
        return in_order([*self.kept(rows, Status.SCHEDULED), *self.add, *revived])

    def skipped(self, rows: Iterable[Row]) -> list[Span]:
        """The dates that are left out after it, soonest first."""
        return in_order([*self.kept(rows, Status.SKIPPED), *self.add_skipped])

    def kept(self, rows: Iterable[Row], status: Status) -> list[Span]:
        gone = {*self.drop, *self.hide}
        moved = {row.pk: span for row, span in self.move}
        return [moved.get(row.pk, row.span) for row in rows if row.pk not in gone and row.status == status]


def plan_dates(
    rows: Sequence[Row],
    wanted: Sequence[Span],
    *,
    now: datetime,
    given_before: Collection[Span] = (),
    shift: Shift | None = None,
    move_bookings: bool | None = None,
) -> Plan:
    """Turn the rows into the wanted dates.

    `given_before` are the dates that the rule gave until now: a booked date that the rule had already left behind is
    not asked about again. `shift` is None where the times did not change, or where the rule did.
    """
    plan = Plan()
    wanted_at = {span.starts_at: span for span in wanted}
    standing = {row.span.starts_at for row in rows if row.span.starts_at <= now}  # the past is not touched
    for row in (row for row in rows if row.span.starts_at > now):
        target = wanted_at.get(row.span.starts_at)
        if row.status == Status.DROPPED:
            standing.add(row.span.starts_at)
            if target:
                plan.revive.append((row, target))
        elif target == row.span:
            standing.add(row.span.starts_at)
        elif row.taken:
            place_booked(plan, row, shift if row.span in given_before else None, move_bookings, standing)
        elif target:
            plan.move.append((row, target))  # only its end changes
            standing.add(row.span.starts_at)
        else:
            place_unbooked(plan, row, shift, wanted_at, standing)
    keep_moves_apart(plan, standing, now)
    occupied = standing | {span.starts_at for _, span in plan.move}
    for span in wanted:
        if span.starts_at not in occupied:
            overlaps = any(meet(span, row.span) for row in plan.stay)
            (plan.add_skipped if overlaps else plan.add).append(span)
    return plan


def place_booked(
    plan: Plan, row: Row, shift: Shift | None, move_bookings: bool | None, standing: set[datetime]
) -> None:
    if shift is not None and move_bookings:
        plan.move.append((row, shift.of(row.span)))
        return
    if shift is not None and move_bookings is None:
        plan.in_question.append((row, shift.of(row.span)))
    plan.stay.append(row)
    standing.add(row.span.starts_at)


def place_unbooked(
    plan: Plan, row: Row, shift: Shift | None, wanted_at: dict[datetime, Span], standing: set[datetime]
) -> None:
    target = shift.of(row.span) if shift else None
    if target and wanted_at.get(target.starts_at) == target:
        plan.move.append((row, target))  # so that a skipped night stays skipped at its new hour
    else:
        take_away(plan, row, standing)


def take_away(plan: Plan, row: Row, standing: set[datetime]) -> None:
    if row.has_history:
        plan.hide.append(row.pk)
        standing.add(row.span.starts_at)
    else:
        plan.drop.append(row.pk)


def keep_moves_apart(plan: Plan, standing: set[datetime], now: datetime) -> None:
    """A booked date may not move onto a date that stays where it is, nor into the past; an unbooked one just goes."""

    def in_the_way(row: Row, span: Span) -> bool:
        return span.starts_at != row.span.starts_at and (span.starts_at in standing or span.starts_at <= now)

    # Again and again, because a date that cannot move may itself stand in another's way.
    while stuck := [pair for pair in plan.move if in_the_way(*pair)]:
        for row, span in stuck:
            plan.move.remove((row, span))
            if row.taken:
                plan.clashes.append((row, span))
                standing.add(row.span.starts_at)
            else:
                take_away(plan, row, standing)


def meet(one: Span, other: Span) -> bool:
    return one.starts_at < other.ends_at and other.starts_at < one.ends_at
