"""Answers that are kept are given only while they are still true."""

from datetime import timedelta

import pytest
from django.db import connection, transaction
from django.test import Client
from django.utils import timezone

from bookings.kept import shelf
from bookings.models import Booking
from charityshop.models import ShopSettings
from events.models import Event, Occurrence, ProgrammeStamp
from tests.factories import BookingFactory, EventFactory, OccurrenceFactory, UserFactory, in_days
from tests.waiting import eventually

pytestmark = pytest.mark.django_db


@pytest.fixture
def night() -> Event:
    event = EventFactory(maximum_event_capacity=4)
    for week in (1, 2, 3):
        OccurrenceFactory(event=event, starts_at=in_days(7 * week))
    return event


PAGES = ["/", "/product/{id}"]
ADDRESSES = ["/api/products/all", "/api/products", "/api/products?view=dates", "/api/products/{id}", *PAGES]


def address_of(path: str, night: Event) -> str:
    return path.replace("{id}", night.public_id)


def read(path: str) -> object:
    answer = Client().get(path)
    assert answer.status_code == 200
    return answer.json() if "json" in answer.headers["Content-Type"] else answer.content.decode()


def read_afresh(path: str) -> object:
    """What the shop says when nothing is kept."""
    shelf.answers.clear()
    return read(path)


@pytest.fixture(params=ADDRESSES)
def address(request, night):
    """An address whose answer is kept already."""
    path = address_of(request.param, night)
    read(path)
    read(path)
    return path


def test_the_same_question_costs_two_small_looks(address, django_assert_num_queries):
    first = read_afresh(address)
    read(address)

    with django_assert_num_queries(2):
        assert read(address) == first


def test_seats_taken_on_any_date_it_depends_on_are_told_at_once(address, night):
    for date in night.occurrences.all():
        BookingFactory(occurrence=date, seats=4)
        told = read(address)
        assert told == read_afresh(address)
        read(address)
        assert told == read(address)


def test_seats_that_come_free_are_told_at_once(address, night):
    bookings = [BookingFactory(occurrence=date, seats=4) for date in night.occurrences.all()]
    read(address)
    read(address)

    for booking in reversed(bookings):
        Booking.objects.filter(pk=booking.pk).update(status=Booking.Status.CANCELLED)
        assert read(address) == read_afresh(address)
        read(address)


def test_a_hold_that_lapses_is_told_though_nothing_was_written(address, night, monkeypatch):
    date = night.occurrences.first()
    until = timezone.now() + timedelta(minutes=10)
    BookingFactory(occurrence=date, seats=3, status=Booking.Status.PENDING, held_until=until)
    held = read(address)
    read(address)
    assert read(address) == held

    monkeypatch.setattr(timezone, "now", lambda: until)

    assert read(address) != held


def test_a_date_that_begins_leaves_the_list(night, monkeypatch):
    soon = timezone.now() + timedelta(minutes=10)
    OccurrenceFactory(event=night, starts_at=soon)
    path = "/api/products?view=dates"
    before = read(path)
    read(path)
    assert read(path) == before

    monkeypatch.setattr(timezone, "now", lambda: soon)

    assert read(path)["total"] == before["total"] - 1


@pytest.mark.parametrize(
    "change",
    [
        lambda night: Event.objects.filter(pk=night.pk).update(name="Another name"),
        lambda night: Event.objects.filter(pk=night.pk).update(price=13),
        lambda night: night.occurrences.filter(starts_at__lt=in_days(8)).update(status=Occurrence.Status.SKIPPED),
        lambda night: OccurrenceFactory(event=night, starts_at=in_days(28)),
        lambda night: night.occurrences.last().delete(),
        lambda night: OccurrenceFactory(event=EventFactory(name="A new night"), starts_at=in_days(1)),
    ],
)
def test_what_staff_change_is_told_at_once_however_it_was_written(address, night, change):
    stamp = ProgrammeStamp.objects.get().stamp

    change(night)

    assert read(address) == read_afresh(address)
    assert ProgrammeStamp.objects.get().stamp != stamp


def test_a_change_past_the_shops_own_code_is_told_as_well(address, night):
    with connection.cursor() as cursor:
        cursor.execute("UPDATE events_event SET name = 'By hand' WHERE id = %s", [night.pk])

    assert "By hand" in str(read(address))


def test_a_change_that_was_taken_back_leaves_the_answer_good(address, night, django_assert_num_queries):
    with transaction.atomic():
        Event.objects.filter(pk=night.pk).update(name="Another name")
        transaction.set_rollback(True)

    with django_assert_num_queries(2):
        assert "Another name" not in str(read(address))


