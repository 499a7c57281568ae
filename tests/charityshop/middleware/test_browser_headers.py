"""Security headers of all kinds of responses: pages, API, errors, images, files, redirects, the console."""

import re
from typing import Any

import pytest
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.test import Client

from tests.conftest import signed_in
from tests.e2e.shell.html import policy_of
from tests.security.access.routes import list_routes
from tests.support.factories import EventFactory, OccurrenceFactory, UserFactory

IMAGE = "/media/events/0123456789abcdef0123456789abcdef.jpg"
PAGES = ["/", "/about", "/checkout/", "/nowhere", "/admin-console/login/", "/api/docs"]
DATA = ["/api/products", "/api/users/profile", "/api/nowhere", "/api/schema", "/api/users/auth"]
FILE = "/static/a.js"
OTHERS = ["/healthz", "/manifest.webmanifest", "/favicon.ico", "/admin-console", "/admin-console/", "/media/x"]
FEEDS = ["/calendar.ics", "/events.rss", "/robots.txt", "/sitemap.xml"]
ALL = [*PAGES, *DATA, *OTHERS, *FEEDS, IMAGE, FILE]


@pytest.fixture
def client(db: None, settings: Any, tmp_path: Any) -> Client:
    settings.MEDIA_ROOT, settings.STATIC_ROOT = tmp_path / "media", tmp_path / "static"
    settings.STATIC_ROOT.mkdir()
    (settings.STATIC_ROOT / "a.js").write_text("0")
    default_storage.save(IMAGE.removeprefix("/media/"), ContentFile(b"jpeg"))
    OccurrenceFactory()
    return Client(SERVER_NAME="localhost")


def read(client: Client, path: str) -> Any:
    response = client.get(path)
    if response.streaming:  # close the file
        list(response.streaming_content)
    return response


def test_every_response_has_the_security_headers(client: Client) -> None:
    for path in ALL:
        response = read(client, path)

        assert response["X-Content-Type-Options"] == "nosniff", path
        assert response["Referrer-Policy"] == "strict-origin-when-cross-origin", path
        assert response["Cross-Origin-Opener-Policy"] == "same-origin-allow-popups", path
        assert "camera=()" in response["Permissions-Policy"], path
        assert "geolocation=()" in response["Permissions-Policy"], path
        policy = policy_of(response)
        assert policy["object-src"] == policy["base-uri"] == policy["frame-ancestors"] == ["'none'"], path
        if path != FILE:
            shared = "cross-origin" if path == IMAGE else "same-origin"
            assert response["Cross-Origin-Resource-Policy"] == shared, path
            assert response["X-Frame-Options"] == "DENY" or path.startswith("/api/"), path
        assert len(response["X-Request-ID"]) == 16, path


def test_every_text_response_declares_utf_8(client: Client) -> None:
    for path in [*ALL, "/embed/events", "/theme.css", "/static/x"]:
        response = read(client, path)
        kind = response.get("Content-Type", "").lower()

        assert kind or response.status_code in (301, 302), path
        if kind.startswith("text/") or "xml" in kind:
            assert "utf-8" in kind.partition("charset=")[2], path


@pytest.mark.parametrize("path", PAGES)
def test_pages_have_a_strict_csp(client: Client, path: str) -> None:
    policy = policy_of(client.get(path))

    assert policy["form-action"] == ["'self'"]
    assert not any("unsafe" in source or source == "*" for sources in policy.values() for source in sources)


@pytest.mark.parametrize("path", DATA)
def test_api_responses_have_a_csp_that_forbids_everything(client: Client, path: str) -> None:
    policy = policy_of(client.get(path))

    assert set(policy) == {"default-src", "object-src", "base-uri", "frame-ancestors"}
    assert all(sources == ["'none'"] for sources in policy.values())


@pytest.mark.parametrize("path", ["/about", "/api/products", "/nowhere", "/admin-console/login/"])
def test_https_responses_have_hsts(client: Client, settings: Any, path: str) -> None:
    settings.SECURE_HSTS_SECONDS = 31_536_000
    settings.SECURE_HSTS_INCLUDE_SUBDOMAINS = settings.SECURE_HSTS_PRELOAD = True

    response = Client(SERVER_NAME="localhost").get(path, secure=True)

    assert response["Strict-Transport-Security"] == "max-age=31536000; includeSubDomains; preload"


def test_over_http_pages_are_redirected_and_api_calls_rejected(client: Client, settings: Any) -> None:
    settings.SECURE_SSL_REDIRECT = True

    page, call = (Client(SERVER_NAME="localhost").get(path) for path in ("/about", "/api/products"))

    assert (page.status_code, page["Location"]) == (301, "https://localhost/about")
    assert (call.status_code, call.json()["code"]) == (403, "https_only")
    assert Client(SERVER_NAME="localhost").get("/api/products", secure=True).status_code == 200


def test_only_a_trusted_proxys_request_id_is_reused(client: Client, settings: Any) -> None:
    def get_id(sent: str) -> str:
        return str(Client(SERVER_NAME="localhost").get("/healthz", headers={"X-Request-ID": sent})["X-Request-ID"])

    assert get_id("from-a-client-01") != "from-a-client-01"
    settings.TRUSTED_PROXIES = ["127.0.0.1"]
    assert get_id("from-the-proxy-1") == "from-the-proxy-1"
    for odd in ("short", "a b c d e f g h", "x" * 65, "line\nend-of-it", "<script>alert</script>"):
        assert get_id(odd) != odd


NOT_CACHED = "private, no-store"
CACHEABLE = ["/api/bookings", "/api/docs"]
CACHEABLE += [f"/api/products{more}" for more in ("", "/all", "/{id}", "/{id}/asked-date")]


def address(route: str, public_id: str) -> str:
    """Return a path that the route matches."""
    path = route.removesuffix("$").removesuffix("/?").replace("(?P<month>\\d{4}-\\d{2})", "2026-11").replace("\\.", ".")
    path = re.sub(r"\(\?P<\w+>[^)]+\)", public_id, re.sub(r"\((?:\?:)?/\.\*\)\?", "/nothing", path))
    assert "(" not in path, route
    return f"/{path.removeprefix('^')}"


@pytest.mark.parametrize("client", ["as_anonymous", "as_visitor", "as_admin"])
def test_only_public_event_data_may_be_cached(request, client):
    browser, event = request.getfixturevalue(client), EventFactory()
    cacheable = {path.format(id=event.public_id) for path in CACHEABLE}

    paths = [address(route, event.public_id) for route in list_routes() if route.startswith(("api", "^api"))]
    read = {path: browser.get(path, {"productId": event.public_id})["Cache-Control"] for path in paths}
    written = {browser.post(path, {})["Cache-Control"] for path in paths}

    assert len(read) > 40
    assert {path for path, values in read.items() if values != NOT_CACHED} == cacheable
    assert written == {NOT_CACHED}
    if client != "as_anonymous":  # the documentation is the same for everybody
        assert {path for path, values in read.items() if "private" not in values} == {"/api/docs"}


@pytest.mark.parametrize("path", ["/admin-console/", "/admin-console/login/", "/admin-console/accounts/user/"])
def test_console_pages_are_not_cached(db, path):
    browser = signed_in(UserFactory(is_staff=True, is_superuser=True))

    assert "no-store" in browser.get(path)["Cache-Control"]
