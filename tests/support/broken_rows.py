"""Rows that cannot be written, as after damage to a disk or a fault in the shop: the database refuses to write them."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager

from django.db import connection


def broken_row(table: str, pk: int) -> AbstractContextManager[None]:
    """Every update of this row fails until the block ends. Needs a test that commits (transaction=True)."""
    return broken_rows(table, f"old.id = {pk}")


def broken_rows(table: str, condition: str) -> AbstractContextManager[None]:
    """The same for all rows that fulfil the condition."""
    return refused(table, f"BEFORE UPDATE ON {table}", condition)


def broken_series(event_id: int) -> AbstractContextManager[None]:
    """The event can't have further dates until the block ends."""
    return refused("occurrences", "BEFORE INSERT ON events_occurrence", f"new.event_id = {event_id}")


def run_here(sql: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(sql)


@contextmanager
def refused(name: str, when: str, condition: str, run: Callable[[str], object] = run_here) -> Iterator[None]:
    """`run` runs one statement on another database of the same kind, such as a running shop's."""
    table = when.rpartition(" ")[2]
    for statement in statements(name, when, condition):
        run(statement)
    try:
        yield
    finally:
        run(f"DROP TRIGGER broken_{name}" + ("" if connection.vendor == "sqlite" else f" ON {table}"))


def statements(name: str, when: str, condition: str) -> list[str]:
    trigger = f"CREATE TRIGGER broken_{name} {when}"
    if connection.vendor == "sqlite":
        return [f"{trigger} WHEN {condition} BEGIN SELECT RAISE(ABORT, 'this row is broken'); END"]
    function = f"CREATE OR REPLACE FUNCTION broken_{name}() RETURNS trigger LANGUAGE plpgsql"
    return [
        f"{function} AS $$ BEGIN RAISE EXCEPTION 'this row is broken'; END $$",
        f"{trigger} FOR EACH ROW WHEN ({condition}) EXECUTE FUNCTION broken_{name}()",
    ]
