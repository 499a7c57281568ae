"""No plan loses a booking or gives two dates the same start or recurrence ID, whatever the dates and the rule are."""

from collections import Counter
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from hypothesis import given
from hypothesis import strategies as st

from bookings.event_plan import Given, Plan, Row, Shift, Status, plan_dates
from events.recurrence import Span

NOW = datetime(2031, 6, 15, tzinfo=UTC)  # far from any clock change
SHOP = ZoneInfo("America/Los_Angeles")
HOURS = st.integers(-3, 9).map(lambda quarters: quarters * 6)  # few values, so that dates often overlap


def time_at(hours: int) -> datetime:
    return NOW + timedelta(hours=hours)


def span_at(hours: int, length: int = 3) -> Span:
    return Span(time_at(hours), time_at(hours + length))


def list_given(hours: Iterable[int]) -> Given:
    return {time_at(each): span_at(each) for each in sorted(hours) if each > 0}


@st.composite
def dates(draw: st.DrawFn) -> list[Row]:
    """Return dates at their places and elsewhere. Several may start at the same time, if one of them takes place."""
    rows: list[Row] = []
    for number, hours in enumerate(sorted(draw(st.sets(HOURS, max_size=9)))):
        start = draw(st.just(hours) | st.just(hours) | HOURS)
        status = draw(st.sampled_from([*Status, Status.SCHEDULED, Status.SCHEDULED, Status.SCHEDULED]))
        if any(row.takes_place and row.span.starts_at == time_at(start) for row in rows):
            status = Status.CANCELED
        # Dates with taken seats are never canceled or dropped.
        taken = draw(st.integers(0, 2)) if status == Status.SCHEDULED else 0
        has_history = taken > 0 or draw(st.booleans())
        rows.append(Row(number, time_at(hours), span_at(start), status, taken, has_history))
    return sorted(rows, key=lambda row: row.span.starts_at)


shifts = st.none() | st.builds(
    lambda by, length: Shift(timedelta(hours=by), timedelta(hours=length), SHOP), HOURS, st.integers(1, 4)
)
before = st.sets(HOURS, max_size=9)


def apply(rows: Iterable[Row], plan: Plan) -> list[Row]:
    """Return the rows after the plan. Added ones have no number below 1,000."""
    spans = {row.pk: span for row, span in (*plan.move, *plan.revive)}
    status = dict.fromkeys(plan.hide, Status.DROPPED) | {row.pk: Status.SCHEDULED for row, _ in plan.revive}
    kept = [
        Row(
            row.pk,
            plan.ids.get(row.pk, row.recurrence_id),
            spans.get(row.pk, row.span),
            status.get(row.pk, row.status),
            row.taken,
            row.has_history,
        )
        for row in rows
        if row.pk not in plan.drop
    ]
    added = [Row(1_000 + number, span.starts_at, span) for number, span in enumerate(plan.add)]
    return sorted([*kept, *added], key=lambda row: row.span.starts_at)


def refuse_doubles(rows: Iterable[Row]) -> None:
    for found in (Counter(row.recurrence_id for row in rows), Counter(r.span.starts_at for r in rows if r.takes_place)):
        assert set(found.values()) <= {1}


@given(dates(), before, st.sets(HOURS, max_size=9), shifts, st.sampled_from([True, True, None, False]))
def test_a_plan_loses_no_booking_and_contains_every_wanted_date(rows, hours_before, hours, shift, move):
    wanted = list_given(hours)

    plan = plan_dates(rows, wanted, now=NOW, given_before=list_given(hours_before), shift=shift, move_bookings=move)

    after = apply(rows, plan)
    refuse_doubles(after)
    if plan.clashes:
        return  # it is refused
    table = {row.pk: row for row in after}
    for row in rows:
        if row.status == Status.DROPPED:
            continue
        if row.span.starts_at <= NOW:
            assert (table[row.pk].span, table[row.pk].status) == (row.span, row.status)
        elif row.status == Status.CANCELED:
            assert table[row.pk].status == Status.CANCELED
        elif row.taken:
            found = table[row.pk]
            assert found.takes_place
            assert found.span.starts_at > NOW
            assert found.span == row.span or (shift is not None and move and found.span == shift.apply(row.span))
    for each, span in wanted.items():
        has_id = any(row.recurrence_id == each for row in after)
        is_taken = any(row.span.starts_at < span.ends_at and span.starts_at < row.span.ends_at for row in after)
        assert has_id or is_taken
    on = [row.span for row in after if row.takes_place]
    assert plan.list_scheduled(rows) == sorted(on, key=lambda span: span.starts_at)


@given(dates(), before, st.sets(HOURS, max_size=9))
def test_a_repeated_plan_changes_nothing(rows: list[Row], hours_before: set[int], hours: set[int]) -> None:
    wanted = list_given(hours)
    after = apply(rows, plan_dates(rows, wanted, now=NOW, given_before=list_given(hours_before)))

    again = plan_dates(after, wanted, now=NOW, given_before=wanted)

    assert (again.add, again.drop, again.hide, again.move, again.revive, again.ids) == ([], [], [], [], [], {})


@given(st.sets(st.integers(4, 12), min_size=2), st.integers(-3, 3), st.integers(1, 4))
def test_a_booked_series_moves_completely(quarters: set[int], by: int, length: int) -> None:
    rows = [
        Row(number, time_at(quarter * 6), span_at(quarter * 6), taken=1, has_history=True)
        for number, quarter in enumerate(sorted(quarters))
    ]
    shift = Shift(timedelta(hours=by * 6), timedelta(hours=length), SHOP)
    given_before = {row.recurrence_id: row.span for row in rows}

    plan = plan_dates(rows, {}, now=NOW, given_before=given_before, shift=shift, move_bookings=True)

    assert [(row.recurrence_id, row.span) for row in apply(rows, plan)] == [
        (shift.get_start(row.recurrence_id), shift.apply(row.span)) for row in rows
    ]
