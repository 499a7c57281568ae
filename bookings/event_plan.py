"""Plan how saving an event changes its dates. Pure: the services read the rows and write the plan.

Past dates are never changed, and booked dates are never deleted. If the rule changes, booked dates stay as they are,
and others move if it gives them at another time of the day. If only the times change, staff decide whether booked dates
move with them; until then the dates are undecided. Canceled dates stay canceled when the rule no longer gives them.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from events.models import Occurrence
from events.recurrence import Span, from_wall_clock, to_wall_clock

Status = Occurrence.Status
SAME_DATE = timedelta(hours=12)  # dates of two rules that are closer to each other are the same date at another time


@dataclass(frozen=True, slots=True)
class Row:
    """An existing date."""

    pk: int
    span: Span
    status: Status = Status.SCHEDULED
    taken: int = 0  # seats
    has_history: bool = False  # bookings or places on its waiting list, of any status: the row is not deleted
    is_moved: bool = False  # by staff, so it stays although the rule doesn't give it


@dataclass(frozen=True, slots=True)
class Shift:
    """How a change of times moves a date: by this much on the wall clock, and to this length."""

    by: timedelta
    length: timedelta
    zone: ZoneInfo

    def apply(self, span: Span) -> Span:
        starts_at = from_wall_clock(to_wall_clock(span.starts_at, self.zone) + self.by, self.zone)
        return Span(starts_at, starts_at + self.length)


def sort_spans(spans: Iterable[Span]) -> list[Span]:
    return sorted(spans, key=lambda span: span.starts_at)


@dataclass(slots=True)
class Plan:
    add: list[Span] = field(default_factory=list)
    add_placeholders: list[Span] = field(default_factory=list)  # overlaps a booked date that stays
    drop: list[int] = field(default_factory=list)
    hide: list[int] = field(default_factory=list)  # not dropped, because bookings reference the row
    revive: list[tuple[Row, Span]] = field(default_factory=list)  # hidden earlier, and given by the rule again
    move: list[tuple[Row, Span]] = field(default_factory=list)
    stay: list[Row] = field(default_factory=list)  # booked or moved, so they stay although the rule doesn't give them
    undecided: list[tuple[Row, Span]] = field(default_factory=list)  # booked, with the times they would move to
    clashes: list[tuple[Row, Span]] = field(default_factory=list)  # moves that are not possible

    def moves_in_order(self) -> list[tuple[Row, Span]]:
        """Return the moves so that no date is written over one that has not moved yet: starts are unique."""
        moves_back = any(span.starts_at < row.span.starts_at for row, span in self.move)
        return sorted(self.move, key=lambda pair: pair[0].span.starts_at, reverse=not moves_back)

    def list_scheduled(self, rows: Iterable[Row]) -> list[Span]:
        """Return the scheduled dates after the change, soonest first."""
        revived = [span for _, span in self.revive]
        return sort_spans([*self.list_remaining(rows, Status.SCHEDULED), *self.add, *revived])

    def list_canceled(self, rows: Iterable[Row]) -> list[Span]:
        """Return the canceled dates after the change, soonest first."""
        return sort_spans([*self.list_remaining(rows, Status.CANCELED), *self.add_placeholders])

    def list_remaining(self, rows: Iterable[Row], status: Status) -> list[Span]:
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
    """Plan how the rows become the wanted dates.

    `given_before` are the dates that the rule gave until now; a booked date that was off the rule already is not
    undecided again. `shift` is None if the times did not change, or if the rule did.
    """
    plan = Plan()
    wanted_at = {span.starts_at: span for span in wanted}
    fixed = {row.span.starts_at for row in rows if row.span.starts_at <= now}  # starts of dates that do not move
    for row in (row for row in rows if row.span.starts_at > now):
        target = wanted_at.get(row.span.starts_at)
        if row.status == Status.DROPPED:
            fixed.add(row.span.starts_at)
            if target:
                plan.revive.append((row, target))
        elif target == row.span:
            fixed.add(row.span.starts_at)
        elif row.taken or (row.is_moved and row.status == Status.SCHEDULED and row.span not in given_before):
            plan_booked(plan, row, shift if row.span in given_before else None, move_bookings, fixed)
        elif target:
            plan.move.append((row, target))  # only the end changes
            fixed.add(row.span.starts_at)
        else:
            plan_unbooked(plan, row, shift, wanted_at, fixed)
    revert_impossible_moves(plan, fixed, now)
    occupied = fixed | {span.starts_at for _, span in plan.move}
    missing = [span for span in wanted if span.starts_at not in occupied]
    if shift is None:
        missing = plan_other_times(plan, rows, missing)
    canceled = {row.pk for row in rows if row.status == Status.CANCELED}  # or they would be back with the rule
    plan.drop, plan.hide = ([pk for pk in found if pk not in canceled] for found in (plan.drop, plan.hide))
    for span in missing:
        is_covered = any(overlaps(span, row.span) for row in plan.stay)
        (plan.add_placeholders if is_covered else plan.add).append(span)
    return plan


def plan_other_times(plan: Plan, rows: Iterable[Row], missing: Iterable[Span]) -> list[Span]:
    """Move dates that the new rule gives at another time of the day instead of replacing them, so that calendars
    follow. Return the dates that are still missing.
    """
    gone = {row.pk: row for row in rows if row.pk in {*plan.drop, *plan.hide}}
    still_missing = []
    for span in missing:
        near = [row for row in gone.values() if abs(row.span.starts_at - span.starts_at) < SAME_DATE]
        if not near or any(overlaps(span, row.span) for row in plan.stay):
            still_missing.append(span)
            continue
        row = min(near, key=lambda row: abs(row.span.starts_at - span.starts_at))
        plan.move.append((gone.pop(row.pk), span))
        (plan.drop if row.pk in plan.drop else plan.hide).remove(row.pk)
    return still_missing


def plan_booked(plan: Plan, row: Row, shift: Shift | None, move_bookings: bool | None, fixed: set[datetime]) -> None:
    if shift is not None and move_bookings:
        plan.move.append((row, shift.apply(row.span)))
        return
    if shift is not None and move_bookings is None:
        plan.undecided.append((row, shift.apply(row.span)))
    plan.stay.append(row)
    fixed.add(row.span.starts_at)


def plan_unbooked(
    plan: Plan, row: Row, shift: Shift | None, wanted_at: dict[datetime, Span], fixed: set[datetime]
) -> None:
    target = shift.apply(row.span) if shift else None
    if target and wanted_at.get(target.starts_at) == target:
        plan.move.append((row, target))  # moved, not replaced, so that a canceled date stays canceled
    else:
        remove(plan, row, fixed)


def remove(plan: Plan, row: Row, fixed: set[datetime]) -> None:
    if row.has_history or row.status == Status.CANCELED:
        fixed.add(row.span.starts_at)
    (plan.hide if row.has_history else plan.drop).append(row.pk)


def revert_impossible_moves(plan: Plan, fixed: set[datetime], now: datetime) -> None:
    """Take back moves onto a date that stays or into the past: a booked date clashes, an unbooked one is removed."""

    def is_impossible(row: Row, span: Span) -> bool:
        return span.starts_at != row.span.starts_at and (span.starts_at in fixed or span.starts_at <= now)

    # Repeat, because a date that stays may block another move.
    while impossible := [pair for pair in plan.move if is_impossible(*pair)]:
        for row, span in impossible:
            plan.move.remove((row, span))
            if row.taken:
                plan.clashes.append((row, span))
                fixed.add(row.span.starts_at)
            else:
                remove(plan, row, fixed)


def overlaps(one: Span | Occurrence, other: Span | Occurrence) -> bool:
    return one.starts_at < other.ends_at and other.starts_at < one.ends_at
