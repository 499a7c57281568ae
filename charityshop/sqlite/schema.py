"""Django's own editor of tables, but a table that it makes anew keeps its triggers."""

from typing import Any

from django.db.backends.sqlite3 import schema


class DatabaseSchemaEditor(schema.DatabaseSchemaEditor):
    """SQLite cannot alter most of a table where it stands, so Django makes another, copies the rows and drops the old
    one, and a table's triggers go with it, without a word. The shop's triggers stamp the programme, and without them
    pages that are kept go stale. So all triggers are put away meanwhile and come back as they were written: also those
    of other tables, because SQLite renames no table that one of them writes to and that is missing just then.
    """

    def _remake_table(self, model: Any, *args: Any, **options: Any) -> None:
        with self.connection.cursor() as cursor:
            found = cursor.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
        for name, _ in found:
            self.execute(f"DROP TRIGGER {self.quote_name(name)}", None)
        super()._remake_table(model, *args, **options)  # type: ignore[misc]  # the stubs know of none
        for _, sql in found:
            self.execute(sql, None)
