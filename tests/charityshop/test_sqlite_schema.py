"""Migrations on SQLite: a table that is made anew keeps its triggers, which Django's own backend drops with the old."""

from copy import deepcopy

import pytest
from django.db import connection

from charityshop.models import ShopSettings
from charityshop.sqlite.base import DatabaseWrapper
from events.models import ProgrammeStamp

pytestmark = pytest.mark.django_db  # nothing of the shop's own database is touched
TABLE, STAMP = ShopSettings._meta.db_table, ProgrammeStamp._meta.db_table
MARK = f"""CREATE TRIGGER marked AFTER UPDATE ON {TABLE} BEGIN
    UPDATE {STAMP} SET stamp = 'like %s: 100%' || NEW.tagline; -- 'a quote''s
END"""


@pytest.fixture
def line(tmp_path):
    opened = DatabaseWrapper(connection.settings_dict | {"NAME": str(tmp_path / "shop.sqlite3"), "OPTIONS": {}})
    with opened.schema_editor() as editor:
        editor.create_model(ShopSettings)
        editor.create_model(ProgrammeStamp)
        editor.execute(MARK, None)
    yield opened
    opened.close()


def alter(line, model, name):
    """As a migration does that changes what the field allows."""
    old = model._meta.get_field(name)
    new = deepcopy(old)
    new.max_length = 999
    with line.schema_editor() as editor:
        editor.alter_field(model, old, new)


def triggers_of(line):
    with line.cursor() as cursor:
        return cursor.execute("SELECT name, tbl_name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()


def columns_of(line, table):
    with line.cursor() as cursor:
        return cursor.execute("SELECT sql FROM sqlite_master WHERE name = %s", [table]).fetchone()[0]


def test_a_table_that_is_made_anew_keeps_its_triggers_to_the_letter(line):
    alter(line, ShopSettings, "tagline")

    assert "varchar(999)" in columns_of(line, TABLE)
    assert triggers_of(line) == [("marked", TABLE, MARK)]


def test_a_table_that_others_triggers_write_to_can_be_made_anew(line):
    alter(line, ProgrammeStamp, "stamp")

    assert "varchar(999)" in columns_of(line, STAMP)
    assert triggers_of(line) == [("marked", TABLE, MARK)]
