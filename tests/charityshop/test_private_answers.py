"""Who may keep a copy of what the API answers."""

import pytest
from django.urls import URLResolver, get_resolver

from tests.conftest import signed_in
from tests.support.factories import EventFactory, UserFactory

NOBODY = "private, no-store"
KEPT = ["/api/products", "/api/products/all", "/api/products/{id}", "/api/bookings", "/api/docs"]


def patterns(resolver: URLResolver, before: str = "") -> list[str]:
    found: list[str] = []
    for entry in resolver.url_patterns:
        whole = before + str(entry.pattern).removeprefix("^")
        found += patterns(entry, whole) if isinstance(entry, URLResolver) else [whole]
    return [pattern for pattern in found if pattern.startswith("api")]


def address(pattern: str, public_id: str) -> str:
    """A path that the pattern matches."""
    path = pattern.removesuffix("$").removesuffix("/?")
    for group in ("(?P<public_id>[0-9a-f]{24})", "(?P<capture_id>[A-Za-z0-9-]{1,64})"):
        path = path.replace(group, public_id)
    for rest in ("(?:/.*)?", "(/.*)?"):
        path = path.replace(rest, "/nothing")
    assert "(" not in path, pattern
    return f"/{path}"


@pytest.mark.parametrize("client", ["as_nobody", "as_visitor", "as_admin"])
def test_nobody_keeps_what_the_api_answers_but_the_public_programme(request, client):
    browser, night = request.getfixturevalue(client), EventFactory()
    may_be_kept = {path.format(id=night.public_id) for path in KEPT}

    paths = [address(pattern, night.public_id) for pattern in patterns(get_resolver())]
    read = {path: browser.get(path, {"productId": night.public_id})["Cache-Control"] for path in paths}
    written = {browser.post(path, {})["Cache-Control"] for path in paths}

    assert len(read) > 40
    assert {path for path, said in read.items() if said != NOBODY} == may_be_kept
    assert written == {NOBODY}


def test_pages_and_pictures_say_for_themselves(as_nobody):
    assert "no-store" not in as_nobody.get("/about").get("Cache-Control", "")


@pytest.mark.parametrize("client", ["as_visitor", "as_admin"])
def test_with_a_session_no_shared_cache_keeps_an_answer(request, client):
    browser, night = request.getfixturevalue(client), EventFactory()

    paths = [address(pattern, night.public_id) for pattern in patterns(get_resolver())]
    said = {path: browser.get(path, {"productId": night.public_id})["Cache-Control"] for path in paths}

    assert {path for path, rules in said.items() if "private" not in rules} == {"/api/docs"}  # the same for everybody


@pytest.mark.parametrize("path", ["/admin-console/", "/admin-console/login/", "/admin-console/accounts/user/"])
def test_browsers_keep_no_page_of_the_console(db, path):
    browser = signed_in(UserFactory(is_staff=True, is_superuser=True))

    assert "no-store" in browser.get(path)["Cache-Control"]
