"""The demo's open door: a date that is under way, with guests to scan, phones' links and a tournament."""

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import User
from bookings.mails import get_event_url
from bookings.models import Booking, Pass
from demo.data import DATA
from demo.evenings import seed_later, seed_tonight
from door.models import Door, DoorEntry
from events.datetimes import get_shop_zone
from events.models import Occurrence
from tables.models import Tournament
from tests.conftest import signed_in
from tests.door.phones import PhoneClient
from tests.orders.api_calls import create_order
from tests.orders.conftest import PayPal


@pytest.fixture
def at(monkeypatch: pytest.MonkeyPatch) -> Callable[[datetime], None]:
    """Set the shop's clock."""
    return lambda now: monkeypatch.setattr(timezone, "now", lambda: now.astimezone(UTC))


def test_seats_for_tonight_can_be_bought_at_any_hour(demo_users: PayPal, visitor: User, at: Any) -> None:
    for hour in ("13T03:10", "13T16:00", "13T17:20", "13T23:40", "14T00:20"):
        at(now := read_local(f"2036-06-{hour}"))
        (line,) = seed_later()

        date = Occurrence.objects.bookable().get(event__name=DATA["later"]["name"])
        assert line.endswith(get_event_url(date.event.public_id, date.starts_at))
        assert timedelta(0) < date.starts_at - now <= timedelta(hours=1)
        assert create_order(signed_in(visitor), date, seats=1)["totalPrice"] > 0


def find_links(lines: list[str]) -> dict[str, dict[str, str]]:
    """Return the printed links by role, as the API returns them."""
    found = re.findall(r"Phone \((\w+)\): (\S+) PIN (\d{6})$", "\n".join(lines), flags=re.MULTILINE)
    return {role: {"url": url, "pin": pin} for role, url, pin in found}


def test_the_printed_links_open_a_list_of_guests_of_whom_some_are_inside_and_a_till(demo_users: PayPal) -> None:
    links = find_links(seed_tonight())
    phone, till = PhoneClient("Bo"), PhoneClient("Cleo")
    assert phone.enter(links["door"]).status_code == till.enter(links["till"]).status_code == 200

    passes = {each["name"]: (each["in"], each["seats"]) for each in phone.get_list().json()["passes"]}
    till.client.post("/api/door/drawer", {"float": 50}, format="json")
    sold = till.client.post("/api/door/sales", {"seq": 1, "seats": 2, "given": 40}, format="json")

    assert passes["Maya R."] == (2, 4)
    assert passes["Theo M."] == (2, 2)
    assert passes["Zoë K."] == (0, 1)
    assert (passes["June O."], passes["Sam"]) == ((0, 3), (0, 1))  # the pass that she split
    assert sold.status_code == 201, sold.content


def test_a_start_hours_later_rewrites_nothing(demo_users: PayPal, at: Any) -> None:
    at(read_local("2036-06-13T16:00"))
    seed_tonight()
    before = read_everything()

    for hour in ("16:30", "17:30", "18:59"):
        at(read_local(f"2036-06-13T{hour}"))
        seed_tonight()

    assert read_everything() == before


def read_local(text: str) -> datetime:
    value = datetime.fromisoformat(text)
    return value if value.tzinfo else value.replace(tzinfo=get_shop_zone())


def read_everything() -> list[Any]:
    """Return what a second start must not change."""
    tables = (Occurrence, Booking, Pass, DoorEntry, Door, Tournament)
    return [list(table.objects.order_by("pk").values()) for table in tables]


def find_address() -> str:
    """Open the demo's door, and return where its tournament is, without the shop's origin."""
    return seed_tonight()[-1].split()[-1].removeprefix("http://localhost:8000")


def test_the_demo_is_in_its_second_round(demo_users: PayPal) -> None:
    tables = signed_in().get(f"/api{find_address()}").json()
    first, second = tables["rounds"]
    assert [table["result"] is not None for table in first["tables"]] == [True, True, True]
    assert [table["result"] is not None for table in second["tables"]] == [True, False, False]
    assert [len(table["reports"]) for table in second["tables"]] == [0, 1, 0]
    assert [player["name"] for player in tables["players"] if player["droppedAfter"]] == ["Ben A. +1"]
    assert second["clockEndsAt"]
