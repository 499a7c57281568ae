"""Keys for PayPal-Request-Id."""

import secrets


def new_request_key() -> str:
    """Stored, and committed, before the call it is for."""
    return secrets.token_hex(16)
