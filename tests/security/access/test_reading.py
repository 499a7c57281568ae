"""Other sites cannot start downloads, and caches contain no personal data."""

import re
from base64 import b64decode
from typing import Any

from django.core.cache import cache
from django.db import connection

from charityshop.models import Counter
from tests.security.access.test_matrix import AUDITED, SECTIONS, paypal, simulator, world
from tests.security.access.world import World

__all__ = ["paypal", "simulator", "world"]


def test_another_sites_page_starts_no_download_and_adds_no_audit_entry(world: World) -> None:
    paths = {path for section in SECTIONS.values() for path in section.list_paths() if path.startswith("/api/")}
    downloads = {path for path in paths if "attachment" in download(world, path).get("Content-Disposition", "")}

    sites = ("cross-site", "same-site")
    refused = [download(world, path, **{"Sec-Fetch-Site": site}) for path in downloads | AUDITED for site in sites]

    assert downloads == {
        "/api/figures/export",
        "/api/ledger/years/{ledger_year}.csv",
        "/api/ledger/{ledger_month}/journal.csv",
        "/api/orders/export",
        "/api/products/{event}/guests/export",
        "/api/users/profile/data",
        "/api/users/{user}/data",
    }
    assert {answer.status_code for answer in refused} == {403}
    assert {answer.json()["code"] for answer in refused} == {"cross_origin"}


def test_the_shops_own_links_and_other_clients_can_download(world: World) -> None:
    for headers in ({}, {"Sec-Fetch-Site": "none"}, {"Sec-Fetch-Site": "same-origin"}):
        assert download(world, "/api/orders/export", **headers).status_code == 200


def download(world: World, path: str, **headers: str) -> Any:
    answer = world.client("admin").get(world.path(path), headers=headers)
    if answer.streaming:  # Django closes a streamed response when it was read
        list(answer.streaming_content)
    return answer


PRIVATE = ("paid", "held", "draft", "archived")  # orders of a buyer, and events for staff


def test_caches_contain_no_personal_data(world: World, settings: Any) -> None:
    settings.RESPONSE_MAX_AGE = 600
    settings.CACHES = settings.CACHES | {"responses": settings.CACHES["default"]}  # a table, which the test can read
    for who in ("anonymous", "user", "operator"):  # who sees what an admin sees, and more
        for path in {path for section in SECTIONS.values() for path in section.list_paths()}:
            read(world, who, path)
    sent = {"email": world.users["user"].email, "password": "not the one"}
    world.client("anonymous").post("/api/users/auth", sent, format="json")

    cache.set("marker", "this test reads the cache")
    stored = str(list(Counter.objects.values())) + read_cache()

    assert world.ids["event"] in stored, "no response was cached, so this shows nothing"
    assert "this test reads the cache" in stored
    personal = [text for user in world.users.values() for text in (user.email, user.public_id, user.get_full_name())]
    for text in personal + [world.ids[key] for key in PRIVATE]:
        assert text not in stored


def test_publicly_cacheable_responses_are_the_same_for_everybody(world: World) -> None:
    for path in SECTIONS["Pages"].list_paths():
        if not path.startswith("/demo"):
            anonymous, user, admin = (read(world, who, path) for who in ("anonymous", "user", "admin"))
            if "public" in anonymous.get("Cache-Control", ""):
                assert body(anonymous) == body(user) == body(admin), path
                assert not any(answer.cookies for answer in (anonymous, user, admin)), path


def read_cache() -> str:
    """Return the content of the shop's cache, a table in the database."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT cache_key, value FROM shop_cache")
        return str([(key, b64decode(value)) for key, value in cursor.fetchall()])


def read(world: World, who: str, path: str) -> Any:
    answer = world.client(who).get(world.path(path))
    if answer.streaming:
        answer.read = answer.getvalue()
    return answer


def body(answer: Any) -> bytes:
    """Return the body without when a page's first data were read."""
    return re.sub(rb'"at": ?\d+', b"", bytes(answer.read if answer.streaming else answer.content))
