"""No plan loses a booking or gives two dates the same start, whatever the dates and the rule are."""

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from hypothesis import given
from hypothesis import strategies as st

from bookings.event_plan import Plan, Row, Shift, Status, plan_dates
from events.recurrence import Span

NOW = datetime(2031, 6, 15, tzinfo=UTC)  # far from any clock change
SHOP = ZoneInfo("America/Los_Angeles")
HOURS = st.integers(-3, 9).map(lambda quarters: quarters * 6)  # few values, so that dates often overlap


def span_at(hours: int, length: int = 3) -> Span:
    starts_at = NOW + timedelta(hours=hours)
    return Span(starts_at, starts_at + timedelta(hours=length))


@st.composite
def dates(draw: st.DrawFn) -> list[Row]:
    rows = []
    for number, hours in enumerate(sorted(draw(st.sets(HOURS, max_size=9)))):
        status = draw(st.sampled_from([*Status, Status.SCHEDULED, Status.SCHEDULED, Status.SCHEDULED]))
        # Dates with taken seats are never canceled or dropped.
        taken = draw(st.integers(0, 2)) if status == Status.SCHEDULED else 0
        rows.append(Row(number, span_at(hours), status, taken, has_history=taken > 0 or draw(st.booleans())))
    return rows


shifts = st.none() | st.builds(
    lambda by, length: Shift(timedelta(hours=by), timedelta(hours=length), SHOP), HOURS, st.integers(1, 4)
)


def apply(rows: Iterable[Row], plan: Plan) -> dict[int, tuple[Span, Status]]:
    """Return the rows after applying the plan step by step. Two rows with the same start fail immediately."""
    table = {row.pk: (row.span, row.status) for row in rows if row.pk not in plan.drop}
    added = 1_000

    def write(pk: int, span: Span, status: Status) -> None:
        assert all(other.starts_at != span.starts_at for key, (other, _) in table.items() if key != pk)
        table[pk] = (span, status)

    for pk in plan.hide:
        write(pk, table[pk][0], Status.DROPPED)
    for row, span in plan.moves_in_order():
        write(row.pk, span, table[row.pk][1])
    for row, span in plan.revive:
        write(row.pk, Span(row.span.starts_at, span.ends_at), Status.SCHEDULED)
    for status, spans in ((Status.SCHEDULED, plan.add), (Status.CANCELED, plan.add_placeholders)):
        for span in spans:
            added += 1
            write(added, span, status)
    return table


@given(dates(), st.sets(HOURS, max_size=9), shifts, st.sampled_from([True, True, None, False]), st.booleans())
def test_a_plan_loses_no_booking_and_contains_every_wanted_date(rows, hours, shift, move, have_previous):
    wanted = [span_at(hour) for hour in sorted(hours) if span_at(hour).starts_at > NOW]
    before = [row.span for row in rows] if have_previous else []

    plan = plan_dates(rows, wanted, now=NOW, given_before=before, shift=shift, move_bookings=move)

    table = apply(rows, plan)
    for row in rows:
        if row.span.starts_at <= NOW:
            assert table[row.pk] == (row.span, row.status)
        elif row.status == Status.CANCELED:
            assert table[row.pk][1] == Status.CANCELED
        elif row.taken:
            span, status = table[row.pk]
            assert status == Status.SCHEDULED
            assert span.starts_at > NOW
            assert span == row.span or (shift is not None and move and span == shift.apply(row.span)) or span in wanted
    starts = {span.starts_at for span, _ in table.values()}
    if not plan.clashes:
        assert {span.starts_at for span in wanted} <= starts
    on = [span for span, status in table.values() if status == Status.SCHEDULED]
    assert plan.list_scheduled(rows) == sorted(on, key=lambda span: span.starts_at)


@given(dates(), st.sets(HOURS, max_size=9))
def test_a_repeated_plan_changes_nothing(rows: list[Row], hours: set[int]) -> None:
    wanted = [span_at(hour) for hour in sorted(hours) if span_at(hour).starts_at > NOW]
    plan = plan_dates(rows, wanted, now=NOW)
    taken = {row.pk: row.taken for row in rows}
    after = [
        Row(pk, span, status, taken.get(pk, 0), has_history=True) for pk, (span, status) in apply(rows, plan).items()
    ]

    again = plan_dates(sorted(after, key=lambda row: row.span.starts_at), wanted, now=NOW)

    assert (again.add, again.add_placeholders, again.move, again.revive) == ([], [], [], [])


@given(st.sets(st.integers(4, 12), min_size=2), st.integers(-3, 3), st.integers(1, 4))
def test_a_booked_series_moves_completely(quarters: set[int], by: int, length: int) -> None:
    rows = [Row(number, span_at(quarter * 6), taken=1, has_history=True) for number, quarter in enumerate(quarters)]
    shift = Shift(timedelta(hours=by * 6), timedelta(hours=length), SHOP)

    plan = plan_dates(rows, [], now=NOW, given_before=[row.span for row in rows], shift=shift, move_bookings=True)

    assert apply(rows, plan) == {row.pk: (shift.apply(row.span), Status.SCHEDULED) for row in rows}
