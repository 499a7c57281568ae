"""Who asks: Django's own answer, in one query instead of two."""

from functools import partial

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.auth.middleware import AuthenticationMiddleware, auser, get_user
from django.http import HttpRequest
from django.utils.crypto import constant_time_compare
from django.utils.functional import SimpleLazyObject

from accounts.models import User

BACKEND = "django.contrib.auth.backends.ModelBackend"


class SignedInPeople(AuthenticationMiddleware):
    """The session's person came with the session's row; where anything about the two is unusual, Django decides."""

    def process_request(self, request: HttpRequest) -> None:
        request.user = SimpleLazyObject(lambda: person_of(request))  # type: ignore[assignment]
        request.auser = partial(auser, request)


def person_of(request: HttpRequest) -> object:
    if not hasattr(request, "_cached_user") and (person := usual_person(request)):
        request._cached_user = person  # type: ignore[attr-defined]  # where Django keeps it too
    return get_user(request)


def usual_person(request: HttpRequest) -> User | None:
    """Somebody active, signed in the shop's one way, whose session carries the hash that their row asks for."""
    session = request.session
    whose, backend, sent = (session.get(name, "") for name in (SESSION_KEY, BACKEND_SESSION_KEY, HASH_SESSION_KEY))
    person: User | None = getattr(session, "person", None)
    if person is None or whose != str(person.pk) or not person.is_active:
        return None
    if backend != BACKEND or BACKEND not in settings.AUTHENTICATION_BACKENDS:
        return None
    return person if constant_time_compare(sent, person.get_session_auth_hash()) else None
