"""What the server keeps in memory and in its cache, and what it lets others keep, names nobody."""

from base64 import b64decode
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection

from charityshop.models import Counter
from tests.security.access.test_who_may_do_what import SECTIONS, paypal, simulator, world
from tests.security.access.world import World

__all__ = ["paypal", "simulator", "world"]
HIDDEN = ("paid", "held", "draft", "archived")  # orders are their buyer's, and these events are for staff


def test_what_a_process_keeps_names_nobody(world: World, settings: Any) -> None:
    settings.RESPONSE_MAX_AGE = 600
    settings.CACHES = settings.CACHES | {"responses": settings.CACHES["default"]}  # a table, which the test can read
    for who in ("nobody", "user", "admin", "operator"):
        for path in {path for section in SECTIONS.values() for path in section.paths()}:
            read(world, who, path)
    sent = {"email": world.people["user"].email, "password": "not the one"}
    world.client("nobody").post("/api/users/auth", sent, format="json")

    cache.set("a-mark", "what the shop's cache holds is looked at")
    counted = str(list(Counter.objects.values())) + cached()

    assert world.things["night"] in counted, "no response was cached, so this shows nothing"
    assert "what the shop's cache holds" in counted
    people = [(person.email, person.public_id, person.get_full_name()) for person in world.people.values()]
    for word in [word for words in people for word in words] + [world.things[key] for key in HIDDEN]:
        assert word not in counted


@pytest.mark.parametrize("path", [path for path in SECTIONS["Pages"].paths() if not path.startswith("/demo")])
def test_what_anybody_may_keep_is_the_same_for_everybody(world: World, path: str) -> None:
    nobody, user, admin = (read(world, who, path) for who in ("nobody", "user", "admin"))

    if "public" in nobody.get("Cache-Control", ""):
        assert body(nobody) == body(user) == body(admin)
        assert not any(answer.cookies for answer in (nobody, user, admin))


def cached() -> str:
    """All that is in the shop's cache, which is a table of the database."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT cache_key, value FROM shop_cache")
        return str([(key, b64decode(value)) for key, value in cursor.fetchall()])


def read(world: World, who: str, path: str) -> Any:
    answer = world.client(who).get(world.path(path))
    if answer.streaming:
        answer.read = b"".join(answer.streaming_content)
    return answer


def body(answer: Any) -> bytes:
    return bytes(answer.read if answer.streaming else answer.content)
