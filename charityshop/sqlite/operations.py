"""Django's own, but for moments, which a call writes and reads by the dozen."""

from datetime import UTC, datetime
from typing import Any

from django.db.backends.sqlite3 import operations


class DatabaseOperations(operations.DatabaseOperations):
    """SQLite knows no zones: a moment is kept without one, in UTC. All of the shop's are in UTC to begin with."""

    def adapt_datetimefield_value(self, value: Any) -> str | None:
        if isinstance(value, datetime) and value.tzinfo is UTC:
            return str(value.replace(tzinfo=None))
        return super().adapt_datetimefield_value(value)

    def convert_datetimefield_value(self, value: Any, expression: Any, connection: Any) -> Any:
        if isinstance(value, datetime) and value.tzinfo is None:
            return value.replace(tzinfo=UTC)
        return super().convert_datetimefield_value(value, expression, connection)
