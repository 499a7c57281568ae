"""Run a background job once in a while, such as once a day, across all processes.

The job's mark in the cache is set when the job is done, never before: a job that failed, or whose process was killed,
runs again, first immediately and then with growing pauses (charityshop.db.retries). Staff read after its third
failure that it fails (payments.selectors.stuck_rows). Two processes may do a job at the same time, and it runs again
if the cache is cleared, so each job has to do no harm then.
"""

from collections.abc import Callable

from django.core.cache import cache
from django.utils import timezone

from charityshop.db.retries import is_due, noted
from charityshop.models import Retry

JOB = "background job"  # in Retry


def run_unless_done(name: str, work: Callable[[], int], *, mark: str, lasts: float) -> int:
    """Do the work, unless it was done in the last `lasts` seconds or failed a moment ago. Return what it returns, or 0.

    `name` says to staff which job it is.
    """
    if cache.get(mark) or not is_due(Retry.objects.filter(job=JOB, row=name).first(), timezone.now()):
        return 0
    with noted(JOB, name):
        done = work()
    cache.set(mark, True, lasts)
    return done
