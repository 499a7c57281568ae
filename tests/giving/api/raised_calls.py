"""Calls for what was raised so far."""

from typing import Any

from django.core.cache import cache


def get_raised(client: Any, **asked: str) -> Any:
    """Return what was raised now, not up to a minute ago."""
    cache.clear()
    answer = client.get("/api/giving/raised", asked)
    assert answer.status_code == 200, answer.content
    return answer.json()
