"""Calls for what was raised so far."""

from typing import Any


def get_raised(client: Any, **asked: str) -> Any:
    answer = client.get("/api/giving/raised", asked)
    assert answer.status_code == 200, answer.content
    return answer.json()
