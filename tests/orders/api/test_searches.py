"""People compare by eye: searches find José for "jose", on both databases and everywhere."""

import pytest
from django.test import Client

from accounts.models import User
from tests.conftest import signed_in
from tests.support.factories import OccurrenceFactory, UserFactory
from tests.support.paid_orders import create_test_order

FOUND = [
    ("Pokémon", "pokemon"), ("Straße", "strasse"), ("Yu‑Gi‑Oh!", "yu-gi-oh"),
]  # fmt: skip


def get_names(client, path):
    answer = client.get(path)
    assert answer.status_code == 200, answer.content
    found = answer.json()
    return [each["name"] for each in (found if isinstance(found, list) else found["products"])]


@pytest.mark.parametrize(("name", "keyword"), FOUND)
def test_visitors_find_events_by_any_text(as_anonymous, name, keyword):
    event = OccurrenceFactory(event__name=name).event
    other = OccurrenceFactory(event__name="Chess", event__category=name).event
    OccurrenceFactory(event__name="Go")

    for view in ("events", "dates", "upcoming"):
        assert sorted(get_names(as_anonymous, f"/api/products?view={view}&keyword={keyword}")) == sorted(
            [event.name, other.name]
        )
        assert get_names(as_anonymous, f"/api/products?view={view}&keyword={keyword}x") == []


def test_a_filter_that_somebody_types_into_an_embed_ignores_case_and_accents(as_anonymous):
    OccurrenceFactory(event__name="Lantern Night", event__category="Pokémon")
    OccurrenceFactory(event__name="Chess", event__category="Poker")

    assert get_names(as_anonymous, "/api/products?category=pokemon") == ["Lantern Night"]
    assert get_names(as_anonymous, "/api/products?category=poke") == []


@pytest.fixture
def jose(db) -> User:
    return UserFactory(first_name="José", last_name="Díaz-Müller", email="jose@xn--bcher-kva.example")


@pytest.mark.parametrize("keyword", ["DÍAZ jose", "muller", "jose@bücher.example"])
def test_staff_find_buyers_and_users(as_admin, jose, keyword, other_visitor):
    order = create_test_order(signed_in(jose), OccurrenceFactory())
    create_test_order(signed_in(other_visitor), OccurrenceFactory())
    console = Client(SERVER_NAME="localhost")
    console.force_login(UserFactory(last_name="Okafor", is_staff=True, is_superuser=True))

    found = [as_admin.get(f"/api/{rows}", {"keyword": keyword}).json()[rows] for rows in ("orders", "users")]
    assert [[each["_id"] for each in rows] for rows in found] == [[order["_id"]], [jose.public_id]]
    if "bücher" not in keyword:  # the console finds addresses as they are stored
        for page in ("accounts/user", "orders/order"):
            assert console.get(f"/admin-console/{page}/", {"q": keyword}).context["cl"].result_count == 1


@pytest.mark.parametrize("typed", ["C–{}\u200b", "{}"])
def test_staff_find_an_order_by_its_number_with_any_hyphen(as_admin, as_visitor, typed):
    order = create_test_order(as_visitor, OccurrenceFactory())
    create_test_order(as_visitor, OccurrenceFactory())

    found = as_admin.get("/api/orders", {"keyword": typed.format(order["number"].removeprefix("C-").lower())}).json()

    assert [each["_id"] for each in found["orders"]] == [order["_id"]]
