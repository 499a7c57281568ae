"""Where sessions are kept: Django's table, asked only for keys that Django could have made."""

import re

from django.contrib.sessions.backends.db import SessionStore as DatabaseSessions


class SessionStore(DatabaseSessions):
    """A made-up cookie is nobody's: it may hold characters that PostgreSQL refuses to compare with."""

    def _validate_session_key(self, key: str | None) -> bool:
        return bool(key and re.fullmatch(r"[a-z0-9]{32}", key))
