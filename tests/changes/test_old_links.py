"""Links to a date that moved, was canceled or is over: what they lead to, and what previews of them say."""

import json
import re
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.test import Client

from changes.services.date_changes.begin_date_change import DateChangeRequest, begin_date_change
from changes.services.date_changes.change_dates import Terms
from events.datetimes import format_utc, get_shop_zone
from events.formatting import format_day
from events.models import Event, Occurrence
from events.selectors import get_date
from tests.bookings.events import book, cancel_date, create_event, create_series, evening, json_time, save
from tests.support.factories import EventFactory, OccurrenceFactory, UserFactory, in_days

Asked = Callable[[Event, datetime | str], Any]
Move = Callable[[Event, datetime, datetime], None]


@pytest.fixture
def asked(as_visitor: Any) -> Asked:
    """Return what the API says about a link."""

    def ask(event: Event, start: datetime | str) -> Any:
        link = start if isinstance(start, str) else format_utc(start)
        answer = as_visitor.get(f"/api/products/{event.public_id}/asked-date", {"rsvpDate": link})
        assert answer.status_code == 200, answer.content
        return answer.json()

    return ask


@pytest.fixture
def move() -> Move:
    """Move one date, as staff do on its guest list."""
    staff = UserFactory(is_staff=True, is_superuser=True)

    def move(event: Event, start: datetime, to: datetime) -> None:
        date = get_date(event.occurrences.all(), start)
        change = DateChangeRequest(date.starts_at, to, Terms("A party.", answer_hours=0))
        begin_date_change(event_id=event.pk, change_request=change, request_key=None, by=staff)

    return move


def create_dates(*days: float, **fields: Any) -> Event:
    """Create an event whose dates no rule gives."""
    event: Event = EventFactory(name="Friday Draft", starts_at=in_days(days[0]), **fields)
    for day in days:
        OccurrenceFactory(event=event, starts_at=in_days(day))
    return event


def cancel(event: Event, start: datetime) -> None:
    cancel_date(event.occurrences.get(starts_at=start), "Flooded")


def test_the_link_of_a_date_that_moved_alone_leads_to_its_new_time(asked: Asked, move: Move) -> None:
    event = create_dates(3, 10)

    move(event, in_days(3), in_days(5))

    found = asked(event, in_days(3))
    assert (found["state"], found["startTime"]) == ("upcoming", format_utc(in_days(5)))
    assert found["text"] == f"Moved to {format_day(in_days(5))} (was {format_day(in_days(3))})."
    assert found["nearest"] == []
    assert asked(event, in_days(5))["text"] == ""
    day = in_days(3).astimezone(get_shop_zone()).date().isoformat()
    assert asked(event, day)["startTime"] == format_utc(in_days(5)), "the only date that left this day"


def test_a_date_that_moved_within_its_day_says_both_times(asked: Asked, move: Move) -> None:
    event = create_dates(3)
    Occurrence.objects.update(starts_at=evening(3), ends_at=evening(3, 22))

    move(event, evening(3), evening(3, 20))

    day = format_day(evening(3))
    assert asked(event, evening(3))["text"] == f"Moved to {day} · 8:00 PM (was 7:00 PM)."


def test_the_link_of_a_series_date_that_staff_moved_is_not_its_empty_place(
    asked: Asked, move: Move, as_admin: Any
) -> None:
    event = create_series(as_admin)

    move(event, evening(3), evening(4))

    assert asked(event, evening(3))["startTime"] == format_utc(evening(4))


def test_links_of_a_series_follow_when_all_its_dates_move(asked: Asked, as_admin: Any) -> None:
    event = create_series(as_admin)
    starts = list(event.occurrences.values_list("starts_at", flat=True))
    later = {"startTime": json_time(evening(3, 20)), "endTime": json_time(evening(3, 23))}

    assert save(as_admin, event, **later).status_code == 200

    hour = timedelta(hours=1)
    assert [asked(event, start)["startTime"] for start in starts] == [format_utc(start + hour) for start in starts]


def test_the_link_of_an_events_only_date_follows_when_the_event_is_saved_with_another_time(
    asked: Asked, as_admin: Any
) -> None:
    event = create_event(as_admin)
    save(as_admin, event, startTime=json_time(evening(3)), endTime=json_time(evening(3, 23)))
    assert asked(event, evening(3))["text"] == "", "only the end has changed"

    save(as_admin, event, startTime=json_time(evening(6)), endTime=json_time(evening(6, 22)))

    assert asked(event, evening(3))["startTime"] == format_utc(evening(6))


