"""Django's PostgreSQL, for statements that are written once: the server keeps those prepared too."""
