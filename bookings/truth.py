"""What a kept answer was made from, and whether that is still so.

Seats are counted, never stored, so comparing them costs more the more dates an answer speaks of. Both databases tell
without reading a row whether anybody has written anything since the last count; where nobody has, that count is used
again until the next hold lapses. No writer has a counter to keep for it, and none can forget to.
"""

from dataclasses import dataclass, field
from datetime import UTC, datetime
from threading import get_ident
from typing import Any

from django.db import connection, models
from django.db.models import Func

from bookings.models import Booking, seats_taken
from charityshop.prepared import NUMBER, OneOf, Prepared, moment
from events.models import ProgrammeStamp

Truth = tuple[str, dict[int, int]]
"""The programme's stamp, and the seats taken on the answer's dates."""
NEVER = datetime.max.replace(tzinfo=UTC)


class Snapshot(Func):
    """PostgreSQL's own name for all that is committed at this moment; the same name, the same rows."""

    template, output_field = "pg_current_snapshot()::text", models.TextField()

    def as_sqlite(self, compiler: Any, connection: Any, **options: Any) -> tuple[str, tuple[str | int, ...]]:
        return "NULL", ()  # `unwritten` of charityshop.sqlite tells it there


STAMP = Prepared(lambda: ProgrammeStamp.objects.values_list("stamp", Snapshot()))
NEXT_LAPSE = Prepared(
    lambda: Booking.objects.taken(moment("now"))
    .filter(OneOf("occurrence", "dates", NUMBER), held_until__isnull=False)
    .order_by("held_until").values_list("held_until")[:1],
)  # fmt: skip


@dataclass(slots=True)
class Count:
    """The seats of some dates, counted at a moment, and how the database stood before."""

    state: object
    seats: dict[int, int]
    at: datetime
    lapse: datetime | None = None  # of the first hold among them; looked up when the count is first used again


@dataclass(frozen=True, slots=True)
class Seats:
    """The seats taken on these dates, counted anew where anything was written or a hold has lapsed."""

    dates: frozenset[int]
    counts: dict[int, Count] = field(default_factory=dict)  # by thread: on SQLite each connection counts for itself

    def taken(self, state: object, now: datetime) -> dict[int, int]:
        """`state` was asked for before: what is written from then on is seen at the next look."""
        last = self.counts.get(get_ident())
        if last is not None and last.state == state and last.at <= now < self.next_lapse(last):
            return last.seats
        seats = seats_taken(self.dates, now)
        if state is not None:
            self.counts[get_ident()] = Count(state, seats, now)
        return seats

    def next_lapse(self, count: Count) -> datetime:
        if count.lapse is None:
            found = NEXT_LAPSE.first(dates=self.dates, now=count.at) if self.dates else None
            count.lapse = found[0] if found else NEVER
        return count.lapse


def truth_about(seats: Seats, now: datetime) -> Truth | None:
    """What an answer about these dates is to be compared with. Looked at before the answer is made, never after."""
    state: object = None
    if connection.vendor == "sqlite" and not connection.in_atomic_block:
        state = connection.unwritten()  # type: ignore[attr-defined]  # charityshop.sqlite
    found = STAMP.first()
    if found is None:
        return None
    stamp, snapshot = found
    if snapshot and not connection.in_atomic_block:  # inside a transaction one's own writes change no state
        state = snapshot
    return stamp, seats.taken(state, now)
