"""Fixed one-hour limits shared by all processes."""

import math
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.utils import timezone
from django.utils.crypto import salted_hmac
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from charityshop.api.throttle_storage import counts
from charityshop.exceptions import DeadLink, TooMany
from charityshop.security.origins import address_of

WINDOW_SECONDS = 3600


@dataclass(frozen=True, slots=True)
class Limit:
    """Allow `most` tries of one `kind` per hour for one subject."""

    kind: str
    subject: str
    most: int

    @classmethod
    def of(cls, kind: str, *subject: str) -> "Limit":
        """Return the limit set in settings.THROTTLES."""
        return cls(kind, "\n".join(subject), settings.THROTTLES[kind])

    def spend(self) -> None:
        """Count one try. Raises TooMany, counting nothing, if the limit is reached."""
        now = timezone.now()
        # Check and count in one statement, so that concurrent tries can't exceed the limit.
        if not counts().add(self.key(now), window_end(now), most=self.most):
            raise too_many(seconds_left(now))

    def check(self) -> None:
        """Raise TooMany if the limit is reached. Counts nothing."""
        if self.is_reached():
            raise too_many(seconds_left(timezone.now()))

    def is_reached(self) -> bool:
        return self.used() >= self.most

    def count(self) -> None:
        """Count one try, without a limit."""
        now = timezone.now()
        counts().add(self.key(now), window_end(now), most=None)

    def take_back(self) -> None:
        """Uncount a try that should not count."""
        counts().take_back(self.key(timezone.now()))

    def used(self) -> int:
        return counts().read(self.key(timezone.now()))

    def key(self, now: datetime) -> str:
        window = int(now.timestamp()) // WINDOW_SECONDS
        return salted_hmac("throttling", f"{self.kind}\n{self.subject}\n{window}", algorithm="sha256").hexdigest()


class DownloadThrottle(BaseThrottle):
    """Limit an account's downloads to THROTTLE_DOWNLOAD an hour: exports are slow, and useful to a stolen session."""

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


def window_end(now: datetime) -> datetime:
    window = int(now.timestamp()) // WINDOW_SECONDS
    return datetime.fromtimestamp((window + 1) * WINDOW_SECONDS, tz=UTC)


def seconds_left(now: datetime) -> int:
    return max(1, math.ceil((window_end(now) - now).total_seconds()))


def too_many(seconds: int) -> TooMany:
    minutes = math.ceil(seconds / 60)
    return TooMany(f"Too many tries. Wait {minutes} minute{'' if minutes == 1 else 's'}.", retry_after=seconds)
