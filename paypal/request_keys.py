"""Idempotency keys, which PayPal calls PayPal-Request-Id."""

import secrets


def new_request_key() -> str:
    """Return a new key. Commit it before the call that uses it, so that the call can be repeated after a crash."""
    return secrets.token_hex(16)
