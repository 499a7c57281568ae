"""Every URL, every method, everybody: the statuses are those of who_may_do_what.md, and no URL is without a row."""

import os
from collections.abc import Iterator
from http import HTTPStatus
from typing import Any

import pytest
from django.db import transaction
from django.urls import resolve

from tests.conftest import signed_in
from tests.orders.conftest import PayPal, paypal, simulator
from tests.security.access import table
from tests.security.access.bodies import body_of
from tests.security.access.routes import every_route
from tests.security.access.world import World, build_world

__all__ = ["paypal", "simulator"]

SECTIONS = {section.title: section for section in table.sections(table.FILE.read_text())}
EVERY_METHOD = bool(os.environ.get("SECURE_FULL"))  # set by `make secure`


@pytest.fixture
def world(db: None, paypal: PayPal, settings: Any, tmp_path: Any) -> World:
    settings.MEDIA_ROOT = tmp_path
    settings.PAYPAL_TIMEOUT = 5
    return build_world()


@pytest.mark.parametrize("title", SECTIONS)
def test_everybody_gets_what_the_table_says(world: World, title: str) -> None:
    section = SECTIONS[title]
    different = [row for path in section.paths() for row in differences(world, section, path)]

    if different:
        pytest.fail("These rows are otherwise:\n" + "\n".join(different), pytrace=False)


def differences(world: World, section: table.Section, path: str) -> Iterator[str]:
    """Rows that are otherwise, as they would have to be written."""
    for method in table.METHODS if EVERY_METHOD else methods_that_tell(section, path):
        expected = section.expected(path, method)
        found = {who: status_of(world, who, method, path) for who in section.people}
        if found != expected:
            yield table.written(path, method, found)


def methods_that_tell(section: table.Section, path: str) -> list[str]:
    """Those with rows of their own, and one of the rest."""
    named = [method for method in table.METHODS if (path, method) in section.rows]
    rest = [method for method in ("POST", "PATCH", "GET") if method not in named]
    return named + rest[:1]


def status_of(world: World, who: str, method: str, path: str) -> int:
    """One call, and everything it did is undone."""
    body = body_of(method, path, world)
    sent = {"data": body, "format": "multipart" if "image" in body else "json"} if method not in ("GET", "HEAD") else {}
    client, address = world.client(who), world.path(path)
    with transaction.atomic():
        answer = getattr(client, method.lower())(address, **sent)
        transaction.set_rollback(True)
    if answer.streaming:  # only what was read to its end is closed
        list(answer.streaming_content)
    return int(answer.status_code)


@pytest.mark.parametrize("method", ["TRACE", "CONNECT", "PROPFIND", "X"])
@pytest.mark.parametrize("path", ["/", "/healthz", "/api/users", "/api/nowhere", "/admin-console/", "/media/a.jpg"])
def test_methods_that_nobody_knows_are_refused_everywhere(db: None, method: str, path: str) -> None:
    answer = signed_in().generic(method, path)

    assert answer.status_code == 405
    assert "GET" in answer["Allow"]


# --- The table itself ------------------------------------------------------------------------------------------------


def test_every_url_has_a_row(world: World) -> None:
    described = {resolve(world.path(path)).route for section in SECTIONS.values() for path in section.paths()}

    assert every_route() - described == set()


def test_every_path_says_what_becomes_of_the_methods_it_does_not_have() -> None:
    for section in SECTIONS.values():
        for path in section.paths():
            assert (path, table.OTHERWISE) in section.rows


def test_nothing_breaks_and_nothing_redirects_under_api() -> None:
    """Whoever writes a row may not write these."""
    statuses = {status for section in SECTIONS.values() for row in section.rows.values() for status in row}
    api = {
        status for section in SECTIONS.values() for (path, _), row in section.rows.items() for status in row
        if path.startswith("/api")
    }  # fmt: skip

    assert max(statuses) < HTTPStatus.INTERNAL_SERVER_ERROR
    assert not {status for status in api if 300 <= status < 400}


@pytest.mark.parametrize("title", ["Accounts", "Nights and pictures", "Orders and seats"])
def test_a_forced_reset_and_a_switched_off_account_open_no_more_than_the_table_lists(title: str) -> None:
    """Flagged people keep logging out, their own profile and the way to a new password; deactivated ones are nobody."""
    section = SECTIONS[title]
    for (path, method), row in section.rows.items():
        statuses = dict(zip(section.people, row, strict=True))
        assert statuses["deactivated"] == statuses["nobody"], (method, path)
        if statuses["nobody"] == 401 and path not in OPEN_TO_FLAGGED and method != table.OTHERWISE:
            assert statuses["flagged"] == statuses["flagged admin"] == 403, (method, path)


OPEN_TO_FLAGGED = ("/api/users/profile", "/api/users/change-password", "/api/users/logout-everywhere")