def test_every_link_of_a_date_that_moved_twice_leads_to_where_it_is_even_if_it_moved_back(
    asked: Asked, move: Move
) -> None:
    event = create_dates(3)

    move(event, in_days(3), in_days(5))
    move(event, in_days(5), in_days(8))
    assert {asked(event, in_days(day))["startTime"] for day in (3, 5, 8)} == {format_utc(in_days(8))}

    move(event, in_days(8), in_days(3))
    assert {asked(event, in_days(day))["startTime"] for day in (3, 5, 8)} == {format_utc(in_days(3))}
    assert (asked(event, in_days(3))["state"], asked(event, in_days(3))["text"]) == ("upcoming", "")


def test_a_date_that_takes_place_at_anothers_former_time_comes_first_and_when_it_leaves_the_link_is_its_own(
    asked: Asked, move: Move
) -> None:
    event = create_dates(3, 10)

    move(event, in_days(3), in_days(5))
    move(event, in_days(10), in_days(3))
    assert (asked(event, in_days(3))["startTime"], asked(event, in_days(3))["text"]) == (format_utc(in_days(3)), "")

    move(event, in_days(3), in_days(12))
    assert asked(event, in_days(3))["startTime"] == format_utc(in_days(12))


def test_a_day_that_two_dates_left_leads_to_neither(asked: Asked, as_admin: Any, move: Move) -> None:
    event = create_event(as_admin, startTime=json_time(evening(3, 12)), endTime=json_time(evening(3, 13)))
    OccurrenceFactory(event=event, starts_at=evening(3, 17))
    day = evening(3).astimezone(get_shop_zone()).date().isoformat()

    move(event, evening(3, 12), evening(4))
    move(event, evening(4), evening(3, 14))
    move(event, evening(3, 14), evening(5))
    assert asked(event, day)["startTime"] == format_utc(evening(3, 17)), "it takes place on that day"
    move(event, evening(3, 17), evening(6))

    assert asked(event, day)["state"] == "unknown"


def test_the_old_link_of_a_date_that_moved_and_was_then_canceled_says_both(asked: Asked, move: Move) -> None:
    event = create_dates(3, 10)
    move(event, in_days(3), in_days(5))

    cancel(event, in_days(5))

    found = asked(event, in_days(3))
    assert found["state"] == "canceled"
    new, old = format_day(in_days(5)), format_day(in_days(3))
    assert found["text"] == f"Moved to {new} (was {old}). {new} is canceled. Flooded."


def test_a_canceled_date_says_why_and_offers_the_nearest_dates(asked: Asked) -> None:
    event = create_dates(3, 10, 17, 24, 31)
    cancel(event, in_days(17))

    found = asked(event, in_days(17))

    assert (found["state"], found["startTime"]) == ("canceled", format_utc(in_days(17)))
    assert found["text"] == f"{format_day(in_days(17))} is canceled. Flooded."
    assert len(found["nearest"]) == 3
    nearest = [each["startTime"] for each in found["nearest"]][:2]
    assert nearest in ([format_utc(in_days(day)) for day in days] for days in ((3, 10), (10, 24)))


def test_a_date_that_is_over_says_when_it_was_and_what_is_next(asked: Asked) -> None:
    event = create_dates(-7, 7, 14)

    found = asked(event, in_days(-7))

    assert (found["state"], found["startTime"]) == ("over", format_utc(in_days(-7)))
    assert found["text"] == f"Friday Draft was on {format_day(in_days(-7))}."
    assert found["nearest"][0]["text"].startswith(f"Next: {format_day(in_days(7))}")


def test_a_past_date_that_was_canceled_did_not_take_place_and_one_that_is_on_now_has_begun(asked: Asked) -> None:
    event = create_dates(-7, 0, 7)
    cancel(event, in_days(-7))
    Occurrence.objects.filter(starts_at=in_days(0)).update(starts_at=in_days(0, hours=-1))

    assert asked(event, in_days(-7))["text"] == f"{format_day(in_days(-7))} was canceled. Flooded."
    assert asked(event, in_days(0, hours=-1))["state"] == "begun"


@pytest.mark.parametrize(
    ("link", "text"),
    [
        ("2020-01-03T19:00:00-08:00", "This date has passed."),
        ("2020-01-03", "This date has passed."),
        ("2090-01-03T19:00:00-08:00", "This date is not on our calendar."),
        ("next friday", "This date is not on our calendar."),
        ("", "This date is not on our calendar."),
    ],
)
def test_a_link_to_no_date_says_so_and_offers_the_next_ones(asked: Asked, link: str, text: str) -> None:
    found = asked(create_dates(3), link)

    assert (found["state"], found["text"], found["startTime"]) == ("unknown", text, None)
    assert len(found["nearest"]) == 1


def test_without_a_next_date_the_text_says_so_and_a_full_one_is_better_than_none(asked: Asked) -> None:
    assert asked(create_dates(-7), in_days(-7))["text"].endswith(". No next date is planned yet.")
    full = create_dates(-7, 3, maximum_event_capacity=0)
    assert asked(full, in_days(-7))["nearest"][0]["text"].endswith(" (sold out)")


