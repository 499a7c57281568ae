"""Cache-Control of API responses and console pages."""

import pytest
from django.urls import URLResolver, get_resolver

from tests.conftest import signed_in
from tests.support.factories import EventFactory, UserFactory

NOT_CACHED = "private, no-store"
CACHEABLE = ["/api/products", "/api/products/all", "/api/products/{id}", "/api/bookings", "/api/docs"]


def patterns(resolver: URLResolver, before: str = "") -> list[str]:
    found: list[str] = []
    for entry in resolver.url_patterns:
        whole = before + str(entry.pattern).removeprefix("^")
        found += patterns(entry, whole) if isinstance(entry, URLResolver) else [whole]
    return [pattern for pattern in found if pattern.startswith("api")]


def address(pattern: str, public_id: str) -> str:
    """Return a path that the pattern matches."""
    path = pattern.removesuffix("$").removesuffix("/?")
    for group in (
        "(?P<public_id>[0-9a-f]{24})",
        "(?P<capture_id>[A-Za-z0-9-]{1,64})",
        "(?P<paypal_id>[A-Za-z0-9_-]{1,64})",
        "(?P<token>[^/]+)",
    ):
        path = path.replace(group, public_id)
    path = path.replace(r"(?P<month>\d{4}-\d{2})", "2026-11").replace(r"\.", ".")
    for rest in ("(?:/.*)?", "(/.*)?"):
        path = path.replace(rest, "/nothing")
    assert "(" not in path, pattern
    return f"/{path}"


@pytest.mark.parametrize("client", ["as_anonymous", "as_visitor", "as_admin"])
def test_only_public_event_data_may_be_cached(request, client):
    browser, event = request.getfixturevalue(client), EventFactory()
    cacheable = {path.format(id=event.public_id) for path in CACHEABLE}

    paths = [address(pattern, event.public_id) for pattern in patterns(get_resolver())]
    read = {path: browser.get(path, {"productId": event.public_id})["Cache-Control"] for path in paths}
    written = {browser.post(path, {})["Cache-Control"] for path in paths}

    assert len(read) > 40
    assert {path for path, values in read.items() if values != NOT_CACHED} == cacheable
    assert written == {NOT_CACHED}


@pytest.mark.parametrize("client", ["as_visitor", "as_admin"])
def test_responses_to_signed_in_users_are_private(request, client):
    browser, event = request.getfixturevalue(client), EventFactory()

    paths = [address(pattern, event.public_id) for pattern in patterns(get_resolver())]
    values = {path: browser.get(path, {"productId": event.public_id})["Cache-Control"] for path in paths}

    assert {path for path, rules in values.items() if "private" not in rules} == {"/api/docs"}  # the same for everybody


@pytest.mark.parametrize("path", ["/admin-console/", "/admin-console/login/", "/admin-console/accounts/user/"])
def test_console_pages_are_not_cached(db, path):
    browser = signed_in(UserFactory(is_staff=True, is_superuser=True))

    assert "no-store" in browser.get(path)["Cache-Control"]
