"""Triggers: the database itself refuses some writes, no matter who tries them.

`TRIGGERS` lists all of them; apps add theirs when they start. `migrate` creates them again after each run, because
Django rebuilds a table of SQLite for many changes, and that drops the table's triggers. SQLite doesn't even rebuild a
table that another table's trigger reads, so they are dropped there before the run. If it fails, they are missing until
the next one; the consistency check says so. A trigger that leaves the list has to be dropped by a migration.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from django.db import connections, transaction

Event = Literal["INSERT", "UPDATE", "DELETE"]
Connection = Any  # a row of django.db.connections
FUNCTION = """
CREATE OR REPLACE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF {condition} THEN RAISE EXCEPTION '{message}' USING ERRCODE = 'integrity_constraint_violation'; END IF;
    RETURN {row};
END $$
"""

FIND_ON_SQLITE = "SELECT name FROM sqlite_master WHERE type = 'trigger'"
FIND_ON_POSTGRESQL = "SELECT tgname FROM pg_trigger WHERE NOT tgisinternal"


@dataclass(frozen=True, slots=True)
class Trigger:
    """Refuse an event of a table's rows if the condition is true: SQL about OLD and NEW. Its name is unique."""

    name: str
    table: str
    event: Event
    message: str
    condition: str = "TRUE"
    only_sqlite: bool = False

    def list_statements(self, vendor: str) -> list[str]:
        """Return the SQL that creates it, or creates it again."""
        if vendor == "sqlite":
            condition = self.condition.replace("IS DISTINCT FROM", "IS NOT")  # which SQLite has since 3.39 only
            return [
                f"DROP TRIGGER IF EXISTS {self.name}",
                f"CREATE TRIGGER {self.name} BEFORE {self.event} ON {self.table} WHEN {condition} BEGIN "
                f"SELECT RAISE(ABORT, '{self.message}'); END",
            ]
        row = "OLD" if self.event == "DELETE" else "NEW"
        return [
            FUNCTION.format(name=self.name, condition=self.condition, message=self.message, row=row),
            f"CREATE OR REPLACE TRIGGER {self.name} BEFORE {self.event} ON {self.table} FOR EACH ROW "
            f"EXECUTE FUNCTION {self.name}()",
        ]


TRIGGERS: list[Trigger] = []


def create_triggers(connection: Connection) -> None:
    """Create the triggers of tables that exist: `migrate` may have been asked for some apps only."""
    tables = set(connection.introspection.table_names())
    with transaction.atomic(using=connection.alias), connection.cursor() as cursor:
        for trigger in TRIGGERS:
            if trigger.table in tables and (connection.vendor == "sqlite" or not trigger.only_sqlite):
                for statement in trigger.list_statements(connection.vendor):
                    cursor.execute(statement)


def drop_triggers(connection: Connection, triggers: Iterable[Trigger] = TRIGGERS) -> None:
    tables = set(connection.introspection.table_names())
    with transaction.atomic(using=connection.alias), connection.cursor() as cursor:
        for trigger in triggers:
            if trigger.table in tables:
                on = "" if connection.vendor == "sqlite" else f" ON {trigger.table}"
                cursor.execute(f"DROP TRIGGER IF EXISTS {trigger.name}{on}")


def list_missing_triggers(connection: Connection) -> list[str]:
    is_sqlite = connection.vendor == "sqlite"
    with connection.cursor() as cursor:
        cursor.execute(FIND_ON_SQLITE if is_sqlite else FIND_ON_POSTGRESQL)
        found = {name for (name,) in cursor.fetchall()}
    return sorted({trigger.name for trigger in TRIGGERS if is_sqlite or not trigger.only_sqlite} - found)


def drop_before_migrating(using: str, plan: Sequence[object], **kwargs: Any) -> None:
    if plan and connections[using].vendor == "sqlite":
        drop_triggers(connections[using])


def create_after_migrating(using: str, **kwargs: Any) -> None:
    create_triggers(connections[using])
