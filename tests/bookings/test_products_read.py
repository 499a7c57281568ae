"""What visitors read about nights and their seats."""

from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from bookings.models import Booking
from events.models import Event, Occurrence
from tests.factories import BookingFactory, EventFactory, OccurrenceFactory, in_days

SHOP = ZoneInfo("America/Los_Angeles")


def series_of(event: Event, days: list[int]) -> list[Occurrence]:
    return [OccurrenceFactory(event=event, starts_at=in_days(day)) for day in days]


def wire(moment: datetime) -> str:
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def named(answer: Any) -> list[str]:
    return [row["name"] for row in answer.json()["products"]]


# --- The list of events ----------------------------------------------------------------------------------------------


def test_a_visitor_sees_published_events_and_an_admin_all(as_nobody: APIClient, as_admin: APIClient) -> None:
    for status in Event.Status.values:
        EventFactory(name=status, status=status)

    assert named(as_nobody.get("/api/products")) == ["published"]
    assert named(as_nobody.get("/api/products?status=archived")) == []
    assert named(as_admin.get("/api/products")) == ["draft", "published", "archived"]
    assert named(as_admin.get("/api/products/?status=draft")) == ["draft"]


def test_a_row_tells_the_next_date_and_the_seats_left_on_the_next_open_one(as_nobody: APIClient) -> None:
    event = EventFactory(maximum_event_capacity=10)
    full, open_date, _ = series_of(event, [1, 8, 15])
    series_of(event, [-6])
    BookingFactory(occurrence=full, seats=10)
    BookingFactory(occurrence=open_date, seats=3)

    row = as_nobody.get("/api/products").json()["products"][0]

    assert (row["nextStartTime"], row["nextEndTime"]) == (wire(full.starts_at), wire(full.ends_at))
    assert (row["countInStock"], row["inStock"], row["maximumEventCapacity"]) == (7, True, 10)


def test_an_event_is_out_of_stock_only_when_every_coming_date_is_full(as_nobody: APIClient) -> None:
    event = EventFactory(maximum_event_capacity=2)
    for date in series_of(event, [1, 8]):
        BookingFactory(occurrence=date, seats=2)

    row = as_nobody.get("/api/products").json()["products"][0]

    assert (row["countInStock"], row["inStock"]) == (0, False)


def test_an_event_without_coming_dates_has_no_next_one(as_nobody: APIClient) -> None:
    series_of(EventFactory(), [-3])

    row = as_nobody.get("/api/products").json()["products"][0]

    assert (row["nextStartTime"], row["nextEndTime"], row["inStock"]) == (None, None, False)


def test_staff_see_how_many_coming_dates_are_snoozed_and_visitors_do_not(
    as_nobody: APIClient, as_visitor: APIClient, as_admin: APIClient
) -> None:
    weekly = EventFactory()
    series_of(weekly, [2, 9])
    for day in (-5, 16, 23):
        OccurrenceFactory(event=weekly, starts_at=in_days(day), status=Occurrence.Status.SKIPPED)
    OccurrenceFactory(event=weekly, starts_at=in_days(30), status=Occurrence.Status.DROPPED)
    series_of(EventFactory(), [3])

    def snoozed(client: APIClient) -> list[int]:
        return [row["snoozedDates"] for row in client.get("/api/products").json()["products"]]

    assert snoozed(as_admin) == [2, 0]
    assert snoozed(as_visitor) == snoozed(as_nobody) == [0, 0]
    assert as_admin.get(f"/api/products/{weekly.public_id}").json()["snoozedDates"] == 2


def test_money_is_a_number_and_times_end_in_z(as_nobody: APIClient) -> None:
    EventFactory(price="9.50", starts_at=datetime(2030, 1, 5, 3, tzinfo=UTC), image="events/abc.jpg", event_location="")

    row = as_nobody.get("/api/products").json()["products"][0]

    assert row["price"] == 9.5
    assert (row["startTime"], row["endTime"]) == ("2030-01-05T03:00:00Z", "2030-01-05T06:00:00Z")
    assert (row["image"], row["eventLocation"], row["title"]) == ("/media/events/abc.jpg", "Default", row["name"])


