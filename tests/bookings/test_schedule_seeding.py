"""The demo season: the same shop however often it is seeded."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from pathlib import Path
from threading import Barrier
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.core.management import call_command
from django.db import connection
from django.db.models import Sum
from django.utils import timezone

from accounts.models import User
from bookings.demo import seed
from bookings.demo.load import SeasonFault, read_season
from bookings.models import Booking
from events.models import Event, Occurrence
from tests.support.factories import BookingFactory

SHOP = ZoneInfo("America/Los_Angeles")
SEASON = """
[[people]]
email = "admin@example.com"
first_name = "Rosa"
admin = true
[[people]]
email = "june@example.com"
first_name = "June"
[[events]]
name = "Weekly"
description = "One.\\n\\nTwo."
category = "League"
card_set = "Any"
format = "Draft"
brand = "House"
price = 9.50
capacity = 10
location = "Here"
art = ""
first = {weekday = "friday", weeks_ahead = 1, time = "19:00", hours = 6}
repeat = {interval = "custom", weekday = "friday", weeks = ["2nd", "last"], for_days = 60}
taken = [7, 0, 2]
snoozed = [2]
[[events]]
name = "Full"
description = "Full."
category = "Party"
card_set = "Any"
format = "Sealed"
brand = "House"
price = 0
capacity = 5
location = "Here"
first = {day = 15, months_ahead = 1, time = "23:00", hours = 2}
sold_out = true
"""


@pytest.fixture
def season(tmp_path: Path) -> Path:
    file = tmp_path / "season.toml"
    file.write_text(SEASON)
    return file


def read(season: Path, days_on: int = 0) -> Any:
    return read_season(timezone.now().astimezone(SHOP).date() + timedelta(days=days_on), SHOP, season)


def seed_season(season: Path, days_on: int = 0) -> list[str]:
    people, nights = read(season, days_on)
    users = seed.seed_people(people, "a demo password")
    return seed.seed_nights(nights, [user for user in users if not user.is_staff])


def everything() -> list[Any]:
    tables = [User, Event, Occurrence, Booking]
    return [list(table.objects.order_by("pk").values()) for table in tables]  # type: ignore[attr-defined]


def test_the_season_fills_the_shop(db: None, season: Path) -> None:
    assert seed_season(season) == ["Weekly", "Full"]

    weekly, full = Event.objects.order_by("pk")
    ahead = list(weekly.occurrences.order_by("starts_at"))
    taken = [date.bookings.aggregate(seats=Sum("seats"))["seats"] or 0 for date in ahead]
    assert (weekly.status, weekly.repeat_weeks, weekly.starts_at) == ("published", [2, 5], ahead[0].starts_at)
    assert taken[:3] == [7, 0, 2]
    assert [date.status for date in ahead][:3] == ["scheduled", "skipped", "scheduled"]
    assert all(date.starts_at.astimezone(SHOP).weekday() == 4 for date in ahead)
    assert (ahead[-1].starts_at - ahead[0].starts_at).days < 60
    assert full.occurrences.get().starts_at.astimezone(SHOP).day == 15
    assert {booking.status for booking in Booking.objects.all()} == {"confirmed"}
    assert User.objects.get(email="admin@example.com").is_staff


@pytest.mark.parametrize("days_on", [0, 9])
def test_a_second_run_changes_nothing_also_on_a_later_day(db: None, season: Path, days_on: int) -> None:
    seed_season(season)
    before = everything()

    assert seed_season(season, days_on) == []
    assert everything() == before


@pytest.mark.django_db(transaction=True)
def test_two_runs_at_the_same_moment_make_the_season_once(season: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    both_miss_everything = Barrier(2)

    def store_when_both_have_looked(night: Any) -> str:
        if night.name == "Weekly":
            both_miss_everything.wait(20)
        return ""

    monkeypatch.setattr(seed, "store_picture", store_when_both_have_looked)

    def run(_: int) -> list[str]:
        try:
            return seed_season(season)
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as pool:
        made = [*pool.map(run, range(2))]

    assert sorted(made[0] + made[1]) == ["Full", "Weekly"]
    assert sorted(Event.objects.values_list("name", flat=True)) == ["Full", "Weekly"]
    assert sorted(User.objects.values_list("email", flat=True)) == ["admin@example.com", "june@example.com"]
    assert Booking.objects.filter(occurrence__event__name="Full").aggregate(seats=Sum("seats"))["seats"] == 5


def test_what_staff_changed_is_left_alone(db: None, season: Path) -> None:
    seed_season(season)
    Event.objects.filter(name="Full").update(price=3, status="archived")

    seed_season(season)

    assert Event.objects.get(name="Full").price == 3
    assert Event.objects.count() == 2


def test_clearing_takes_everything_away_but_what_others_booked(db: None, season: Path) -> None:
    seed_season(season)
    people, nights = read(season)
    addresses = [person.email for person in people]
    theirs = BookingFactory(occurrence=Occurrence.objects.filter(event__name="Weekly").first(), seats=1)

    assert seed.clear_nights([night.name for night in nights], addresses) == ["Full"]
    assert Event.objects.get().name == "Weekly"
    assert seed.clear_people(addresses) == ["admin@example.com"]  # June's seats stay on the night that stays

    theirs.delete()
    seed.clear_nights([night.name for night in nights], addresses)
    assert not Event.objects.exists()
    assert not Booking.objects.exists()


def test_outside_the_demo_nobody_can_sign_in_as_the_seasons_people(db: None, season: Path) -> None:
    people, _ = read(season)

    admin, june = seed.seed_people(people, None)

    assert not admin.has_usable_password()
    assert not june.has_usable_password()
    assert not admin.is_staff


def test_the_demo_gives_accounts_that_were_seeded_outside_it_their_password_and_role(db: None, season: Path) -> None:
    people, _ = read(season)
    seed.seed_people(people, None)

    admin, june = seed.seed_people(people, "a demo password")

    assert User.objects.count() == 2
    assert admin.check_password("a demo password")
    assert (admin.is_staff, june.is_staff) == (True, False)


def test_the_demo_leaves_a_password_that_somebody_chose(db: None, season: Path) -> None:
    people, _ = read(season)
    User.objects.create_user("june@example.com", "June's own words", first_name="June", last_name="")

    _, june = seed.seed_people(people, "a demo password")

    assert june.check_password("June's own words")


def test_a_fault_in_the_file_names_the_night(season: Path) -> None:
    season.write_text(SEASON.replace('weekday = "friday", weeks_ahead', 'weekday = "freeday", weeks_ahead'))

    with pytest.raises(SeasonFault, match="Weekly"):
        read(season)


def test_the_shops_own_season_can_be_read_on_any_day_of_the_year(settings: Any) -> None:
    for day in range(0, 366, 5):
        people, nights = read_season(timezone.now().date() + timedelta(days=day), SHOP)
        assert people
        assert len({night.name for night in nights}) == len(nights) >= 10


def test_the_command_prints_the_demos_sign_ins_only_in_the_demo(
    db: None, season: Path, monkeypatch: Any, settings: Any, capsys: Any
) -> None:
    monkeypatch.setattr("bookings.management.commands.seed_events.read_season", lambda *_: read(season))
    settings.DEMO = False
    call_command("seed_events")
    assert [user.email for user in User.objects.all() if user.has_usable_password() or user.is_staff] == []
    call_command("seed_events", "--clear")
    outside = capsys.readouterr().out
    settings.DEMO = True
    call_command("seed_events")
    inside = capsys.readouterr().out

    assert "Demo sign-in" not in outside
    assert "nobody can sign in to the demo accounts" in outside
    assert "Removed 2 demo nights." in outside
    assert "Demo sign-in (admin): admin@example.com" in inside
    assert not User.objects.get(email="june@example.com").check_password("")