def test_without_a_date_the_link_of_a_series_that_is_over_means_its_last_one(asked: Asked, client: Client) -> None:
    event = create_dates(-14, -7, is_recurring=True, repeat_interval="weekly")

    page, _ = read_page(client, event, None)

    text = f"Friday Draft was on {format_day(in_days(-7))}. No next date is planned yet."
    assert (asked(event, "")["state"], asked(event, "")["text"]) == ("over", text)
    assert text in page
    assert "Open map" not in page


def test_a_plus_that_became_a_space_is_understood(asked: Asked) -> None:
    link = (in_days(-7) + timedelta(hours=2)).strftime("%Y-%m-%dT%H:%M:%S 02:00")

    assert asked(create_dates(-7), link)["state"] == "over"


@pytest.mark.parametrize("status", [Event.Status.DRAFT, Event.State.ARCHIVED])
def test_nobody_learns_about_dates_of_hidden_events(as_visitor: Any, status: str) -> None:
    event = create_dates(3, status=status)

    assert as_visitor.get(f"/api/products/{event.public_id}/asked-date?rsvpDate=2020-01-01").status_code == 404


def read_page(client: Client, event: Event, start: datetime | None) -> tuple[str, list[Any]]:
    """Return the page without its first data, and what it says to search engines."""
    query = {"rsvpDate": format_utc(start)} if start else {}
    page = client.get(f"/product/{event.public_id}", query).content.decode()
    found = re.search(r'<script type="application/ld\+json">(.*?)</script>', page)
    assert found
    return page, json.loads(found[1])["@graph"]


def test_previews_of_a_moved_dates_old_link_say_when_it_is(client: Client, move: Move) -> None:
    event = create_dates(3, 10)
    move(event, in_days(3), in_days(5))

    page, dates = read_page(client, event, in_days(3))

    assert f'og:title" content="Friday Draft, {format_day(in_days(5))}"' in page
    assert f'og:description" content="Moved to {format_day(in_days(5))} (was' in page
    assert f'rel="canonical" href="http://localhost:8000/product/{event.public_id}"' in page
    assert dates[0]["eventStatus"] == "https://schema.org/EventRescheduled"
    assert datetime.fromisoformat(dates[0]["previousStartDate"]) == in_days(3)
    assert datetime.fromisoformat(dates[0]["startDate"]) == in_days(5)
    assert dates[0]["offers"]["availability"] == "https://schema.org/InStock"
    assert len(dates) == 2


def test_previews_of_a_canceled_dates_link_say_that_it_is_canceled(client: Client, asked: Asked) -> None:
    event = create_dates(3, 10)
    cancel(event, in_days(3))

    page, dates = read_page(client, event, in_days(3))

    day = format_day(in_days(3))
    assert f'og:title" content="Friday Draft, {day}: canceled"' in page
    assert f'og:description" content="{day} is canceled. Flooded. Next: {format_day(in_days(10))}' in page
    assert f'rel="canonical" href="http://localhost:8000/product/{event.public_id}"' in page
    assert [each["eventStatus"].rpartition("/")[2] for each in dates] == ["EventCancelled", "EventScheduled"]
    assert datetime.fromisoformat(dates[0]["startDate"]) == in_days(3)
    first_data = re.search(r'<script[^>]*id="first-data"[^>]*>(.*?)</script>', page)
    assert first_data
    _, entry = json.loads(first_data[1])
    assert entry["key"] == ["Product", event.public_id, "asked", format_utc(in_days(3))]
    assert entry["data"] == asked(event, in_days(3))


def test_the_page_of_an_event_whose_only_date_is_canceled_says_so_without_a_date_in_its_link(client: Client) -> None:
    event = create_dates(3)
    cancel(event, in_days(3))

    page, dates = read_page(client, event, None)

    assert f"{format_day(in_days(3))} is canceled. Flooded." in page
    assert dates[0]["eventStatus"] == "https://schema.org/EventCancelled"


def test_the_link_of_a_date_that_was_left_out_leads_to_where_it_comes_back(
    as_admin: Any, asked: Asked, move: Move
) -> None:
    event = create_event(as_admin)
    book(event, 0, status="cancelled")  # so that the date isn't deleted
    move(event, evening(3), evening(5))

    for day, interval in ((8, "weekly"), (3, "monthly")):  # the rule leaves it out, then gives it where it was first
        rule = {"recurringInterval": interval, "endDate": json_time(evening(day + 20, 23))}
        times = {"startTime": json_time(evening(day)), "endTime": json_time(evening(day, 22))}
        assert save(as_admin, event, isRecurring=True, recurringPattern=rule, **times).status_code == 200

    assert asked(event, evening(5))["startTime"] == format_utc(evening(3))
