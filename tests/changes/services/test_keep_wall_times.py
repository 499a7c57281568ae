"""What people were told stays on the clock when the rules of the shop's time zone change, or the zone does."""

import zoneinfo
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from django.core.management import call_command
from django.utils import timezone
from django.utils.timezone import get_default_timezone
from rest_framework.test import APIClient

from bookings.models import Booking
from bookings.services.events import roll_forward
from changes.models import Entitlement, ZoneChange
from changes.selectors.story import list_story
from changes.services.date_changes.process_date_changes import process_date_changes
from changes.services.keep_wall_times import keep_wall_times
from charityshop import audit
from charityshop.time_zone import read_file
from events.datetimes import get_shop_zone
from events.models import Event, Occurrence
from notices.services.send_reminders import send_reminders
from tests.bookings.seat_links import claim_ticket, create_token
from tests.changes.change_calls import begin_cancel, buy, get_options, move
from tests.orders.api_calls import create_order, format_start, get_order, list_attention
from tests.orders.event_dates import FRIDAY_EVENING, create_date
from tests.orders.mails.test_order_emails import read_invitation, received
from tests.orders.waiting_lists import create_full_date, free_seats, get_places, join
from tests.support.factories import EventFactory, OccurrenceFactory
from tests.support.messages import delivered
from tests.support.races import run_together

AN_HOUR = timedelta(hours=1)
LAST_YEAR = datetime(2025, 12, 5, 3, tzinfo=UTC)


def forget_zones() -> None:
    zoneinfo.ZoneInfo.clear_cache()
    get_default_timezone.cache_clear()


@pytest.fixture
def install_new_rules(tmp_path: Path) -> Iterator[Callable[[], None]]:
    """Return a function that installs data in which the shop's zone stays on daylight time, as Vancouver does."""
    keep_wall_times()

    def install() -> None:
        (tmp_path / "America").mkdir()
        (tmp_path / "America" / "Los_Angeles").write_bytes(read_file("America/Vancouver"))
        zoneinfo.reset_tzpath(to=[tmp_path])
        forget_zones()

    yield install
    zoneinfo.reset_tzpath(to=())
    forget_zones()


def read_clock(at: datetime) -> str:
    return f"{at.astimezone(get_shop_zone()):%Y-%m-%d %H:%M}"


def test_sold_dates_keep_their_time_and_buyers_calendars_and_staff_hear_of_it(
    as_visitor: APIClient, as_admin: APIClient, paypal: Any, install_new_rules: Callable[[], None]
) -> None:
    date = create_date(price="10.80")
    order = buy(as_visitor, paypal, date)
    booking = Booking.objects.get()
    claim_ticket(create_token(as_visitor, booking), email="sam@example.com")
    past = OccurrenceFactory(event=EventFactory(starts_at=LAST_YEAR), starts_at=LAST_YEAR)
    summer = OccurrenceFactory(starts_at=FRIDAY_EVENING - timedelta(days=150))
    link = f"/api/products/{date.event.public_id}?rsvpDate={format_start(date)}"
    delivered()
    install_new_rules()

    call_command("upkeep")

    date.refresh_from_db()
    assert [read_clock(at)[11:] for at in (date.starts_at, date.ends_at)] == ["19:00", "22:00"]
    assert date.starts_at == FRIDAY_EVENING - AN_HOUR
    assert Event.objects.get(pk=date.event_id).starts_at == date.starts_at
    for other in (past, summer):
        assert Occurrence.objects.get(pk=other.pk).starts_at == other.starts_at
    entry, method = read_invitation(received("calendar_corrected"))
    assert (method, entry.start, entry["SEQUENCE"]) == ("REQUEST", date.starts_at, 1)
    (guests,) = delivered("guest_calendar_corrected")
    assert (guests.to, delivered("dates_moved")) == (["sam@example.com"], [])
    (line,) = get_order(as_visitor, order)["orderItems"]
    assert line["bookings"][0]["bookingDate"] == format_start(date)
    assert line["bookings"][0]["movedFrom"] is None
    assert as_visitor.get(link).status_code == 200
    (item,) = list_attention(as_admin)
    assert item["message"].startswith("The time zone America/Los_Angeles has new rules. 1 date keeps its time")
    assert "Friday Draft (Fri, Dec" in item["message"]
    assert "7:00 PM" in item["message"]
    assert audit.entries_about(date.event).last().additional_data["did"] == "time zone changed"
    assert as_admin.post(f"/api/payments/alerts/{item['alert']}/resolve", {}, format="json").status_code == 200
    assert (list_attention(as_admin), keep_wall_times()) == ([], 0)


def test_staff_read_which_date_stays_because_its_event_has_another_one_then(
    as_visitor: APIClient, as_admin: APIClient, install_new_rules: Callable[[], None]
) -> None:
    """Half past one comes twice when daylight time ends, and once where it doesn't."""
    twice = datetime(2027, 11, 7, 8, 30, tzinfo=UTC)
    event = EventFactory(name="All-Night Draft", starts_at=twice)
    dates = [OccurrenceFactory(event=event, starts_at=at) for at in (twice, twice + AN_HOUR)]
    assert {read_clock(date.starts_at) for date in dates} == {"2027-11-07 01:30"}
    OccurrenceFactory(event=OccurrenceFactory(starts_at=twice).event, starts_at=twice + AN_HOUR, status="canceled")
    install_new_rules()

    keep_wall_times()

    assert [date.starts_at for date in event.occurrences.order_by("pk")] == [date.starts_at for date in dates]
    (item,) = list_attention(as_admin)
    assert item["message"] == (
        "The time zone America/Los_Angeles has new rules. 1 date doesn't keep its time, because its event has another "
        "one then: All-Night Draft (Sun, Nov 7, 2027, 2:30 AM). No buyer was told: move or cancel what "
        "clashes. Check the dates, then mark this as done."
    )
    assert as_admin.post(f"/api/payments/alerts/{item['alert']}/resolve", {}, format="json").status_code == 200
    assert list_attention(as_admin) == []