@pytest.mark.parametrize(
    ("field", "expected"),
    [
        ("name", ["Apple", "banana", "Cherry"]),
        ("price", ["banana", "Apple", "Cherry"]),
        ("maximumEventCapacity", ["Cherry", "Apple", "banana"]),
        ("startTime", ["Cherry", "banana", "Apple"]),
        ("", ["banana", "Apple", "Cherry"]),
    ],
)
def test_the_list_sorts_both_ways(as_nobody: APIClient, field: str, expected: list[str]) -> None:
    EventFactory(name="banana", price=1, maximum_event_capacity=30, starts_at=in_days(2))
    EventFactory(name="Apple", price=2, maximum_event_capacity=20, starts_at=in_days(3))
    EventFactory(name="Cherry", price=3, maximum_event_capacity=10, starts_at=in_days(1))

    assert named(as_nobody.get(f"/api/products?sortField={field}")) == expected
    assert named(as_nobody.get(f"/api/products?sortField={field}&sortOrder=desc")) == expected[::-1]


@pytest.mark.parametrize(
    "query",
    [
        "sortField=status", "sortOrder=up", "pageNumber=0", "pageNumber=-1", "pageNumber=abc", "view=seats",
        "weekday=7", "from=soon", "to=2026-02-30", "from=0001-01-01", "status=gone", "keyword=%00",
        "view=dates&sortField=x", "view=dates&weekday=x",
        "priceMax=cheap", "view=dates&priceMax=-1", "view=dates&priceMax=1e2", "view=dates&priceMax=12.505",
        "view=dates&priceMax=NaN", "seats=0", "view=dates&seats=-2", "view=dates&seats=2.5", "view=dates&seats=two",
        "view=dates&seats=%D9%A3", "view=dates&seats=99999999",
    ],
)  # fmt: skip
def test_an_unreadable_question_is_refused_with_a_sentence(as_nobody: APIClient, query: str) -> None:
    answer = as_nobody.get(f"/api/products?{query}")

    assert answer.status_code == 400
    assert answer.json()["message"]
    assert answer.json()["errors"]


def test_past_the_end_is_the_last_page(as_nobody: APIClient) -> None:
    for _ in range(11):
        EventFactory()

    last = as_nobody.get("/api/products?pageNumber=99").json()

    assert (last["page"], last["pages"], last["total"], len(last["products"])) == (2, 2, 11, 1)


@pytest.mark.parametrize("view", ["events", "dates"])
@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("keyword=lantern", ["Lantern Draft"]),
        ("keyword=DRAFT+kettle", ["Kettle Night"]),
        ("category=League", ["Kettle Night"]),
        ("cardSet=Moon", ["Lantern Draft"]),
        ("format=Pauper", ["Kettle Night"]),
        ("eventLocation=Upstairs", ["Lantern Draft"]),
        ("weekday=4", ["Lantern Draft"]),
        ("from=2031-01-05", ["Kettle Night"]),
        ("to=2031-01-03", ["Lantern Draft"]),
        ("to=2031-01-02", []),
        ("priceMax=0", ["Kettle Night"]),
        ("priceMax=11.99", ["Kettle Night"]),
        ("priceMax=12", ["Lantern Draft", "Kettle Night"]),
        ("seats=4", ["Lantern Draft", "Kettle Night"]),
        ("seats=5", ["Lantern Draft"]),
        ("seats=25", []),
        ("seats=4&weekday=0&priceMax=5", ["Kettle Night"]),
        ("from=2031-01-01&to=2031-01-31&weekday=0", ["Kettle Night"]),
        ("keyword=", ["Lantern Draft", "Kettle Night"]),
    ],
)
def test_lists_are_narrowed(as_nobody: APIClient, view: str, query: str, expected: list[str]) -> None:
    friday = datetime(2031, 1, 3, 23, 30, tzinfo=SHOP)  # already Saturday in UTC
    lantern = EventFactory(name="Lantern Draft", category="Social", card_set="Moon", event_location="Upstairs")
    kettle = EventFactory(name="Kettle Night", description="A draft.", category="League", format="Pauper", price=0)
    OccurrenceFactory(event=lantern, starts_at=friday)
    monday = OccurrenceFactory(event=kettle, starts_at=friday + timedelta(days=3))
    BookingFactory(occurrence=monday, seats=20)

    assert named(as_nobody.get(f"/api/products?view={view}&{query}")) == expected


