"""The shop's settings with a fixed start time, so that screenshots are reproducible."""

import time
from datetime import UTC, datetime, timedelta

from django.utils import timezone

from charityshop.settings import *  # noqa: F403

EVENING = datetime(2027, 3, 2, 18, 0, tzinfo=UTC)
began = time.monotonic()
timezone.now = lambda: EVENING + timedelta(seconds=time.monotonic() - began)
