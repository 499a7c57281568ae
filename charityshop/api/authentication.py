"""Session sign-in for the API: 401 when signed out. The origin rule stands in charityshop.middleware.types."""

from typing import Any

from rest_framework.authentication import SessionAuthentication
from rest_framework.request import Request


class SessionSignIn(SessionAuthentication):
    """Django's session cookie. Cross-site posts are refused by origin for every call, signed in or not."""

    def authenticate(self, request: Request) -> Any:
        """The person themselves: Django's stand-in for them looks anew whom it stands for at each attribute."""
        found = super().authenticate(request)
        return found and (getattr(request._request, "_cached_user", found[0]), found[1])

    def enforce_csrf(self, request: Request) -> None:
        return None

    def authenticate_header(self, request: Request) -> str:
        return "Session"