def test_seats_left_are_those_of_a_coming_date(as_nobody: APIClient, as_admin: APIClient) -> None:
    """A past date with room, and a hold that ran out, make no difference; a live hold does."""
    event = EventFactory(name="Nearly full", maximum_event_capacity=4)
    series_of(event, [-3])
    date = OccurrenceFactory(event=event, starts_at=in_days(3))
    now, pending = timezone.now(), Booking.Status.PENDING
    BookingFactory(occurrence=date, seats=1, status=pending, held_until=now - timedelta(seconds=1))
    BookingFactory(occurrence=date, seats=3, status=pending, held_until=now + timedelta(minutes=5))

    for view in ("events", "dates"):
        assert named(as_nobody.get(f"/api/products?view={view}&seats=1")) == ["Nearly full"]
        assert named(as_nobody.get(f"/api/products?view={view}&seats=2")) == []


# --- Dates -----------------------------------------------------------------------------------------------------------


def test_the_view_of_dates_has_a_row_for_each_coming_date_soonest_first(as_nobody: APIClient) -> None:
    weekly = EventFactory(name="Weekly", category="League")
    series_of(weekly, [-7, 2, 9])
    series_of(EventFactory(name="Single", category="Social"), [5])
    OccurrenceFactory(event=weekly, starts_at=in_days(16), status="skipped")
    series_of(EventFactory(status="draft", category="Secret"), [3])

    answer = as_nobody.get("/api/products?view=dates")

    assert named(answer) == ["Weekly", "Single", "Weekly"]
    assert answer.json()["total"] == 3
    assert answer.json()["facets"]["category"] == ["League", "Social"]


def test_each_date_counts_its_own_seats(as_nobody: APIClient) -> None:
    event = EventFactory(maximum_event_capacity=5)
    full, free = series_of(event, [1, 2])
    BookingFactory(occurrence=full, seats=5)

    rows = as_nobody.get("/api/products?view=dates").json()["products"]

    assert [(row["countInStock"], row["inStock"]) for row in rows] == [(0, False), (5, True)]
    assert rows[1]["startTime"] == wire(free.starts_at)


def test_a_date_that_is_full_or_past_names_the_next_one_with_seats(as_nobody: APIClient) -> None:
    weekly = EventFactory(maximum_event_capacity=2)
    past, full, also_full, free = series_of(weekly, [-1, 2, 9, 16])
    first, last = series_of(EventFactory(maximum_event_capacity=1), [1, 4])
    OccurrenceFactory(event=weekly, starts_at=in_days(12), status=Occurrence.Status.SKIPPED)
    for date in (full, also_full, last):
        BookingFactory(occurrence=date, seats=date.event.maximum_event_capacity)

    def following(address: str) -> dict[str, str | None]:
        answer = as_nobody.get(address).json()
        rows = answer if isinstance(answer, list) else answer["products"]
        return {row["startTime"]: row["nextOpenStartTime"] for row in rows}

    coming = {
        wire(first.starts_at): None,
        wire(full.starts_at): wire(free.starts_at),
        wire(last.starts_at): None,
        wire(also_full.starts_at): wire(free.starts_at),
        wire(free.starts_at): None,
    }
    assert following("/api/products?view=dates") == coming
    start = wire(past.starts_at)
    assert following(f"/api/products/all?start={start}") == coming | {start: wire(free.starts_at)}


def test_the_calendar_gets_a_bare_list_from_the_first_of_this_month(as_nobody: APIClient) -> None:
    event = EventFactory()
    today = timezone.localtime()
    first = today.replace(day=1, hour=0, minute=0, second=0, microsecond=0)
    inside = OccurrenceFactory(event=event, starts_at=first)
    OccurrenceFactory(event=event, starts_at=first - timedelta(minutes=1))

    rows = as_nobody.get("/api/products/all").json()

    assert [row["startTime"] for row in rows] == [wire(inside.starts_at)]
    assert rows[0]["_id"] == event.public_id


