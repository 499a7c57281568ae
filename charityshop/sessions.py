"""Where sessions are kept: Django's table, asked only for keys that Django could have made."""

import re

from django.contrib.sessions.backends.db import SessionStore as DatabaseSessions
from django.utils import timezone


class SessionStore(DatabaseSessions):
    """A made-up cookie is nobody's: it may hold characters that PostgreSQL refuses to compare with."""

    def _validate_session_key(self, key: str | None) -> bool:
        return bool(key and re.fullmatch(r"[a-z0-9]{32}", key))


def forget_ended_sessions() -> int:
    """Delete sign-ins that ran out; how many. Django leaves every one of them in its table."""
    return int(SessionStore.get_model_class().objects.filter(expire_date__lt=timezone.now()).delete()[0])
