"""What every app shares and the database has to remember."""

from django.db import models


class Counter(models.Model):
    """How often something happened in one window of time; `key` is a hash, so the table names nobody."""

    key = models.CharField(max_length=64, primary_key=True)
    count = models.PositiveIntegerField(default=0)
    ends_at = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return f"{self.key[:8]}: {self.count} until {self.ends_at:%H:%M}"
