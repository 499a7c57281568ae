"""Which headers the proxy adds, replaces and removes."""

from collections.abc import Callable

import pytest
import requests

from tests.support.connection import Connection
from tests.support.servers.running_proxy import RunningProxy
from tests.support.servers.running_shop import RunningShop
from tests.support.waiting import eventually

Connect = Callable[..., Connection]
MADE_UP = "203.0.113.9"


@pytest.mark.parametrize(
    ("lines", "status"),
    [(["X-Long: " + "x" * 9000], 431), ([f"X-{number}: x" for number in range(100)], 431)],
    ids=["long", "many"],
)
def test_gunicorns_own_refusals_are_protected_like_pages(connect: Connect, lines: list[str], status: int) -> None:
    response = connect().send("GET / HTTP/1.1", "Host: localhost", "Connection: close", *lines, "").read_all().lower()

    assert response.startswith(b"http/1.1 %d " % status)
    assert b"\r\nx-content-type-options: nosniff" in response
    assert b"frame-ancestors 'none'" in response


def test_headers_above_the_proxys_limit_do_not_reach_the_shop(shop: RunningShop, connect: Connect) -> None:
    """Gunicorn logs the requests that it refuses."""
    before = (shop.folder / "server.log").read_text()

    assert connect().send("GET / HTTP/1.1", "Host: localhost", "X-Long: " + "x" * 30_000, "").read_status() == 431
    assert (shop.folder / "server.log").read_text() == before


def test_a_page_keeps_its_own_policy(shop: RunningShop, proxy: RunningProxy) -> None:
    direct = requests.get(f"{shop.url}/about", headers={"X-Forwarded-Proto": "https"}, timeout=20)
    behind = proxy.get("/about")

    assert behind.headers["Content-Security-Policy"] == direct.headers["Content-Security-Policy"]
    assert behind.headers["Strict-Transport-Security"] == direct.headers["Strict-Transport-Security"]


def test_a_visitor_cannot_choose_an_address_or_a_request_id(
    shop: RunningShop, proxy: RunningProxy, connect: Connect
) -> None:
    lines = [f"X-Forwarded-For: {MADE_UP}", "X-Request-ID: mine-0123456789", "Connection: close", ""]

    response = connect().send("GET /nowhere HTTP/1.1", "Host: localhost", *lines).read_all()

    log = shop.folder / "server.log"
    assert eventually(lambda: '127.0.0.1 "GET /nowhere" 404' in log.read_text())
    assert MADE_UP not in log.read_text()
    assert b"mine-0123456789" not in response


def test_without_tls_pages_are_redirected_and_api_requests_refused(shop: RunningShop, proxy: RunningProxy) -> None:
    plain = f"http://localhost:{proxy.plain_port}"

    page = requests.get(f"{plain}/about", allow_redirects=False, timeout=20)
    call = requests.get(f"{plain}/api/products", allow_redirects=False, timeout=20)

    assert (page.status_code, page.headers["Location"]) == (301, "https://localhost/about")
    assert (call.status_code, call.json()["code"]) == (403, "https_only")
