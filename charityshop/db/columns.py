"""Columns that several apps have: public IDs, amounts of money, and when and how often a row changed."""

import re
import secrets
import time
from decimal import Decimal
from typing import Any, TypeVar

from django.db import models
from django.db.models import BigIntegerField, F, Func
from django.utils import timezone

Row = TypeVar("Row", bound=models.Model, covariant=True)


def new_public_id() -> str:
    """Return 4 bytes of seconds, 3 bytes of the fraction and 5 random bytes, as 24 hex digits.

    The IDs sort by creation time, to 60 nanoseconds, and can't be guessed.
    """
    seconds, nanoseconds = divmod(time.time_ns(), 1_000_000_000)
    fraction = nanoseconds * 2**24 // 1_000_000_000
    return f"{seconds & 0xFFFFFFFF:08x}{fraction:06x}{secrets.token_hex(5)}"


def is_public_id(text: str) -> bool:
    """Return whether the text has the form of a public ID, of this shop or another one."""
    return bool(re.fullmatch("[0-9a-f]{24}", text))


def public_id_field() -> "models.CharField[str, str]":
    """Return the field for the API's `_id`."""
    return models.CharField(max_length=24, unique=True, editable=False, default=new_public_id)


def money(**options: Any) -> "models.DecimalField[Decimal | str, Decimal]":
    return models.DecimalField(max_digits=10, decimal_places=2, **options)


def optional_money(**options: Any) -> "models.DecimalField[Decimal | str | None, Decimal | None]":
    return models.DecimalField(max_digits=10, decimal_places=2, null=True, blank=True, **options)


class ChangedQuerySet(models.QuerySet[Row]):
    """Set `changed_at` and raise `revision` in bulk updates too."""

    def update(self, **fields: Any) -> int:
        return super().update(**{"changed_at": timezone.now(), "revision": F("revision") + 1, **fields})

    update.alters_data = True  # type: ignore[attr-defined]


class Changed(models.Model):
    """A base for rows that know when they last changed and how often, for feeds, sitemaps and calendars."""

    changed_at = models.DateTimeField(default=timezone.now, editable=False)
    revision = models.PositiveIntegerField(
        default=0, editable=False, help_text="How often it changed: it grows within the same second, too."
    )

    class Meta:
        abstract = True

    def save(self, *args: Any, **options: Any) -> None:
        self.changed_at = timezone.now()
        if not self._state.adding:
            self.revision = F("revision") + 1  # by the database, because the row may have been read long ago
        if options.get("update_fields") is not None:
            options["update_fields"] = {*options["update_fields"], "changed_at", "revision"}
        super().save(*args, **options)


class Epoch(Func):
    """A time in whole seconds since 1970. Reading a datetime from SQLite takes ten times as long as a number."""

    output_field = BigIntegerField()
    arity = 1

    def as_sqlite(self, compiler: Any, connection: Any, **context: Any) -> Any:
        return self.as_sql(compiler, connection, template="CAST(strftime('%%%%s', %(expressions)s) AS INTEGER)")

    def as_postgresql(self, compiler: Any, connection: Any, **context: Any) -> Any:
        return self.as_sql(compiler, connection, template="FLOOR(EXTRACT(EPOCH FROM %(expressions)s))::bigint")
