"""Headers that only a proxy may set have no effect when clients send them, and never affect cached responses."""

import json
import re
from collections.abc import Callable
from uuid import uuid4

import pytest

from tests.support.connection import Connection
from tests.support.servers.running_shop import RunningShop
from tests.support.shopping import next_week

Connect = Callable[[], Connection]
EVIL = "evil.example"
PREFIXES = ["SCRIPT_NAME: /evil", "SCRIPT_NAME: /api", "SCRIPT_NAME: /product", "SCRIPT_NAME: /"]
FORWARDED = [
    "Script-Name: /evil", "PATH_INFO: /api/products", "X-Forwarded-For: 203.0.113.9", "X-Forwarded-Host: evil.example",
    "X-Forwarded-Proto: https", "X-Forwarded-Protocol: https", "X-Forwarded-Scheme: https", "X-Forwarded-Port: 8443",
    "X-Forwarded-Prefix: /evil", "X-Forwarded-Server: evil.example", "X-Forwarded-Path: /evil",
    "Forwarded: for=203.0.113.9;host=evil.example;proto=https", "X_Forwarded_Host: evil.example",
    "X_FORWARDED_PROTO: https", "X-Host: evil.example", "X-Real-IP: 203.0.113.9", "X-Original-URL: /evil",
    "X-Rewrite-URL: /evil", "X-HTTP-Method-Override: DELETE",
]  # fmt: skip
PATHS = [
    "/", "/about", "/login", "/nowhere", "/page/1", "/product/{event}", "/sitemap.xml", "/events.rss", "/robots.txt",
    "/calendar.ics", "/embed/events", "/embed.js", "/theme.css", "/manifest.webmanifest", "/favicon.ico",
    "/api/products", "/api/products/all", "/api/products/{event}", "/api/config/paypal", "/api/nowhere",
    "/api/users/profile", "/admin-console/login/",
]  # fmt: skip
CHANGING = re.compile(
    rb"^(?:Date|X-Request-ID|Set-Cookie|Expires|Content-Length|ETag):.*\r\n"
    rb'|"at": ?\d+'  # when a page's first data were read
    rb'|<input type="hidden" name="csrfmiddlewaretoken" value="\w+">'
    rb"|^(?:DTSTAMP|<lastBuildDate>).*$",
    re.MULTILINE | re.IGNORECASE,
)


@pytest.fixture(scope="module")
def event(shop: RunningShop) -> str:
    return str(shop.add_event(name="Friday Draft", price=12, countInStock=8, **next_week())["_id"])


@pytest.fixture
def ask(connect: Connect, shop: RunningShop, event: str) -> Callable[..., bytes]:
    def ask(path: str, *headers: str, host: str = f"127.0.0.1:{shop.ports[0]}") -> bytes:
        """Return the response without the parts that differ each time."""
        head = [f"GET {path.format(event=event)} HTTP/1.1", f"Host: {host}", "Accept: text/html", *headers]
        return CHANGING.sub(b"", connect().send(*head, "Connection: close", "").read_all())

    return ask


@pytest.mark.parametrize("path", PATHS)
def test_forwarded_headers_do_not_change_responses(ask: Callable[..., bytes], path: str) -> None:
    plain = ask(path)

    assert plain.startswith(b"HTTP/1.1 ")
    for prefix in PREFIXES:
        assert ask(path, prefix) == plain, prefix
    assert ask(path, *FORWARDED) == plain
    assert ask(path) == plain, "what was asked with these headers is cached"


@pytest.mark.parametrize("path", PATHS)
def test_other_host_names_are_rejected_or_ignored_and_never_cached(ask: Callable[..., bytes], path: str) -> None:
    fresh = f"{path}?fresh={uuid4()}"
    named = [ask(fresh, host=host) for host in (EVIL, f"localhost@{EVIL}", f"localhost:80@{EVIL}", "localhost:4444")]

    plain = ask(fresh)
    assert EVIL.encode() not in plain
    assert b":4444" not in plain
    assert all(response.startswith(b"HTTP/1.1 400") or response == plain for response in named)
    assert not any(EVIL.encode() in response for response in named)


def post(connection: Connection, path: str, *headers: str, body: dict[str, str] | None = None) -> int:
    content = json.dumps(body or {}).encode()
    head = [f"POST {path} HTTP/1.1", "Content-Type: application/json", f"Content-Length: {len(content)}", *headers]
    return int(connection.send(*head, "Connection: close", "", body=content).read_all().split(b" ")[1])


@pytest.mark.parametrize(
    "header",
    [
        "SCRIPT_NAME: /x", "SCRIPT_NAME: /api", "PATH_INFO: /", "X-Forwarded-Prefix: /x",
        "X-Forwarded-Host: evil.example", "Forwarded: host=evil.example", "X-Original-URL: /api/webhooks/paypal",
    ],
)  # fmt: skip
def test_forwarded_headers_do_not_bypass_the_origin_rule(connect: Connect, shop: RunningShop, header: str) -> None:
    path = "/x/api/users/logout" if header == "SCRIPT_NAME: /x" else "/api/users/logout"
    host = f"Host: 127.0.0.1:{shop.ports[0]}"

    assert post(connect(), path, host, header, "Origin: https://evil.example") in (403, 404, 405)


@pytest.mark.parametrize("header", ["X-Forwarded-Proto: https", "X-Forwarded-Ssl: on", "X-Forwarded-Protocol: ssl"])
def test_clients_cannot_claim_https(connect: Connect, shop: RunningShop, header: str) -> None:
    """For a shop served over HTTP, the origin with https is another site."""
    host = f"127.0.0.1:{shop.ports[0]}"

    assert post(connect(), "/api/users/logout", f"Host: {host}", f"Origin: https://{host}", header) == 403
    assert post(connect(), "/api/users/logout", f"Host: {host}", f"Origin: http://{host}", header) == 200
