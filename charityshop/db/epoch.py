"""Times as numbers, for queries that read thousands of them."""

from typing import Any

from django.db.models import BigIntegerField, Func


class Epoch(Func):
    """A time in whole seconds since 1970. Reading a datetime from SQLite takes ten times as long as a number."""

    output_field = BigIntegerField()
    arity = 1

    def as_sqlite(self, compiler: Any, connection: Any, **context: Any) -> Any:
        return self.as_sql(compiler, connection, template="CAST(strftime('%%%%s', %(expressions)s) AS INTEGER)")

    def as_postgresql(self, compiler: Any, connection: Any, **context: Any) -> Any:
        return self.as_sql(compiler, connection, template="FLOOR(EXTRACT(EPOCH FROM %(expressions)s))::bigint")