def test_a_series_goes_on_at_its_hour_in_another_zone(
    settings: Any, as_visitor: APIClient, install_new_rules: Callable[[], None]
) -> None:
    event = EventFactory(
        starts_at=LAST_YEAR, ends_at=LAST_YEAR + timedelta(hours=3), is_recurring=True, repeat_interval="weekly"
    )
    roll_forward(now=timezone.now())
    before = {read_clock(date.starts_at) for date in event.occurrences.all()}

    settings.SHOP_TIME_ZONE = settings.TIME_ZONE = "America/New_York"
    call_command("upkeep")
    call_command("upkeep")

    upcoming = event.occurrences.filter(starts_at__gt=timezone.now())
    assert {read_clock(date.starts_at) for date in upcoming} == before
    assert roll_forward(now=timezone.now()) == 0
    assert "instead of America/Los_Angeles" in ZoneChange.objects.get(done_at=None).message


def test_what_people_decide_ends_when_they_were_told(
    as_visitor: APIClient, as_admin: APIClient, paypal: Any, settings: Any, install_new_rules: Callable[[], None]
) -> None:
    full = create_full_date()
    join(as_visitor, full)
    free_seats(as_admin, full)
    date = OccurrenceFactory(event__price="10.80")
    buy(as_visitor, paypal, date)
    begin_cancel(as_admin, date)
    told = [read_clock(datetime.fromisoformat(get_places(as_visitor)[0]["offer"]["until"]))]
    told += [read_clock(Entitlement.objects.get().until)]

    settings.SHOP_TIME_ZONE = settings.TIME_ZONE = "America/Anchorage"
    keep_wall_times()

    offer = Booking.objects.get(kind=Booking.Kind.OFFER)
    assert [read_clock(offer.held_until), read_clock(Entitlement.objects.get().until)] == told
    assert offer.waiting_entry.offered_until == offer.held_until


@pytest.mark.parametrize("is_posted", [False, True])
def test_a_choice_names_the_former_time_as_its_buyer_knew_it(
    as_visitor: APIClient,
    as_other_visitor: APIClient,
    as_admin: APIClient,
    paypal: Any,
    install_new_rules: Callable[[], None],
    is_posted: bool,
) -> None:
    date = create_date(price="10.80", maximum_event_capacity=3)
    order = buy(as_visitor, paypal, date)
    claim_ticket(create_token(as_visitor, Booking.objects.get()), email="sam@example.com")
    join(as_other_visitor, date)
    delivered()
    move(as_admin, date, FRIDAY_EVENING + timedelta(days=1))
    if is_posted:
        process_date_changes()
    install_new_rules()

    keep_wall_times()
    process_date_changes()

    (options,) = get_options(as_visitor, order)
    told = options["dateChange"]["startTime"], options["dateChange"]["to"]
    assert [read_clock(datetime.fromisoformat(at))[11:] for at in told] == ["19:00", "19:00"]
    date.refresh_from_db()
    entry = list_story(date)[-1]
    assert [read_clock(each.starts_at)[11:] for each in (entry.was, entry.now)] == ["19:00", "19:00"]
    mails = [*delivered("moved_choice"), *delivered("guest_new_time"), *delivered("waiting_date_moved")]
    assert len(mails) == 3
    for message in mails:
        assert message.body.count("7:00–10:00 PM") == 2


def test_nobody_is_reminded_twice(as_visitor: APIClient, settings: Any, install_new_rules: Callable[[], None]) -> None:
    date = create_date(price="0")
    create_order(as_visitor, date)
    evening_before = FRIDAY_EVENING - timedelta(hours=5)
    first = send_reminders(now=evening_before)
    install_new_rules()

    keep_wall_times()

    assert (first, send_reminders(now=evening_before)) == (1, 0)


@pytest.mark.django_db(transaction=True)
def test_a_start_that_is_stopped_changes_nothing_and_two_starts_do_it_once(
    as_visitor: APIClient, paypal: Any, install_new_rules: Callable[[], None]
) -> None:
    date = create_date(price="10.80")
    buy(as_visitor, paypal, date)
    install_new_rules()
    with patch.object(audit, "record", side_effect=KeyboardInterrupt), pytest.raises(KeyboardInterrupt):
        keep_wall_times()
    assert Occurrence.objects.get().starts_at == FRIDAY_EVENING

    assert sorted(run_together(keep_wall_times, keep_wall_times)) == [0, 1]

    assert Occurrence.objects.get().starts_at == FRIDAY_EVENING - AN_HOUR
    assert len(delivered("calendar_corrected")) == 1
    ZoneChange.objects.all().delete()
    assert run_together(keep_wall_times, keep_wall_times) == [0, 0]
    assert ZoneChange.objects.count() == 1
