"""Behind a trusted proxy, limits and logs use the address that the proxy reports."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.support.servers.running_shop import RunningShop
from tests.support.waiting import eventually

VISITOR, NEIGHBOR, MADE_UP = "203.0.113.9", "203.0.113.10", "198.51.100.1"
FLAGS = {"TRUSTED_PROXIES": "127.0.0.1", "ACCESS_LOG": "-", "LIMITS_FACTOR": "1"}


@pytest.fixture
def shop(django_db_setup: None, django_db_blocker: Any) -> Iterator[RunningShop]:
    with django_db_blocker.unblock(), RunningShop(workers=1, flags=FLAGS) as shop:
        yield shop


def guess(shop: RunningShop, *hops: str) -> int:
    """Sign in with a wrong password. The proxy adds the last hop; the visitor sent the others."""
    sent = {"email": "ana@example.com", "password": "a wrong password"}
    return shop.client().call("POST", "/api/users/auth", sent, headers={"X-Forwarded-For": ", ".join(hops)}).status_code


def test_limits_and_logs_use_the_address_from_the_proxy(shop: RunningShop) -> None:
    statuses = [guess(shop, *before, VISITOR) for before in [[MADE_UP], *[[]] * 9, [NEIGHBOR]]]

    assert statuses == [401] * 10 + [429]
    assert guess(shop, VISITOR, NEIGHBOR) == 401
    log = shop.folder / "server.log"
    assert eventually(lambda: log.read_text().count(f'{NEIGHBOR} "POST /api/users/auth" 401') == 1)
    written = log.read_text()
    assert written.count(f'{VISITOR} "POST /api/users/auth" 401') == 10
    assert f"reason=throttled address={VISITOR}" in written
    assert MADE_UP not in written
