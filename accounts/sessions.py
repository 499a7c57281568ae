"""Database sessions that belong to users. The table stores a hash of each session key, never the cookie's value."""

from datetime import timedelta
from hashlib import sha256
from typing import Any, cast

from django.conf import settings
from django.contrib.auth import SESSION_KEY, login
from django.contrib.sessions.backends.db import SessionStore as DatabaseSessions
from django.http import HttpRequest
from django.utils import timezone
from django.utils.dateparse import parse_datetime

from accounts.models import Session, User
from charityshop.db.transactions import in_one_transaction

SEEN_AT_INTERVAL = timedelta(minutes=10)  # precision of “last seen”; writing on each request would cost too much
SIGNED_IN_AT, DEVICE = "signed_in_at", "device"


class SessionStore(DatabaseSessions):
    """Django's database sessions with hashed keys, so that a leaked table or backup gives no access."""

    @classmethod
    def get_model_class(cls) -> type[Session]:
        return Session

    def load(self) -> dict[str, Any]:
        now = timezone.now()
        row = Session.objects.filter(pk=stored_key(self.session_key), expire_date__gt=now).first()
        if row is None:
            self.flush()  # forget the key, so that the middleware deletes the cookie
            return {}
        if row.seen_at < now - SEEN_AT_INTERVAL:
            Session.objects.filter(pk=row.pk).update(seen_at=now)
        return self.decode(row.session_data)

    def exists(self, session_key: str) -> bool:
        return Session.objects.filter(pk=stored_key(session_key)).exists()

    def create_model_instance(self, data: dict[str, Any]) -> Session:
        now = timezone.now()
        signed_in_at = parse_datetime(data.get(SIGNED_IN_AT, "")) or now
        row = cast(Session, super().create_model_instance(data))
        row.session_key = stored_key(row.session_key)
        # Expire relative to the sign-in. Django's backend extends the session whenever it is saved.
        row.expire_date = min(self.get_expiry_date(), signed_in_at + timedelta(seconds=settings.SESSION_COOKIE_AGE))
        row.user_id = int(data[SESSION_KEY]) if SESSION_KEY in data else None
        row.device = data.get(DEVICE, UNKNOWN)
        row.signed_in_at, row.seen_at = signed_in_at, now
        return row

    def delete(self, session_key: str | None = None) -> None:
        if key := session_key or self.session_key:
            Session.objects.filter(pk=stored_key(key)).delete()


def stored_key(key: str | None) -> str:
    """Hash a session key. Keys are long and random, so an unsalted hash is safe; it survives a new SECRET_KEY."""
    return sha256((key or "").encode()).hexdigest()


@in_one_transaction
def open_session(request: HttpRequest, user: User) -> None:
    """Sign in a user on this browser with a new session key, ending the previous session."""
    request.session.flush()  # Django keeps the key when the same user signs in again
    login(request, user)
    note_device(request)


def note_device(request: HttpRequest) -> None:
    request.session[DEVICE] = describe_device(request.headers.get("User-Agent", ""))
    request.session[SIGNED_IN_AT] = timezone.now().isoformat()


def session_of(request: HttpRequest) -> str:
    """Return the primary key of the request's session."""
    return stored_key(request.session.session_key)


def delete_expired_sessions() -> int:
    """Delete expired sessions. Return how many."""
    return int(SessionStore.get_model_class().objects.filter(expire_date__lte=timezone.now()).delete()[0])


# --- The names of devices --------------------------------------------------------------------------------------------


UNKNOWN = "Unknown device"

# The first match wins. The order matters because browsers include the names of others in their headers.
BROWSERS = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
)
SYSTEMS = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("CrOS", "Chromebook"),
    ("Windows", "Windows"),
    ("Macintosh", "Mac"),
    ("Linux", "Linux"),
)


def describe_device(user_agent: str) -> str:
    """Return a description built only from the names above: it is shown on a page, and exact versions aren't stored."""
    browser, system = find_name(user_agent, BROWSERS), find_name(user_agent, SYSTEMS)
    return " on ".join(word for word in (browser, system) if word) or UNKNOWN


def find_name(text: str, marks: tuple[tuple[str, str], ...]) -> str:
    return next((name for mark, name in marks if mark in text), "")
