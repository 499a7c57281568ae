"""Run background work row by row: a row that fails is tried again later and never stops the others.

Only rows that failed have a `Retry`. It counts the attempts and stores when the next one is due. It is deleted when the
row is finished. After SHOW_AFTER successive failures, staff see it (attention.selectors.stuck_rows).
"""

import logging
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import TypeVar

from django.core.cache import cache
from django.utils import timezone

from charityshop.db.transactions import in_one_transaction
from charityshop.models import Retry
from charityshop.observability.errors import describe_error

log = logging.getLogger(__name__)
Row = TypeVar("Row", int, str)
Result = TypeVar("Result")

SHOW_AFTER = 3  # successive failures
STOPPED = "It was stopped before it was done, as a server that is killed or out of memory stops it."
FIRST_PAUSE, MAX_PAUSE = timedelta(minutes=1), timedelta(hours=1)
CLOCK_DIFFERENCE = timedelta(minutes=5)


class StillWaiting(Exception):
    """The row depends on someone else, such as PayPal. Try again with increasing pauses; nothing is wrong."""


class NotFinished(Exception):
    """An attempt that failed in an expected way, such as an unclear answer. Logged without a traceback."""


def run_each(
    job: str, rows: Iterable[Row], work: Callable[[Row], Result], *, ignore_pauses: bool = False
) -> list[Result]:
    """Run `work` for each row that is due, and return what it returned for the rows that are finished now.

    `rows` must contain the keys of all unfinished rows, also of those not due yet, because the attempts of other rows
    are deleted. `ignore_pauses` tries every row now, for operators.
    """
    keys = list(rows)
    retries = {retry.row: retry for retry in Retry.objects.filter(job=job)}
    if over := retries.keys() - {row_name(key) for key in keys}:
        Retry.objects.filter(job=job, row__in=over).delete()
    now = timezone.now()
    due = keys if ignore_pauses else [key for key in keys if is_due(retries.get(row_name(key)), now)]
    results = []
    for key in due:
        if result := attempt(job, key, work):
            results += result
            if row_name(key) in retries:
                delete_retry(job, key)
    return results


def run_one(job: str, key: Row, work: Callable[[Row], object]) -> bool:
    """Run `work` for one row now, due or not; return whether the row is finished."""
    finished = bool(attempt(job, key, work))
    if finished:
        delete_retry(job, key)
    return finished


def attempt(job: str, key: Row, work: Callable[[Row], Result]) -> list[Result]:
    """Return what `work` returned; an empty list if the row is not finished."""
    try:
        return [work(key)]
    except StillWaiting:
        note_attempt(job=job, row=key, error="")
    except NotFinished as problem:
        log.warning("%s %s: %s", job, key, problem)
        note_attempt(job=job, row=key, error=str(problem))
    except Exception as problem:
        log.exception("%s %s failed", job, key)
        note_attempt(job=job, row=key, error=describe_error(problem))
    return []


@contextmanager
def noted(job: str, row: str) -> Iterator[None]:
    """Store an attempt before its work begins, and forget it when the work is done.

    So an attempt whose process is killed counts as failed, too. An error is stored and raised.
    """
    note_attempt(job=job, row=row, error=STOPPED)
    try:
        yield
    except Exception as problem:
        error = str(problem) if isinstance(problem, NotFinished) else describe_error(problem)
        Retry.objects.filter(job=job, row=row_name(row)).update(last_error=storable(error))
        raise
    delete_retry(job, row)


def delete_retry(job: str, key: int | str) -> None:
    Retry.objects.filter(job=job, row=row_name(key)).delete()


def rows_to_retry(job: str) -> set[str]:
    """Return the keys of the job's failed rows, for a job that checks all rows only once a day."""
    return set(Retry.objects.filter(job=job).values_list("row", flat=True))


def is_due(retry: Retry | None, now: datetime) -> bool:
    """Return whether to try now. A pause longer than there is was set while the clock was wrong."""
    return retry is None or not now < retry.next_attempt_at <= now + MAX_PAUSE


@in_one_transaction
def note_attempt(*, job: str, row: int | str, error: str) -> int:
    """Count an attempt that did not finish the row; return how many failed in a row. No `error`: nothing is wrong."""
    retry, _ = Retry.objects.select_for_update().get_or_create(job=job, row=row_name(row))
    retry.attempts += 1
    retry.failures = retry.failures + 1 if error else 0
    retry.last_error = storable(error)
    retry.next_attempt_at = timezone.now() + pause_after(retry.attempts)
    retry.save()
    return retry.failures


def pause_after(attempts: int) -> timedelta:
    """Return the pause: none after the first two attempts, then one minute, doubling up to one hour.

    Most failures are short. A row that fails three times in a row, in three successive runs, is shown to staff.
    """
    if attempts < SHOW_AFTER:
        return timedelta(0)
    doublings = min(attempts - SHOW_AFTER, 20)
    return min(FIRST_PAUSE * float(2**doublings), MAX_PAUSE)


def row_name(key: int | str) -> str:
    return str(key)[:100]


def storable(text: str) -> str:
    """Return the first line without NUL and lone surrogates."""
    first_line = text.partition("\n")[0]
    return first_line.replace("\x00", "").encode("utf-8", "replace").decode()[:500]


# --- Jobs that run once in a while, across all processes -------------------------------------------------------------
#
# A job's mark in the cache is set when the job is done, never before: a job that failed, or whose process was killed,
# runs again, first immediately and then with growing pauses. Two processes may do a job at the same time, and it runs
# again if the cache is cleared, so each job has to do no harm then. The mark says when: one of a clock that was ahead
# doesn't count.

BACKGROUND_JOB = "background job"  # in Retry


def run_unless_done(name: str, work: Callable[[], int], *, mark: str, lasts: float) -> int:
    """Do the work, unless it was done in the last `lasts` seconds or failed a moment ago. Return what it returns, or 0.

    `name` says to staff which job it is.
    """
    now = timezone.now()
    done_at = cache.get(mark)
    if done_at and now - timedelta(seconds=lasts) < done_at and not is_of_future(done_at, now):
        return 0
    if not is_due(Retry.objects.filter(job=BACKGROUND_JOB, row=name).first(), now):
        return 0
    with noted(BACKGROUND_JOB, name):
        done = work()
    cache.set(mark, timezone.now(), lasts)
    return done


def is_of_future(at: datetime, now: datetime) -> bool:
    """Return whether a clock that was ahead wrote this time. Servers and disks may differ by some minutes."""
    return at > now + CLOCK_DIFFERENCE
