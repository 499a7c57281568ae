"""Rows that know when they last changed, for feeds and sitemaps, which are asked again and again what is new."""

from typing import Any, TypeVar

from django.db import models
from django.db.models.functions import Now
from django.utils import timezone

Row = TypeVar("Row", bound=models.Model, covariant=True)


class ChangedQuerySet(models.QuerySet[Row]):
    """Keeps `changed_at` right where rows are changed without being loaded."""

    def update(self, **fields: Any) -> int:
        return super().update(**{"changed_at": timezone.now(), **fields})

    update.alters_data = True  # type: ignore[attr-defined]


class Changed(models.Model):
    # The database's own default is for servers of the release before, which know nothing of the column.
    changed_at = models.DateTimeField(default=timezone.now, db_default=Now(), editable=False)

    class Meta:
        abstract = True

    def save(self, *args: Any, **options: Any) -> None:
        self.changed_at = timezone.now()
        if options.get("update_fields") is not None:
            options["update_fields"] = {*options["update_fields"], "changed_at"}
        super().save(*args, **options)
