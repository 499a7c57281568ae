"""Session authentication for the API."""

from rest_framework.authentication import SessionAuthentication
from rest_framework.request import Request


class ApiSessionAuthentication(SessionAuthentication):
    """Authenticate by session cookie.

    There is no CSRF token, because charityshop.middleware.refusals rejects cross-site requests, also of anonymous
    users.
    """

    def enforce_csrf(self, request: Request) -> None:
        return None

    def authenticate_header(self, request: Request) -> str:
        """Return a header value, so that unauthenticated requests get 401 instead of 403."""
        return "Session"
