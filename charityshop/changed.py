"""Rows that know when they last changed, for feeds and sitemaps, which are asked again and again what is new."""

from typing import Any, TypeVar

from django.db import models
from django.utils import timezone

Row = TypeVar("Row", bound=models.Model, covariant=True)


class ChangedQuerySet(models.QuerySet[Row]):
    """Keeps `changed_at` right where rows are changed without being loaded."""

    def update(self, **fields: Any) -> int:
        return super().update(**{"changed_at": timezone.now(), **fields})

    update.alters_data = True  # type: ignore[attr-defined]


class Changed(models.Model):
    changed_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        abstract = True

    def save(self, *args: Any, **options: Any) -> None:
        self.changed_at = timezone.now()
        if options.get("update_fields") is not None:
            options["update_fields"] = {*options["update_fields"], "changed_at"}
        super().save(*args, **options)
