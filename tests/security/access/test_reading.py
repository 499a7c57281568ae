"""GET, HEAD and OPTIONS: what little they write, and that other sites cannot use them to fetch files of data."""

import re
from typing import Any

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import Session
from accounts.sessions import SEEN_AT_INTERVAL
from tests.security.access.test_who_may_do_what import EVERY_METHOD, SECTIONS, paypal, simulator, world
from tests.security.access.world import World

__all__ = ["paypal", "simulator", "world"]

SAFE_METHODS = ("GET", "HEAD", "OPTIONS") if EVERY_METHOD else ("GET",)  # HEAD is answered by the code of GET
WRITES = re.compile(r"\s*(INSERT|UPDATE|DELETE|REPLACE|CREATE|ALTER|DROP)\b", re.IGNORECASE)
# What a request writes that changes nothing for anybody: the counts of throttles, and when a session was last seen.
NOTES = re.compile(r'[^"]+"charityshop_counter"|UPDATE "accounts_session" SET "seen_at" = [^,]+ WHERE')
AUDITED = {"/api/users/{user}/data"}  # staff who fetch somebody's data leave an entry in the audit log


@pytest.mark.parametrize("title", SECTIONS)
def test_a_safe_method_writes_at_most_an_audit_entry_and_when_the_session_was_seen(world: World, title: str) -> None:
    section = SECTIONS[title]
    found = {
        path
        for path in section.paths()
        for method in SAFE_METHODS
        for who in section.people
        if writes(world, who, method, path)
    }

    assert found <= AUDITED


@pytest.mark.parametrize("site", ["cross-site", "same-site"])
def test_another_sites_page_starts_no_download_and_leaves_no_audit_entry(world: World, site: str) -> None:
    paths = {path for section in SECTIONS.values() for path in section.paths() if path.startswith("/api/")}
    downloads = {path for path in paths if "attachment" in ask(world, path).get("Content-Disposition", "")}

    refused = {path: ask(world, path, **{"Sec-Fetch-Site": site}) for path in downloads | AUDITED}

    assert downloads == {
        "/api/orders/export", "/api/products/{night}/guests/export", "/api/users/profile/data",
        "/api/users/{user}/data",
    }  # fmt: skip
    assert {answer.status_code for answer in refused.values()} == {403}
    assert {answer.json()["code"] for answer in refused.values()} == {"cross_origin"}


@pytest.mark.parametrize("headers", [{}, {"Sec-Fetch-Site": "none"}, {"Sec-Fetch-Site": "same-origin"}])
def test_the_shops_own_links_and_plain_clients_download(world: World, headers: dict[str, str]) -> None:
    assert ask(world, "/api/orders/export", **headers).status_code == 200


def writes(world: World, who: str, method: str, path: str) -> bool:
    client, address = world.client(who), world.path(path)
    with transaction.atomic():
        Session.objects.update(seen_at=timezone.now() - 2 * SEEN_AT_INTERVAL)
        with CaptureQueriesContext(connection) as queries:
            read_to_its_end(getattr(client, method.lower())(address))
        transaction.set_rollback(True)
    return any(WRITES.match(query["sql"]) and not NOTES.match(query["sql"]) for query in queries)


def ask(world: World, path: str, **headers: str) -> Any:
    return read_to_its_end(world.client("admin").get(world.path(path), headers=headers))


def read_to_its_end(answer: Any) -> Any:
    if answer.streaming:  # only what was read to its end is closed
        list(answer.streaming_content)
    return answer
