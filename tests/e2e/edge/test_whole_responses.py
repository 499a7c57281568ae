"""What follows the headers: nothing after HEAD, and no end of an export that can't be finished."""

import re
from collections.abc import Callable, Iterator
from io import BytesIO

import pytest
from PIL import Image

from tests.support.connection import Connection
from tests.support.servers.running_shop import RunningShop
from tests.support.shopping import Shopper, next_week

Ask = Callable[[str, str], tuple[bytes, bytes]]
PATHS = ["/", "/nothing", "/readyz", "/sitemap.xml", "/embed/events", "/admin-console/", "/static/x"]
PATHS += ["/api/products", "/api/nothing", "/api/schema", "/api/orders/export", "/api/users/profile/data"]


@pytest.fixture
def ask(shop: RunningShop, connect: Callable[[], Connection]) -> Ask:
    """Return a function that returns the headers and all bytes after them, as staff get them."""
    cookie = f"Cookie: sessionid={shop.as_staff().http.cookies['sessionid']}"

    def ask(method: str, path: str) -> tuple[bytes, bytes]:
        lines = (f"{method} {path} HTTP/1.1", "Host: localhost", cookie, "Connection: close", "")
        head, _, body = connect().send(*lines).read_all().partition(b"\r\n\r\n")
        return head, body

    return ask


@pytest.fixture
def image(shop: RunningShop) -> str:
    file = BytesIO()
    Image.new("RGB", (640, 360), "green").save(file, "PNG")
    sent = {"image": ("event.png", file.getvalue(), "image/png")}
    return str(shop.as_staff().http.post(f"{shop.url}/api/upload", files=sent).json()["image"])


def test_head_has_the_headers_of_get_and_no_body(shop: RunningShop, ask: Ask, image: str) -> None:
    def describe(head: bytes) -> list[bytes]:
        return [head.split(b" ")[1], *re.findall(rb"\r\ncontent-(?:length|type): [^\r]+", head.lower())]

    for path in (*PATHS, image):
        (head, body), (head_of_get, body_of_get) = ask("HEAD", path), ask("GET", path)
        assert body == b"", path
        assert body_of_get, path
        assert describe(head) == describe(head_of_get), path
    assert "no-body response" not in (shop.folder / "server.log").read_text(), "Gunicorn had to drop no body"


@pytest.fixture
def broken_orders(shop: RunningShop) -> Iterator[None]:
    """Sell a seat, and let the database fail where an export reads its refunds."""
    event = shop.add_event(name="Friday Draft", price=12, maximumEventCapacity=8, **next_week())
    (client,) = shop.crowd(1)
    Shopper(shop, client).buy(event)
    shop.rows("ALTER TABLE payments_refund RENAME TO elsewhere")
    yield
    shop.rows("ALTER TABLE elsewhere RENAME TO payments_refund")


def test_an_export_that_breaks_off_does_not_end_like_a_whole_one(broken_orders: None, ask: Ask) -> None:
    head, body = ask("GET", "/api/orders/export")

    assert b" 200 " in head
    assert b"transfer-encoding: chunked" in head.lower()
    assert b"Order,Number" in body
    assert not body.endswith(b"0\r\n\r\n")
    assert b"Rows:" not in body


def test_a_refused_host_is_one_warning(shop: RunningShop, connect: Callable[[], Connection]) -> None:
    log = shop.folder / "server.log"
    before = len(log.read_text())

    for path in ("/", "/api/products"):
        connect().send(f"GET {path} HTTP/1.1", "Host: evil.example", "Connection: close", "").read_all()

    lines = [line for line in log.read_text()[before:].splitlines() if " INFO " not in line]
    assert len(lines) == 2
    assert all(" WARNING django.security.DisallowedHost " in line and "evil.example" in line for line in lines)
