"""The shop's own settings at an evening that never changes, so that pictures of it differ only when its looks do."""

import time
from datetime import UTC, datetime, timedelta

from django.utils import timezone

from charityshop.settings import *  # noqa: F403

EVENING = datetime(2027, 3, 2, 18, 0, tzinfo=UTC)
began = time.monotonic()
timezone.now = lambda: EVENING + timedelta(seconds=time.monotonic() - began)
