"""Limits within fixed hours or days, shared by all processes, and their counters: one per key and time window.

Counters are in the database by default, or in Redis if CACHE_URL is set, which avoids a transaction per count.
"""

import math
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, Protocol

from django.conf import settings
from django.core.cache import cache
from django.db import transaction
from django.db.models import F
from django.http import HttpRequest
from django.utils import timezone
from django.utils.crypto import salted_hmac
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from charityshop.db.transactions import in_one_transaction
from charityshop.exceptions import DeadLink, DomainError, TooMany
from charityshop.models import Counter
from charityshop.security.origins import address_of

WINDOW_SECONDS = 3600
DAY_SECONDS = 24 * WINDOW_SECONDS


@dataclass(frozen=True, slots=True)
class Limit:
    """Allow `most` tries of one `kind` per window, an hour by default, for one subject."""

    kind: str
    subject: str
    most: int
    seconds: int = WINDOW_SECONDS

    @classmethod
    def of(cls, kind: str, *subject: str, seconds: int = WINDOW_SECONDS) -> "Limit":
        """Return the limit set in settings.THROTTLES."""
        return cls(kind, "\n".join(subject), settings.THROTTLES[kind], seconds)

    def spend(self) -> None:
        """Count one try. Raises TooMany, counting nothing, if the limit is reached."""
        if not self.try_spend():
            raise too_many(self.seconds_left(timezone.now()))

    def try_spend(self) -> bool:
        """Count one try. Return False, counting nothing, if the limit is reached."""
        now = timezone.now()
        # Check and count in one statement, so that concurrent tries can't exceed the limit.
        return counts().add(self.key(now), self.window_end(now), most=self.most)

    def check(self) -> None:
        """Raise TooMany if the limit is reached. Counts nothing."""
        if self.is_reached():
            raise too_many(self.seconds_left(timezone.now()))

    def is_reached(self) -> bool:
        return self.used() >= self.most

    def count(self) -> None:
        """Count one try, without a limit."""
        now = timezone.now()
        counts().add(self.key(now), self.window_end(now), most=None)

    def take_back(self) -> None:
        """Uncount a try that should not count."""
        counts().take_back(self.key(timezone.now()))

    def used(self) -> int:
        return counts().read(self.key(timezone.now()))

    def key(self, now: datetime) -> str:
        window = int(now.timestamp()) // self.seconds
        return salted_hmac("throttling", f"{self.kind}\n{self.subject}\n{window}", algorithm="sha256").hexdigest()

    def window_end(self, now: datetime) -> datetime:
        window = int(now.timestamp()) // self.seconds
        return datetime.fromtimestamp((window + 1) * self.seconds, tz=UTC)

    def seconds_left(self, now: datetime) -> int:
        return max(1, math.ceil((self.window_end(now) - now).total_seconds()))


@in_one_transaction
def count_tries(limits: Sequence[Limit]) -> None:
    """Count a try against every limit, or none if one is reached: a throttled try is not a failed sign-in."""
    for position, limit in enumerate(limits):
        try:
            limit.spend()
        except TooMany:
            uncount_tries(limits[:position])
            raise


@in_one_transaction
def uncount_tries(limits: Sequence[Limit]) -> None:
    for limit in limits:
        limit.take_back()


@contextmanager
def count_failures(*limits: Limit, of: type[DomainError] | tuple[type[DomainError], ...]) -> Iterator[None]:
    """Count what is done as a try, and uncount it unless it fails `of` such an error. Raise TooMany at a limit.

    It is counted before, so that simultaneous tries can't exceed a limit. Not for use in a transaction, whose rollback
    would uncount it.
    """
    count_tries(limits)
    has_failed = False
    try:
        yield
    except of:
        has_failed = True
        raise
    finally:
        if not has_failed:
            uncount_tries(limits)


class DownloadThrottle(BaseThrottle):
    """Limit an account's downloads per hour: exports are slow, and useful to a stolen session."""

    def allow_request(self, request: Request, view: Any) -> bool:
        Limit.of("download", str(request.user.pk)).spend()
        return True


@contextmanager
def counting_dead_links(request: Request | HttpRequest) -> Iterator[None]:
    """Count wrong tokens from a network address. Raise TooMany instead of DeadLink when the limit is reached."""
    try:
        yield
    except DeadLink:
        Limit.of("link", address_of(request)).spend()
        raise


def too_many(seconds: int) -> TooMany:
    minutes = math.ceil(seconds / 60)
    return TooMany(f"Too many tries. Wait {minutes} minute{'' if minutes == 1 else 's'}.", retry_after=seconds)


# --- Counters --------------------------------------------------------------------------------------------------------

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
