"""Load the demo data, once however often it is loaded."""

from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from django.core.management import call_command
from django.db.models import Sum

from accounts.models import User
from bookings.models import Booking
from demo.data import read_file, seed_events, seed_users
from events.models import Event

SHOP = ZoneInfo("America/Los_Angeles")
DATA = """
[[users]]
email = "admin@example.com"
first_name = "Rosa"
admin = true
[[users]]
email = "june@example.com"
first_name = "June"
[[places]]
name = "Here"
address = ""
[[events]]
name = "Weekly"
description = "One.\\n\\nTwo."
category = "League"
card_set = "Any"
format = "Draft"
brand = "House"
price = 9.50
maximum_event_capacity = 10
place = "Here"
art = ""
first = {weekday = "friday", weeks_ahead = 1, time = "19:00", hours = 6}
repeat = {interval = "custom", weekday = "friday", weeks = ["2nd", "last"], for_days = 60}
taken = [7, 0, 2]
skipped = [2]
[[events]]
name = "Full"
description = "Full."
category = "Party"
card_set = "Any"
format = "Sealed"
brand = "House"
price = 0
maximum_event_capacity = 5
place = "Here"
first = {day = 15, months_ahead = 1, time = "23:00", hours = 2}
taken = [5]
"""


@pytest.fixture
def demo_file(tmp_path: Path) -> Path:
    file = tmp_path / "data.toml"
    file.write_text(DATA)
    return file


def load(demo_file: Path) -> int:
    data = read_file(demo_file)
    accounts = seed_users(data["users"], "a demo password")
    return seed_events(data["events"], [account for account in accounts if not account.is_staff])


def test_loading_creates_users_events_and_bookings(db: None, demo_file: Path) -> None:
    assert load(demo_file) == 2

    weekly, full = Event.objects.order_by("pk")
    ahead = list(weekly.occurrences.order_by("starts_at"))
    taken = [date.bookings.aggregate(seats=Sum("seats"))["seats"] or 0 for date in ahead]
    assert (weekly.status, weekly.repeat_weeks, weekly.starts_at) == ("published", [2, 5], ahead[0].starts_at)
    assert taken[:3] == [7, 0, 2]
    assert [date.status for date in ahead][:3] == ["scheduled", "canceled", "scheduled"]
    assert all(date.starts_at.astimezone(SHOP).weekday() == 4 for date in ahead)
    assert (ahead[-1].starts_at - ahead[0].starts_at).days < 60
    assert full.occurrences.get().starts_at.astimezone(SHOP).day == 15
    assert {booking.status for booking in Booking.objects.all()} == {"confirmed"}
    assert User.objects.get(email="admin@example.com").is_staff


def test_the_command_prints_sign_ins_only_in_the_demo(db, demo_file, monkeypatch, settings, capsys):
    monkeypatch.setattr("demo.management.commands.seed_events.read_file", lambda: read_file(demo_file))
    settings.DEMO = False
    call_command("seed_events")
    assert [user.email for user in User.objects.all() if user.has_usable_password() or user.is_staff] == []
    outside = capsys.readouterr().out
    settings.DEMO = True
    call_command("seed_events")
    inside = capsys.readouterr().out

    assert "Demo sign-in" not in outside
    assert "nobody can sign in to the demo accounts" in outside
    assert "Demo sign-in (admin): admin@example.com" in inside
    assert not User.objects.get(email="june@example.com").check_password("")
