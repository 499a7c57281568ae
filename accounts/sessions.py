"""Where sessions are kept: a table of the shop's own, which knows whose they are and never what the cookie says."""

import re
from datetime import timedelta
from hashlib import sha256
from typing import Any

from django.conf import settings
from django.contrib.auth import SESSION_KEY, login, update_session_auth_hash
from django.contrib.sessions.backends.db import SessionStore as DatabaseSessions
from django.http import HttpRequest
from django.utils import timezone
from django.utils.dateparse import parse_datetime

from accounts.models import Session, User
from accounts.user_agents import UNKNOWN, device_words
from charityshop.prepared import Prepared, moment, text

SEEN_EVERY = timedelta(minutes=10)  # how exact “last seen” is; a write at every call would cost too much
ALIVE = Prepared(lambda: Session.objects.filter(pk=text("key"), expire_date__gt=moment("now")))
SIGNED_IN_AT, DEVICE = "signed_in_at", "device"


class SessionStore(DatabaseSessions):
    """Django's own, with the cookie's key stored as a hash: who reads the table, or a backup, is nobody by it.

    A made-up cookie is nobody's; it may hold characters that PostgreSQL refuses to compare with.
    """

    @classmethod
    def get_model_class(cls) -> type[Session]:
        return Session

    def _validate_session_key(self, key: str | None) -> bool:
        return bool(key and re.fullmatch(r"[a-z0-9]{32}", key))

    def load(self) -> dict[str, Any]:
        now = timezone.now()
        row = ALIVE.first(key=stored_key(self.session_key), now=now)
        if row is None:
            self._session_key = None
            return {}
        if row.seen_at < now - SEEN_EVERY:
            Session.objects.filter(pk=row.pk).update(seen_at=now)
        return self.decode(row.session_data)

    def exists(self, session_key: str) -> bool:
        return Session.objects.filter(pk=stored_key(session_key)).exists()

    def create_model_instance(self, data: dict[str, Any]) -> Session:
        now = timezone.now()
        signed_in_at = parse_datetime(data.get(SIGNED_IN_AT, "")) or now
        return Session(
            session_key=stored_key(self._get_or_create_session_key()),  # type: ignore[attr-defined]
            session_data=self.encode(data),
            # Counted from the sign-in: Django would count anew whenever something is stored in the session.
            expire_date=min(self.get_expiry_date(), signed_in_at + timedelta(seconds=settings.SESSION_COOKIE_AGE)),
            user_id=int(data[SESSION_KEY]) if SESSION_KEY in data else None,
            device=data.get(DEVICE, UNKNOWN),
            signed_in_at=signed_in_at,
            seen_at=now,
        )

    def delete(self, session_key: str | None = None) -> None:
        if key := session_key or self.session_key:
            Session.objects.filter(pk=stored_key(key)).delete()


def stored_key(key: str | None) -> str:
    """The key is random and long, so a plain hash keeps it; unlike a signature it outlives a change of SECRET_KEY."""
    return sha256((key or "").encode()).hexdigest()


def open_session(request: HttpRequest, person: User) -> None:
    """Sign somebody in on this browser, with a new session key; the session that was open here ends."""
    request.session.flush()  # Django by itself keeps the key where the same user signs in again
    login(request, person)
    note_device(request)


def renew_session_key(request: HttpRequest) -> None:
    """Go on under a new key after the user proved who they are again; the old key is dead at once."""
    request.session.cycle_key()


def stay_signed_in(request: HttpRequest, person: User) -> None:
    """Stay signed in on this browser alone, under a new key, after all of the user's sessions ended."""
    update_session_auth_hash(request, person)


def note_device(request: HttpRequest) -> None:
    request.session[DEVICE] = device_words(request.headers.get("User-Agent", ""))
    request.session[SIGNED_IN_AT] = timezone.now().isoformat()


def session_of(request: HttpRequest) -> str:
    """The row's key of the session that a request came with."""
    return stored_key(request.session.session_key)


def forget_ended_sessions() -> int:
    """Delete sign-ins that ran out; how many. Django leaves every one of them in its table."""
    return int(SessionStore.get_model_class().objects.filter(expire_date__lte=timezone.now()).delete()[0])