def test_each_dated_row_carries_the_rule_of_that_date_alone(as_nobody: APIClient) -> None:
    event = EventFactory(is_recurring=True, repeat_interval="weekly")
    OccurrenceFactory(event=event, starts_at=datetime(2031, 1, 4, 3, tzinfo=UTC))

    row = as_nobody.get("/api/products/all").json()[0]

    assert row["rrule"] == "DTSTART:20310104T030000Z\nRRULE:FREQ=DAILY;COUNT=1"
    assert row["isRecurring"] is True
    assert row["recurringPattern"]["recurringInterval"] == "weekly"


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("start=2031-01-02", [2, 3]),
        ("start=2031-01-01&end=2031-01-02", [1, 2]),
        ("start=2031-01-02T19:00-08:00", [2, 3]),
        ("start=2031-01-02T19:00:00 01:00", [2, 3]),
        ("end=2031-01-02T19:00-08:00", [1]),
        ("limit=2", [1, 2]),
    ],
)
def test_the_calendar_asks_only_for_what_it_shows(as_nobody: APIClient, query: str, expected: list[int]) -> None:
    event = EventFactory()
    for day in (1, 2, 3):
        OccurrenceFactory(event=event, starts_at=datetime(2031, 1, day, 19, tzinfo=SHOP))

    rows = as_nobody.get(f"/api/products/all?{query}").json()

    assert [datetime.fromisoformat(row["startTime"]).astimezone(SHOP).day for row in rows] == expected


@pytest.mark.parametrize("query", ["start=x", "end=2026-13-01", "limit=0", "limit=1e3", "limit=-1"])
def test_the_calendar_refuses_what_it_cannot_read(as_nobody: APIClient, query: str) -> None:
    assert as_nobody.get(f"/api/products/all?{query}").status_code == 400


# --- One event -------------------------------------------------------------------------------------------------------


def test_an_event_lists_its_bookable_dates_full_ones_included(as_nobody: APIClient) -> None:
    event = EventFactory(maximum_event_capacity=4)
    full, free = series_of(event, [1, 8])
    series_of(event, [-1])
    OccurrenceFactory(event=event, starts_at=in_days(4), status="skipped")
    BookingFactory(occurrence=full, seats=4)
    BookingFactory(occurrence=free, seats=1)

    product = as_nobody.get(f"/api/products/{event.public_id}").json()

    assert product["occurrences"] == [
        {
            "startTime": wire(full.starts_at), "endTime": wire(full.ends_at),
            "totalReservations": 4, "countInStock": 0, "inStock": False,
        },
        {
            "startTime": wire(free.starts_at), "endTime": wire(free.ends_at),
            "totalReservations": 1, "countInStock": 3, "inStock": True,
        },
    ]  # fmt: skip
    assert product["countInStock"] == 3


@pytest.mark.parametrize("status", ["draft", "archived"])
def test_a_hidden_event_exists_only_for_admins(
    as_nobody: APIClient, as_visitor: APIClient, as_admin: APIClient, status: str
) -> None:
    event = EventFactory(status=status)

    for client in (as_nobody, as_visitor):
        assert client.get(f"/api/products/{event.public_id}").status_code == 404
    assert as_admin.get(f"/api/products/{event.public_id}").json()["status"] == status


def test_an_admin_who_must_set_a_new_password_sees_what_visitors_see(as_admin: APIClient, admin: Any) -> None:
    admin.requires_password_reset = True
    admin.save()
    event = EventFactory(status="draft")

    assert as_admin.get(f"/api/products/{event.public_id}").status_code == 404


@pytest.mark.parametrize("product", ["x", "0" * 24, "9" * 300, "%00"])
def test_an_unknown_event_is_not_found(as_nobody: APIClient, product: str) -> None:
    answer = as_nobody.get(f"/api/products/{product}")

    assert answer.status_code == 404
    assert answer.json()["message"]


