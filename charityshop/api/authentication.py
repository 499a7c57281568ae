"""Session sign-in for the API: 401 when signed out. The origin rule stands in charityshop.middleware.types."""

from rest_framework.authentication import SessionAuthentication
from rest_framework.request import Request


class SessionSignIn(SessionAuthentication):
    """Django's session cookie. Cross-site posts are refused by origin for every call, signed in or not."""

    def enforce_csrf(self, request: Request) -> None:
        return None

    def authenticate_header(self, request: Request) -> str:
        return "Session"
