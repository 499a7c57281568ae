"""Rows that cannot be written, as after disk damage or because of a bug: triggers raise an error."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager

from django.db import connection


def broken_row(table: str, pk: int) -> AbstractContextManager[None]:
    """Let every update of this row fail until the block ends. Needs a test that commits (transaction=True)."""
    return broken_rows(table, f"old.id = {pk}")


def broken_rows(table: str, condition: str) -> AbstractContextManager[None]:
    """Let every update of the rows that match the condition fail until the block ends."""
    return refused(table, f"BEFORE UPDATE ON {table}", condition)


def run_here(sql: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(sql)


@contextmanager
def refused(name: str, when: str, condition: str, run: Callable[[str], object] = run_here) -> Iterator[None]:
    """Let writes that match the condition fail. `run` runs statements, if not on this database."""
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
