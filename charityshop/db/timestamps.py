"""A base model that knows when it last changed and how often, for feeds, sitemaps and calendars."""

from typing import Any, TypeVar

from django.db import models
from django.db.models import F
from django.utils import timezone

Row = TypeVar("Row", bound=models.Model, covariant=True)


class ChangedQuerySet(models.QuerySet[Row]):
    """Set `changed_at` and raise `revision` in bulk updates too."""

    def update(self, **fields: Any) -> int:
        return super().update(**{"changed_at": timezone.now(), "revision": F("revision") + 1, **fields})

    update.alters_data = True  # type: ignore[attr-defined]


class Changed(models.Model):
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