def test_the_rule_of_a_series_is_two_lines_in_the_shops_zone(as_nobody: APIClient) -> None:
    event = EventFactory(
        starts_at=datetime(2026, 12, 12, 3, tzinfo=UTC),
        is_recurring=True, repeat_interval="custom", repeat_weekday=4, repeat_weeks=[2, 5],
        repeat_until=datetime(2027, 11, 20, 7, 59, tzinfo=UTC),
    )  # fmt: skip

    product = as_nobody.get(f"/api/products/{event.public_id}").json()

    begin, rule = product["rrule"].split("\n")
    assert begin == "DTSTART;TZID=America/Los_Angeles:20261211T190000"
    assert rule.startswith("RRULE:FREQ=MONTHLY;BYDAY=2FR,-1FR")
    assert product["recurringPattern"] == {
        "recurringInterval": "custom",
        "endDate": "2027-11-20T07:59:00Z",
        "customOccurrenceConfig": {"dayOfWeek": 4, "weekOfMonth": [2, 5]},
    }


def test_a_single_night_has_a_rule_of_one_date_and_no_pattern(as_nobody: APIClient) -> None:
    event = EventFactory(starts_at=datetime(2026, 12, 12, 3, tzinfo=UTC))

    product = as_nobody.get(f"/api/products/{event.public_id}").json()

    assert product["rrule"] == "DTSTART:20261212T030000Z\nRRULE:FREQ=DAILY;COUNT=1"
    assert (product["isRecurring"], product["recurringPattern"]) == (False, None)


# --- How full a date is ----------------------------------------------------------------------------------------------


def count(client: APIClient, **query: str) -> Any:
    return client.get("/api/bookings", query)


def test_taken_are_confirmed_seats_and_live_holds_and_no_others(as_nobody: APIClient) -> None:
    date = OccurrenceFactory(event__maximum_event_capacity=20)
    now = timezone.now()
    pending = {"occurrence": date, "status": Booking.Status.PENDING}
    BookingFactory(occurrence=date, seats=1)
    BookingFactory(**pending, seats=2, held_until=now + timedelta(minutes=5))
    BookingFactory(**pending, seats=4, held_until=None)
    BookingFactory(**pending, seats=8, held_until=now - timedelta(seconds=1))
    BookingFactory(occurrence=date, seats=16, status=Booking.Status.CANCELLED)
    BookingFactory(occurrence=date, seats=16, status=Booking.Status.REFUNDED)

    answer = count(as_nobody, productId=date.event.public_id, eventStartTime=wire(date.starts_at))

    assert answer.json() == {"totalReservations": 7, "maximumEventCapacity": 20, "countInStock": 13}


@pytest.mark.parametrize(
    "asked",
    [
        "2031-01-04T03:00:00Z", "2031-01-04T03:00:59.999Z", "2031-01-03T19:00:00-08:00", "2031-01-04T04:00:00+01:00",
        "2031-01-04T04:00:00 01:00", "2031-01-03T19:00", "2031-01-03 19:00", "2031-01-03",
    ],
)  # fmt: skip
def test_a_date_is_named_by_an_instant_or_by_its_day(as_nobody: APIClient, asked: str) -> None:
    date = OccurrenceFactory(starts_at=datetime(2031, 1, 4, 3, tzinfo=UTC), event__maximum_event_capacity=9)

    answer = count(as_nobody, productId=date.event.public_id, eventStartTime=asked)

    assert answer.json()["maximumEventCapacity"] == 9


def test_a_day_with_two_dates_names_neither(as_nobody: APIClient) -> None:
    date = OccurrenceFactory(starts_at=datetime(2031, 1, 3, 20, tzinfo=UTC))
    OccurrenceFactory(event=date.event, starts_at=datetime(2031, 1, 4, 3, tzinfo=UTC))

    answer = count(as_nobody, productId=date.event.public_id, eventStartTime="2031-01-03")

    assert answer.json()["maximumEventCapacity"] == 0


def test_without_a_time_the_next_bookable_date_is_counted(as_nobody: APIClient) -> None:
    event = EventFactory(maximum_event_capacity=6)
    OccurrenceFactory(event=event, starts_at=in_days(1), status="skipped")
    _, following, _ = series_of(event, [-1, 2, 9])
    BookingFactory(occurrence=following, seats=6)

    assert count(as_nobody, productId=event.public_id).json() == {
        "totalReservations": 6, "maximumEventCapacity": 6, "countInStock": 0,
    }  # fmt: skip


