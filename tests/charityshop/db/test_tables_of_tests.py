"""The tests' tables come from the models. They have what migrations create: columns, constraints, indexes, triggers."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.db import connection

from tests.support.servers.prepared_database import drop, new_database, rows_of

ON_SQLITE = "SELECT type, tbl_name, name, sql FROM sqlite_master WHERE name NOT LIKE 'sqlite_%'"
ON_POSTGRESQL = """
SELECT 'column', attrelid::regclass::text, attname::text, concat_ws(' ', format_type(atttypid, atttypmod),
    attnotnull, attidentity, attgenerated, sorting.collname, pg_get_expr(adbin, adrelid))
    FROM pg_attribute LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
    LEFT JOIN pg_collation AS sorting ON sorting.oid = attcollation
    JOIN pg_class ON pg_class.oid = attrelid AND relnamespace = 'public'::regnamespace
    WHERE attnum > 0 AND NOT attisdropped AND relkind IN ('r', 'v')
UNION ALL SELECT 'constraint', conrelid::regclass::text, conname::text, pg_get_constraintdef(oid)
    FROM pg_constraint WHERE connamespace = 'public'::regnamespace
UNION ALL SELECT 'index', tablename::text, indexname::text, indexdef FROM pg_indexes WHERE schemaname = 'public'
UNION ALL SELECT 'trigger', tgrelid::regclass::text, tgname::text, pg_get_triggerdef(oid)
    FROM pg_trigger WHERE NOT tgisinternal
UNION ALL SELECT 'function', '', proname::text, pg_get_functiondef(oid)
    FROM pg_proc WHERE pronamespace = 'public'::regnamespace
UNION ALL SELECT 'extension', '', extname::text, extversion FROM pg_extension
"""
MANY = 500  # of them are compared, or this shows nothing
# Django creates the first one itself. The second one is Django's, which the shop leaves empty: its IDs have two sizes.
OTHERS = {"django_migrations", "auth_group_permissions"}


@pytest.fixture
def migrated(tmp_path: Path, db: None) -> Iterator[str]:
    """The URL of a database that the shop's migrations created."""
    url = new_database(tmp_path)
    yield url
    drop(url)


def test_the_tests_tables_are_those_that_the_migrations_create(migrated: str) -> None:
    query = ON_SQLITE if settings.SQLITE else ON_POSTGRESQL
    with connection.cursor() as cursor:
        cursor.execute(query)
        of_tests = list_parts(cursor.fetchall())
    of_the_shop = list_parts(rows_of(migrated, query))

    assert of_tests - of_the_shop == set()
    assert of_the_shop - of_tests == set()
    assert len(of_the_shop) > MANY


def list_parts(rows: Iterable[tuple[Any, ...]]) -> set[tuple[Any, ...]]:
    """Return what the tables consist of. SQLite's columns and constraints have any order."""
    return {
        (kind, table, name, part)
        for kind, table, name, sql in rows
        if table not in OTHERS
        for part in (split_columns(sql) if kind == "table" else [sql])
    }


def split_columns(sql: str) -> Iterator[str]:
    """Yield the parts between commas outside of inner brackets."""
    inside, part = 0, ""
    for letter in sql[sql.index("(") + 1 : sql.rindex(")")]:
        inside += {"(": 1, ")": -1}.get(letter, 0)
        if letter == "," and not inside:
            yield part.strip()
            part = ""
        else:
            part += letter
    yield part.strip()
