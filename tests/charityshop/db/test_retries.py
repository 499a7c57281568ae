"""Rows that failed: what is stored of the error."""

from charityshop.db.retries import run_one
from charityshop.models import Retry


def test_the_list_of_failed_rows_quotes_nothing_that_was_typed(db):
    """A row that is never finished stays on it, and nobody erases a person from it."""

    def fail(key: int) -> None:
        raise ValueError("cannot handle ana@example.com")

    assert not run_one("test", 1, fail)
    assert Retry.objects.get().last_error == "ValueError"