def test_what_is_unknown_hidden_or_no_date_looks_alike(as_nobody: APIClient) -> None:
    date = OccurrenceFactory()
    draft = OccurrenceFactory(event__status="draft")
    skipped = OccurrenceFactory(status="skipped")
    zeros = {"totalReservations": 0, "maximumEventCapacity": 0, "countInStock": 0}

    for product, start in [
        ("0" * 24, wire(date.starts_at)),
        (draft.event.public_id, wire(draft.starts_at)),
        (skipped.event.public_id, wire(skipped.starts_at)),
        (date.event.public_id, wire(date.starts_at + timedelta(minutes=1))),
    ]:
        answer = count(as_nobody, productId=product, eventStartTime=start)
        assert (answer.status_code, answer.json()) == (200, zeros)


@pytest.mark.parametrize("query", [{}, {"productId": ""}, {"productId": "xyz"}, {"productId": "\0" * 24}])
def test_a_count_without_a_readable_product_is_refused(as_nobody: APIClient, query: dict[str, str]) -> None:
    assert count(as_nobody, **query).status_code == 400


# --- Many nights -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("nights", [2, 9])
@pytest.mark.parametrize(
    ("path", "queries"),
    [
        ("/api/products", 3),  # how many, the page, its dates with their seats
        ("/api/products?view=dates", 3),  # how many, the page with seats, the facets
        ("/api/products/all", 1),
        ("/api/products/{id}", 2),
        ("/api/bookings?productId={id}", 1),
    ],
)
def test_reading_costs_the_same_however_much_is_on(
    as_nobody: APIClient, django_assert_num_queries: Any, nights: int, path: str, queries: int
) -> None:
    for _ in range(nights):
        for date in series_of(event := EventFactory(), list(range(1, nights + 1))):
            BookingFactory(occurrence=date)

    with django_assert_num_queries(queries):
        assert as_nobody.get(path.format(id=event.public_id)).status_code == 200


@pytest.mark.parametrize("nights", [2, 9])
@pytest.mark.parametrize(("path", "queries"), [("/api/products?view=dates", 5), ("/api/products/all", 3)])
def test_full_dates_cost_two_queries_more_however_many(
    as_nobody: APIClient, django_assert_num_queries: Any, nights: int, path: str, queries: int
) -> None:
    for _ in range(nights):
        # where the next open date is, and on which other dates the answer hangs
        for date in series_of(EventFactory(maximum_event_capacity=2), list(range(1, nights + 1))):
            BookingFactory(occurrence=date, seats=2)

    with django_assert_num_queries(queries):
        assert as_nobody.get(path).status_code == 200


@pytest.mark.parametrize("nights", [2, 9])
def test_staffs_list_costs_the_same_however_much_is_snoozed(
    as_admin: APIClient, django_assert_num_queries: Any, nights: int
) -> None:
    for _ in range(nights):
        OccurrenceFactory(status=Occurrence.Status.SKIPPED)

    with django_assert_num_queries(3):  # who asks, how many, and the page (no date of which is coming)
        assert as_admin.get("/api/products").status_code == 200


def test_an_unchanged_list_is_not_sent_twice(as_nobody: APIClient) -> None:
    date = OccurrenceFactory()
    first = as_nobody.get("/api/products/all")
    again = as_nobody.get("/api/products/all", headers={"If-None-Match": first["ETag"]})
    BookingFactory(occurrence=date)
    changed = as_nobody.get("/api/products/all", headers={"If-None-Match": first["ETag"]})

    assert (again.status_code, changed.status_code) == (304, 200)
    assert "no-cache" in first["Cache-Control"]


def test_a_long_list_travels_compressed(as_nobody: APIClient) -> None:
    series_of(EventFactory(), list(range(1, 9)))

    plain = as_nobody.get("/api/products/all")
    packed = as_nobody.get("/api/products/all", headers={"Accept-Encoding": "gzip"})

    assert packed["Content-Encoding"] == "gzip"
    assert len(packed.content) < len(plain.content) / 3
    again = as_nobody.get("/api/products/all", headers={"Accept-Encoding": "gzip", "If-None-Match": packed["ETag"]})
    assert again.status_code == 304
