"""The demo's open door: a date today, whenever the demo starts, with guests to scan and links for phones."""

import re
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone

from bookings.demo import load, seed
from bookings.models import Booking, Pass
from door.demo import LENGTH, seed_door
from door.models import Device, Entry, Link, Night
from events.models import Event, Occurrence
from orders.models import Order
from tests.door.phones import Phone

# Fixtures: every order of the demo is paid at PayPal, and leaves no violations.
from tests.orders.conftest import PayPal, check_consistency, paypal, simulator

__all__ = ["check_consistency", "paypal", "simulator"]

pytestmark = pytest.mark.django_db
SHOP = ZoneInfo("America/Los_Angeles")
TABLES = (Event, Occurrence, Booking, Pass, Order, Night, Link, Device, Entry)


@pytest.fixture
def demo(paypal: PayPal, settings: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> PayPal:
    """Load the demo's users. Leave out the image, which is slow to resize."""
    settings.DEMO = True
    monkeypatch.setattr(seed, "store_art", lambda event: "")
    users, _ = load.load_demo_data(timezone.localdate(), SHOP)
    seed.seed_users(users, "a demo password")
    return paypal


@pytest.fixture
def at(monkeypatch: pytest.MonkeyPatch) -> Callable[[datetime], None]:
    """Set the shop's clock."""
    return lambda now: monkeypatch.setattr(timezone, "now", lambda: now.astimezone(UTC))


def find_links(lines: list[str]) -> dict[str, dict[str, str]]:
    """Return the printed links by role, as the API returns them."""
    found = re.findall(r"Phone \((\w+)\): (\S+) PIN (\d{6})$", "\n".join(lines), flags=re.MULTILINE)
    return {role: {"url": url, "pin": pin} for role, url, pin in found}


def list_all_rows() -> list[Any]:
    return [list(table.objects.order_by("pk").values()) for table in TABLES]  # type: ignore[attr-defined]


def test_a_printed_link_and_its_pin_open_a_list_of_guests_of_whom_some_are_inside(demo: PayPal) -> None:
    links = find_links(seed_door())
    phone = Phone("Bo")

    assert phone.enter(links["door"]).status_code == 200
    passes = {each["name"]: (each["in"], each["seats"]) for each in phone.get_list().json()["passes"]}
    assert passes["Maya R."] == (2, 4)
    assert passes["Theo M."] == (2, 2)
    assert passes["Zoë K."] == (0, 1)
    assert (passes["June O."], passes["Sam"]) == ((0, 3), (0, 1))  # the pass that she split


def test_a_printed_link_for_a_till_sells_one_of_the_last_seats(demo: PayPal) -> None:
    phone = Phone("Cleo")
    assert phone.enter(find_links(seed_door())["till"]).status_code == 200

    phone.client.post("/api/door/drawer", {"float": 50}, format="json")
    sold = phone.client.post("/api/door/sales", {"seq": 1, "seats": 2, "given": 40}, format="json")

    assert sold.status_code == 201, sold.content


@pytest.mark.parametrize("hour", ["00:05", "18:44", "18:50", "23:58"])
def test_there_is_a_date_today_whenever_the_demo_starts(demo: PayPal, at: Any, hour: str) -> None:
    now = datetime.fromisoformat(f"2036-06-13T{hour}").replace(tzinfo=SHOP)
    at(now)

    seed_door()

    date = Night.objects.get().occurrence
    assert date.starts_at.astimezone(SHOP).date() == now.date()
    assert date.starts_at > now  # so that seats can be ordered
    assert date.ends_at - date.starts_at == LENGTH
    assert Entry.objects.count() == 4


def test_a_second_run_changes_nothing_and_prints_the_organizers_page(demo: PayPal) -> None:
    first = seed_door()
    before = list_all_rows()

    second = seed_door()

    assert list_all_rows() == before
    assert second == first[:1]
