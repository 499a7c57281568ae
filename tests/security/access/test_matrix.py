"""Every URL answers every method and user with the status in matrix.md, and has a row. Reading writes nothing."""

import os
import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.db import connection, reset_queries, transaction
from django.test.utils import CaptureQueriesContext
from django.urls import resolve
from django.utils import timezone

from accounts.models import Session
from accounts.sessions import SEEN_AT_INTERVAL
from tests.conftest import signed_in
from tests.ledger.ledger_calls import move_money
from tests.orders.conftest import PayPal, paypal, simulator
from tests.security.access import table
from tests.security.access.bodies import body_of
from tests.security.access.routes import list_routes
from tests.security.access.world import World, build_world

__all__ = ["paypal", "simulator"]

SECTIONS = {section.title: section for section in table.parse_sections(table.FILE.read_text())}
EVERY_METHOD = bool(os.environ.get("SECURE_FULL"))
SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
WRITES = re.compile(r"\s*(INSERT|UPDATE|DELETE|REPLACE|CREATE|ALTER|DROP)\b", re.IGNORECASE)
# Writes that change nothing for users: the counts of throttles, the cache, and when a session was last seen.
IGNORED = re.compile(r'[^"]+"(charityshop_counter|shop_cache)"|UPDATE "accounts_session" SET "seen_at" = [^,]+ WHERE')
AUDITED = {"/api/users/{user}/data"}  # reading another user's data is recorded in the audit log


@pytest.fixture
def world(db: None, paypal: PayPal, settings: Any, tmp_path: Any) -> World:
    settings.MEDIA_ROOT = tmp_path
    settings.PAYPAL_TIMEOUT = 5
    world = build_world()
    world.ids["paypal_gift"] = move_money(paypal, "donations", "25.00")
    return world


def test_everybody_gets_the_status_in_the_matrix_and_safe_methods_write_nothing_but_an_audit_entry(world):
    written: set[str] = set()
    different = [
        row
        for section in SECTIONS.values()
        for path in section.list_paths()
        for row in find_differences(world, section, path, written)
    ]

    if different:
        pytest.fail("These rows are different:\n" + "\n".join(different), pytrace=False)
    assert written <= AUDITED


def find_differences(world: World, section: table.Section, path: str, written: set[str]) -> Iterator[str]:
    """Yield the rows that differ, as they would have to be in the file. Add the path if reading it writes something."""
    for method in table.METHODS if EVERY_METHOD else choose_methods(section, path):
        found = {who: get_status(world, who, method, path, written) for who in section.users}
        if found != section.get_expected(path, method):
            yield table.format_row(path, method, found)


def choose_methods(section: table.Section, path: str) -> list[str]:
    """Choose the methods with rows of their own, and one of the others."""
    named = [method for method in table.METHODS if (path, method) in section.rows]
    rest = [method for method in ("POST", "PATCH", "GET") if method not in named]
    return named + rest[:1]


def get_status(world: World, who: str, method: str, path: str, written: set[str]) -> int:
    """Make one call and roll back its changes."""
    body = body_of(method, path, world)
    sent = {"data": body, "format": "multipart" if "image" in body else "json"} if method not in ("GET", "HEAD") else {}
    client, address = world.client(who), world.path(path)
    reset_queries()  # Django keeps the last 9,000 of a test
    with transaction.atomic():
        Session.objects.update(seen_at=timezone.now() - 2 * SEEN_AT_INTERVAL)
        with CaptureQueriesContext(connection) as queries:
            answer = getattr(client, method.lower())(address, **sent)
            if answer.streaming:  # Django closes a streamed response when it was read
                list(answer.streaming_content)
        transaction.set_rollback(True)
    if method in SAFE_METHODS and any(WRITES.match(q["sql"]) and not IGNORED.match(q["sql"]) for q in queries):
        written.add(path)
    return int(answer.status_code)


@pytest.mark.parametrize("method", ["TRACE", "CONNECT", "PROPFIND", "X"])
def test_unknown_methods_are_refused_everywhere(db: None, method: str) -> None:
    for path in ("/", "/healthz", "/api/users", "/api/nowhere", "/admin-console/", "/media/a.jpg"):
        answer = signed_in().generic(method, path)

        assert answer.status_code == 405, path
        assert "GET" in answer["Allow"], path


def test_every_url_has_a_row(world: World) -> None:
    paths = [world.path(path).partition("?")[0] for section in SECTIONS.values() for path in section.list_paths()]

    assert list_routes() - {resolve(path).route for path in paths} == set()


def test_no_row_expects_a_server_error_or_a_redirect_under_api() -> None:
    rows = [each for section in SECTIONS.values() for each in section.rows.items()]

    assert [path for (path, _), row in rows if max(row) >= 500] == []
    assert [path for (path, _), row in rows if path.startswith("/api") and {*row} & {*range(300, 400)}] == []


def test_flagged_and_deactivated_users_are_confined() -> None:
    """Flagged users can only sign out, see their profile and set a password; deactivated ones are anonymous."""
    for section in (SECTIONS["Accounts"], SECTIONS["Events and images"], SECTIONS["Orders and seats"]):
        for (path, method), row in section.rows.items():
            statuses = dict(zip(section.users, row, strict=True))
            assert statuses["deactivated"] == statuses["anonymous"], (method, path)
            if statuses["anonymous"] == 401 and path not in OPEN_TO_FLAGGED and method != table.OTHERWISE:
                assert statuses["flagged"] == statuses["flagged admin"] == 403, (method, path)


OPEN_TO_FLAGGED = ("/api/users/profile", "/api/users/change-password", "/api/users/logout-everywhere")
