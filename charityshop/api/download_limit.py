"""How many files of data an account may download."""

from typing import Any

from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from charityshop.api.throttling import Limit


class DownloadThrottle(BaseThrottle):
    """THROTTLE_DOWNLOAD an hour. Exports cost much, and are what somebody with a stolen session would take."""

    def allow_request(self, request: Request, view: Any) -> bool:
        Limit.of("download", str(request.user.pk)).spend()
        return True
