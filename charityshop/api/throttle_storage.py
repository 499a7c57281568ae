"""Storage for throttle counters, shared by all processes: one counter per key and time window.

Counters are in the database by default, or in Redis if CACHE_URL is set, which avoids a transaction per count.
"""

from datetime import datetime, timedelta
from typing import Protocol

from django.conf import settings
from django.core.cache import cache
from django.db import transaction
from django.db.models import F
from django.utils import timezone

from charityshop.models import Counter

CLEANUP_BATCH = 100
GRACE = timedelta(minutes=1)  # counters outlive their window because clocks differ and requests may span its end


class Counts(Protocol):
    def add(self, key: str, ends_at: datetime, *, most: int | None) -> bool:
        """Count one try unless `most` are counted already, atomically. Return whether it was counted."""

    def take_back(self, key: str) -> None:
        """Uncount one try, but not below zero."""

    def read(self, key: str) -> int: ...


class DatabaseCounts:
    def add(self, key: str, ends_at: datetime, *, most: int | None) -> bool:
        with transaction.atomic():
            Counter.objects.bulk_create([Counter(key=key, count=0, ends_at=ends_at)], ignore_conflicts=True)
            rows = Counter.objects.filter(pk=key)
            if most is not None:
                rows = rows.filter(count__lt=most)
            done = bool(rows.update(count=F("count") + 1))
        delete_expired_counters()
        return done

    def take_back(self, key: str) -> None:
        Counter.objects.filter(pk=key, count__gt=0).update(count=F("count") - 1)

    def read(self, key: str) -> int:
        return Counter.objects.filter(pk=key).values_list("count", flat=True).first() or 0


class RedisCounts:
    def add(self, key: str, ends_at: datetime, *, most: int | None) -> bool:
        timeout = (ends_at - timezone.now() + GRACE).total_seconds()
        cache.add(cache_key(key), 0, timeout=timeout)
        counted = cache.incr(cache_key(key))
        if most is None or counted <= most:
            return True
        cache.decr(cache_key(key))
        return False

    def take_back(self, key: str) -> None:
        if self.read(key) and cache.decr(cache_key(key)) < 0:  # two requests took back the same last try
            cache.incr(cache_key(key))

    def read(self, key: str) -> int:
        return max(0, int(cache.get(cache_key(key), 0)))


def cache_key(key: str) -> str:
    return f"count:{key}"


def counts() -> Counts:
    return RedisCounts() if settings.REDIS else DatabaseCounts()


def delete_expired_counters() -> None:
    """Delete a few expired counters, skipping rows locked by other processes.

    Wait for GRACE first: a row deleted between the two statements of `add` would look like a reached limit.
    """
    with transaction.atomic():
        over = Counter.objects.select_for_update(skip_locked=True).filter(ends_at__lte=timezone.now() - GRACE)
        over = over.order_by("pk")
        if keys := list(over.values_list("pk", flat=True)[:CLEANUP_BATCH]):
            Counter.objects.filter(pk__in=keys).delete()
