"""A base model with a `changed_at` timestamp, for feeds and sitemaps."""

from typing import Any, TypeVar

from django.db import models
from django.db.models.functions import Now
from django.utils import timezone

Row = TypeVar("Row", bound=models.Model, covariant=True)


class ChangedQuerySet(models.QuerySet[Row]):
    """Set `changed_at` in bulk updates too."""

    def update(self, **fields: Any) -> int:
        return super().update(**{"changed_at": timezone.now(), **fields})

    update.alters_data = True  # type: ignore[attr-defined]


class Changed(models.Model):
    # The database default lets the previous release insert rows during a rolling deploy.
    changed_at = models.DateTimeField(default=timezone.now, db_default=Now(), editable=False)

    class Meta:
        abstract = True

    def save(self, *args: Any, **options: Any) -> None:
        self.changed_at = timezone.now()
        if options.get("update_fields") is not None:
            options["update_fields"] = {*options["update_fields"], "changed_at"}
        super().save(*args, **options)
