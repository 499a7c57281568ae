"""The API's description. Loaded where it is asked for, with all that drf-spectacular brings along."""

from typing import Any

from django.conf import settings
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.generators import SchemaGenerator

from charityshop.api.authentication import SessionSignIn
from charityshop.api.described import describe_calls


class Description(SchemaGenerator):
    """What drf-spectacular's command and view make the description with, by its settings."""

    def __init__(self, *args: Any, **options: Any) -> None:
        describe_calls()
        super().__init__(*args, **options)  # type: ignore[no-untyped-call]


class SessionSignInScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """How the description names the way to sign in."""

    target_class = SessionSignIn
    name = "session"

    def get_security_definition(self, auto_schema: object) -> dict[str, str]:
        return {"type": "apiKey", "in": "cookie", "name": settings.SESSION_COOKIE_NAME}