def test_who_has_it_already_is_told_so_without_the_answer_being_made(address, django_assert_num_queries):
    etag = Client().get(address).headers["ETag"]

    with django_assert_num_queries(2):
        answer = Client().get(address, headers={"If-None-Match": etag})

    assert (answer.status_code, answer.content) == (304, b"")
    assert Client().get(address, headers={"If-None-Match": '"other"'}).status_code == 200


def test_an_answer_that_is_made_anew_is_told_apart_too(address, night):
    etag = Client().get(address).headers["ETag"]
    BookingFactory(occurrence=night.occurrences.first(), seats=1)

    assert Client().get(address, headers={"If-None-Match": etag}).status_code == 200


def test_staff_are_answered_by_the_view_itself(night):
    Event.objects.filter(pk=night.pk).update(status=Event.Status.DRAFT)
    read("/api/products")
    read("/api/products")
    staff = Client()
    staff.force_login(UserFactory(is_staff=True))

    assert staff.get("/api/products").json()["total"] == 1
    assert read("/api/products")["total"] == 0


def test_a_refusal_is_not_kept(night):
    path = f"/api/products/{night.public_id}"
    Event.objects.filter(pk=night.pk).update(status=Event.Status.DRAFT)
    assert Client().get(path).status_code == 404
    Event.objects.filter(pk=night.pk).update(status=Event.Status.PUBLISHED)

    assert Client().get(path).status_code == 200


def test_a_packed_answer_goes_only_to_who_can_unpack_it(address):
    packed = Client().get(address, headers={"Accept-Encoding": "gzip"})
    plain = Client().get(address)

    assert plain.headers.get("Content-Encoding") is None
    assert packed.headers.get("Content-Encoding") == "gzip" or len(plain.content) < 200


def test_the_shelf_does_not_grow_without_end(night, monkeypatch):
    monkeypatch.setattr("bookings.kept.MOST_ANSWERS", 5)

    for number in range(10):
        read(f"/api/products?pageNumber=1&ignored={number}")

    assert len(shelf.answers) == 5


def test_a_caller_that_wants_something_else_than_json_is_not_given_it_from_the_shelf(night):
    read("/api/products")
    read("/api/products")

    assert Client().get("/api/products", headers={"Accept": "text/csv"}).status_code == 406


# --- The app's page --------------------------------------------------------------------------------------------------


@pytest.fixture(params=PAGES)
def page(request, night):
    """A page that is kept already."""
    path = address_of(request.param, night)
    read(path)
    read(path)
    return path


def test_whoever_is_signed_in_gets_the_same_page_from_the_shelf(page, visitor, django_assert_num_queries):
    somebody = Client()
    somebody.force_login(visitor)

    with django_assert_num_queries(2):
        answer = somebody.get(page)

    assert answer.content.decode() == read(page)
    assert "Cookie" not in answer.headers.get("Vary", "")


def test_a_kept_page_has_the_policy_of_one_made_anew(page):
    shelf.answers.clear()
    fresh = Client().get(page)
    Client().get(page)

    kept = Client().get(page)
    unchanged = Client().get(page, headers={"If-None-Match": kept.headers["ETag"]})

    assert "sha256-" in fresh.headers["Content-Security-Policy"]
    assert unchanged.status_code == 304
    assert {answer.headers["Content-Security-Policy"] for answer in (fresh, kept, unchanged)} == {
        fresh.headers["Content-Security-Policy"]
    }


@pytest.mark.parametrize("save", [
    lambda: ShopSettings(pk=ShopSettings.ONLY, name="The other club").save(),
    lambda: ShopSettings.objects.bulk_create([ShopSettings(pk=ShopSettings.ONLY, name="The other club")]),
])  # fmt: skip
def test_the_shops_own_words_are_told_at_once(page, save):
    assert "The other club" not in read(page)

    save()

    assert "The other club" in read(page)


def test_a_new_build_is_noticed_behind_a_kept_page(page, settings, tmp_path):
    manifest = tmp_path / "manifest.json"
    manifest.write_text('{"src/main.tsx": {"file": "assets/main-BBBBBBBB.js", "isEntry": true}}')
    settings.DJANGO_VITE = {"default": {"dev_mode": False, "static_url_prefix": "app", "manifest_path": manifest}}

    assert eventually(lambda: "main-BBBBBBBB.js" in read(page), seconds=5)


def test_a_page_that_is_not_there_is_looked_for_every_time(night):
    Event.objects.filter(pk=night.pk).update(status=Event.Status.DRAFT)
    path = f"/product/{night.public_id}"
    assert [Client().get(path).status_code for _ in range(3)] == [404] * 3
    Event.objects.filter(pk=night.pk).update(status=Event.Status.PUBLISHED)

    assert Client().get(path).status_code == 200
