"""What every kind of answer tells browsers: pages, data, refusals, crashes, pictures, files, redirects, the console."""

from typing import Any

import pytest
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.test import Client

from tests.support.factories import OccurrenceFactory

PICTURE = "/media/events/0123456789abcdef0123456789abcdef.jpg"
PAGES = ["/", "/about", "/checkout/", "/nowhere", "/admin-console/login/", "/api/docs"]
DATA = ["/api/products", "/api/users/profile", "/api/nowhere", "/api/schema", "/api/users/auth"]
FILE = "/static/a.js"
OTHERS = [
    "/healthz", "/manifest.webmanifest", "/favicon.ico", "/admin-console", "/admin-console/", PICTURE, "/media/x", FILE,
]  # fmt: skip
FEEDS = ["/calendar.ics", "/events.rss", "/robots.txt", "/sitemap.xml"]


@pytest.fixture
def client(db: None, settings: Any, tmp_path: Any) -> Client:
    settings.MEDIA_ROOT, settings.STATIC_ROOT = tmp_path / "media", tmp_path / "static"
    settings.STATIC_ROOT.mkdir()
    (settings.STATIC_ROOT / "a.js").write_text("0")
    default_storage.save(PICTURE.removeprefix("/media/"), ContentFile(b"jpeg"))
    OccurrenceFactory()
    return Client(SERVER_NAME="localhost")


def policy_of(answer: Any) -> dict[str, list[str]]:
    parts = [part.split() for part in answer["Content-Security-Policy"].split(";")]
    return {name: sources for name, *sources in parts}


@pytest.mark.parametrize("path", [*PAGES, *DATA, *OTHERS, *FEEDS])
def test_every_answer_carries_the_rules(client: Client, path: str) -> None:
    answer = client.get(path)
    if answer.streaming:  # only what was read to its end is closed
        list(answer.streaming_content)

    assert answer["X-Content-Type-Options"] == "nosniff"
    assert answer["Referrer-Policy"] == "strict-origin-when-cross-origin"
    assert answer["Cross-Origin-Opener-Policy"] == "same-origin-allow-popups"
    assert "camera=()" in answer["Permissions-Policy"]
    assert "geolocation=()" in answer["Permissions-Policy"]
    policy = policy_of(answer)
    assert policy["object-src"] == policy["base-uri"] == policy["frame-ancestors"] == ["'none'"]
    if path != FILE:
        assert answer["Cross-Origin-Resource-Policy"] == ("cross-origin" if path == PICTURE else "same-origin")
    assert len(answer["X-Request-ID"]) == 16


@pytest.mark.parametrize("path", [*PAGES, *DATA, *OTHERS, *FEEDS, "/embed/events", "/theme.css", "/static/x"])
def test_every_text_names_its_characters(client: Client, path: str) -> None:
    answer = client.get(path)
    if answer.streaming:
        list(answer.streaming_content)
    kind = answer.get("Content-Type", "").lower()

    assert kind or answer.status_code in (301, 302)
    if kind.startswith("text/") or "xml" in kind:
        assert "utf-8" in kind.partition("charset=")[2], kind


@pytest.mark.parametrize("path", [*PAGES, *DATA, *FEEDS, "/healthz", "/manifest.webmanifest", "/admin-console/"])
def test_nobody_frames_an_answer(client: Client, path: str) -> None:
    answer = client.get(path)

    assert policy_of(answer)["frame-ancestors"] == ["'none'"]
    assert answer["X-Frame-Options"] == "DENY" or path.startswith("/api/")


@pytest.mark.parametrize("path", PAGES)
def test_a_pages_policy_is_strict_and_says_where_to_report(client: Client, path: str) -> None:
    policy = policy_of(client.get(path))

    assert policy["object-src"] == policy["base-uri"] == ["'none'"]
    assert policy["form-action"] == ["'self'"]
    assert policy["report-uri"] == ["/api/csp-report"]
    assert not any("unsafe" in source or source == "*" for sources in policy.values() for source in sources)


@pytest.mark.parametrize("path", DATA)
def test_data_is_never_a_page(client: Client, path: str) -> None:
    policy = policy_of(client.get(path))

    assert set(policy) == {"default-src", "object-src", "base-uri", "frame-ancestors"}
    assert all(sources == ["'none'"] for sources in policy.values())


def test_the_embedded_nights_are_what_others_may_frame_and_nothing_else(client: Client) -> None:
    answer = client.get("/embed/events")

    assert policy_of(answer)["frame-ancestors"] == ["*"]
    assert "X-Frame-Options" not in answer
    assert not answer.cookies
    assert "<form" not in answer.content.decode()


@pytest.mark.parametrize("path", ["/about", "/api/products", "/nowhere", "/admin-console/login/"])
def test_over_https_browsers_are_told_to_stay_there_and_cookies_too(client: Client, settings: Any, path: str) -> None:
    settings.SECURE_HSTS_SECONDS = 31_536_000
    settings.SECURE_HSTS_INCLUDE_SUBDOMAINS = settings.SECURE_HSTS_PRELOAD = True

    answer = Client(SERVER_NAME="localhost").get(path, secure=True)

    assert answer["Strict-Transport-Security"] == "max-age=31536000; includeSubDomains; preload"


def test_in_the_clear_a_page_is_sent_on_to_https_and_a_call_is_refused(client: Client, settings: Any) -> None:
    settings.SECURE_SSL_REDIRECT = True

    page, call = (Client(SERVER_NAME="localhost").get(path) for path in ("/about", "/api/products"))

    assert (page.status_code, page["Location"]) == (301, "https://localhost/about")
    assert (call.status_code, call.json()["code"]) == (403, "https_only")
    assert Client(SERVER_NAME="localhost").get("/api/products", secure=True).status_code == 200


def test_a_trusted_proxys_name_for_a_request_is_kept(client: Client, settings: Any) -> None:
    settings.TRUSTED_PROXIES = ["127.0.0.1"]
    proxied = Client(SERVER_NAME="localhost")

    assert proxied.get("/healthz", headers={"X-Request-ID": "from-the-proxy-1"})["X-Request-ID"] == "from-the-proxy-1"
    for odd in ("short", "a b c d e f g h", "x" * 65, "line\nend-of-it", "<script>alert</script>"):
        assert proxied.get("/healthz", headers={"X-Request-ID": odd})["X-Request-ID"] != odd


def test_a_stranger_names_no_request(client: Client) -> None:
    answer = client.get("/healthz", headers={"X-Request-ID": "mine-0123456789"})

    assert answer["X-Request-ID"] != "mine-0123456789"
