"""Headers that only a proxy may set change nothing when somebody else sends them, and reach no cached response."""

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
    "Script-Name: /evil",
    "PATH_INFO: /api/products",
    "X-Forwarded-For: 203.0.113.9",
    "X-Forwarded-Host: evil.example",
    "X-Forwarded-Proto: https",
    "X-Forwarded-Protocol: https",
    "X-Forwarded-Scheme: https",
    "X-Forwarded-Port: 8443",
    "X-Forwarded-Prefix: /evil",
    "X-Forwarded-Server: evil.example",
    "X-Forwarded-Path: /evil",
    "Forwarded: for=203.0.113.9;host=evil.example;proto=https",
    "X_Forwarded_Host: evil.example",
    "X_FORWARDED_PROTO: https",
    "X-Host: evil.example",
    "X-Real-IP: 203.0.113.9",
    "X-Original-URL: /evil",
    "X-Rewrite-URL: /evil",
    "X-HTTP-Method-Override: DELETE",
]
PATHS = [
    "/", "/about", "/login", "/nowhere", "/page/1", "/product/{night}", "/sitemap.xml", "/events.rss", "/robots.txt",
    "/calendar.ics", "/embed/events", "/embed.js", "/theme.css", "/manifest.webmanifest", "/favicon.ico",
    "/api/products", "/api/products/all", "/api/products/{night}", "/api/config/paypal", "/api/nowhere",
    "/api/users/profile", "/admin-console/login/",
]  # fmt: skip
CHANGING = re.compile(
    rb"^(?:Date|X-Request-ID|Set-Cookie|Expires|Content-Length):.*\r\n"
    rb'|<input type="hidden" name="csrfmiddlewaretoken" value="\w+">'
    rb"|^(?:DTSTAMP|<lastBuildDate>).*$",
    re.MULTILINE | re.IGNORECASE,
)


@pytest.fixture(scope="module")
def night(shop: RunningShop) -> str:
    return str(shop.add_event(name="Friday Draft", price=12, countInStock=8, **next_week())["_id"])


@pytest.fixture
def ask(connect: Connect, shop: RunningShop, night: str) -> Callable[..., bytes]:
    def ask(path: str, *headers: str, host: str = f"127.0.0.1:{shop.ports[0]}") -> bytes:
        """The answer, without what differs each time."""
        head = [f"GET {path.format(night=night)} HTTP/1.1", f"Host: {host}", "Accept: text/html", *headers]
        return CHANGING.sub(b"", connect().send(*head, "Connection: close", "").read_all())

    return ask


@pytest.mark.parametrize("path", PATHS)
def test_an_answer_is_the_same_whatever_a_stranger_says_of_a_proxy(ask: Callable[..., bytes], path: str) -> None:
    plain = ask(path)

    assert plain.startswith(b"HTTP/1.1 ")
    for prefix in PREFIXES:
        assert ask(path, prefix) == plain, prefix
    assert ask(path, *FORWARDED) == plain
    assert ask(path) == plain, "what was asked with these headers is cached"


@pytest.mark.parametrize("header", FORWARDED)
def test_no_such_header_changes_a_page_by_itself(ask: Callable[..., bytes], header: str) -> None:
    assert ask("/nowhere", header) == ask("/nowhere")


@pytest.mark.parametrize("path", PATHS)
def test_another_host_name_is_refused_or_changes_nothing_and_is_never_cached(
    ask: Callable[..., bytes], path: str
) -> None:
    fresh = f"{path}?fresh={uuid4()}"
    named = [ask(fresh, host=host) for host in (EVIL, f"localhost@{EVIL}", f"localhost:80@{EVIL}", "localhost:4444")]

    plain = ask(fresh)
    assert EVIL.encode() not in plain
    assert b":4444" not in plain
    assert all(answer.startswith(b"HTTP/1.1 400") or answer == plain for answer in named)
    assert not any(EVIL.encode() in answer for answer in named)


def post(connection: Connection, path: str, *headers: str, body: dict[str, str] | None = None) -> int:
    content = json.dumps(body or {}).encode()
    head = [f"POST {path} HTTP/1.1", "Content-Type: application/json", f"Content-Length: {len(content)}", *headers]
    return int(connection.send(*head, "Connection: close", "", body=content).read_all().split(b" ")[1])


@pytest.mark.parametrize(
    ("path", "header"),
    [
        ("/x/api/users/logout", "SCRIPT_NAME: /x"),
        ("/api/users/logout", "SCRIPT_NAME: /api"),
        ("/api/users/logout", "PATH_INFO: /"),
        ("/api/users/logout", "X-Forwarded-Prefix: /x"),
        ("/api/users/logout", "X-Forwarded-Host: evil.example"),
        ("/api/users/logout", "Forwarded: host=evil.example"),
        ("/api/users/logout", "X-Original-URL: /api/webhooks/paypal"),
    ],
)
def test_no_header_gets_another_sites_call_past_the_origin_rule(
    connect: Connect, shop: RunningShop, path: str, header: str
) -> None:
    host = f"Host: 127.0.0.1:{shop.ports[0]}"

    assert post(connect(), path, host, header, "Origin: https://evil.example") in (403, 404, 405)


@pytest.mark.parametrize("header", ["X-Forwarded-Proto: https", "X-Forwarded-Ssl: on", "X-Forwarded-Protocol: ssl"])
def test_a_stranger_cannot_say_that_a_request_came_over_https(connect: Connect, shop: RunningShop, header: str) -> None:
    """The origin with https is another site as long as the shop is served over http."""
    host = f"127.0.0.1:{shop.ports[0]}"

    assert post(connect(), "/api/users/logout", f"Host: {host}", f"Origin: https://{host}", header) == 403
    assert post(connect(), "/api/users/logout", f"Host: {host}", f"Origin: http://{host}", header) == 200


def test_an_address_that_a_stranger_makes_up_gives_no_further_tries(connect: Connect, shop: RunningShop) -> None:
    host = f"Host: 127.0.0.1:{shop.ports[0]}"
    guess = {"email": f"{uuid4()}@example.com", "password": "guess"}

    statuses = [
        post(
            connect(),
            "/api/users/auth",
            host,
            f"X-Forwarded-For: 203.0.113.{n}",
            f"Forwarded: for=203.0.113.{n}",
            body=guess,
        )
        for n in range(11)
    ]

    assert statuses == [401] * 10 + [429]
