"""Upgrading from before bookings had passes, and a rolling deploy with the previous release."""

from datetime import UTC, datetime, timedelta

import pytest

from bookings.pass_codes import hash_code, parse_code
from tests.orders.upgrades.old_rows import NOW, USER, empty_database, insert, migrate
from tests.support.servers.prepared_database import rows_of

EVENT = {
    "id": 1, "public_id": "e" * 24, "status": "published", "name": "Card Night", "description": "", "image": "",
    "category": "", "card_set": "", "format": "", "brand": "", "kind": "event", "price": 0, "event_location": "",
    "maximum_event_capacity": 2000, "starts_at": NOW, "ends_at": NOW, "is_recurring": False, "repeat_interval": "",
    "repeat_weeks": "[]", "created_at": NOW, "changed_at": NOW,
}  # fmt: skip
BOOKINGS = 603  # more than one batch
PASSES = "SELECT seats, label, seat_link_id FROM bookings_pass WHERE booking_id = {} ORDER BY id"


def build_date(pk: int, *, days: int) -> dict[str, object]:
    start = f"{datetime.now(UTC) + timedelta(days=days):%Y-%m-%d %H:%M:%S}+00:00"
    return {"id": pk, "event_id": 1, "starts_at": start, "ends_at": start, "status": "scheduled", "changed_at": NOW}


def build_booking(pk: int, *, seats: int = 1, date: int = 1, status: str = "confirmed") -> dict[str, object]:
    return {
        "id": pk, "public_id": f"{pk:024x}", "occurrence_id": date, "user_id": 7, "seats": seats, "status": status,
        "created_at": NOW,
    }  # fmt: skip


def build_link(pk: int, state: str, first_name: str = "") -> dict[str, object]:
    return {
        "id": pk, "public_id": f"{pk:024x}", "booking_id": 2, "state": state, "generation": 1, "first_name": first_name,
        "email": "", "created_at": NOW,
    }  # fmt: skip


@pytest.fixture
def old_shop(tmp_path, db):
    """Bookings of an upcoming date, of which 2 has two guests and 3 is not paid, and one of a past date."""
    with empty_database(tmp_path) as url:
        migrate(url, ["accounts"], ["bookings", "0009"])
        rows_of(url, insert("accounts_user", USER | {"id": 7, "public_id": "c" * 24, "email": "ana@example.com"}))
        rows_of(url, insert("events_event", EVENT))
        rows_of(url, insert("events_occurrence", build_date(1, days=30), build_date(2, days=-1)))
        bookings = [build_booking(1, seats=4), build_booking(2, seats=3), build_booking(3, status="pending")]
        bookings += [build_booking(4, date=2), *(build_booking(pk) for pk in range(5, BOOKINGS))]
        rows_of(url, insert("bookings_booking", *bookings))
        links = [build_link(1, "claimed", "Sam"), build_link(2, "open"), build_link(3, "claimed", "Kim")]
        rows_of(url, insert("bookings_seatlink", *links, build_link(4, "revoked")))
        yield url


def test_upcoming_bookings_get_passes_and_their_guests_too(old_shop):
    migrate(old_shop, [])

    passes = [rows_of(old_shop, PASSES.format(booking)) for booking in (1, 2, 3, 4, BOOKINGS - 1)]
    assert passes == [
        [(4, "", None)], [(1, "", None), (1, "Sam", 1), (1, "Kim", 3)], [], [], [(1, "", None)],
    ]  # fmt: skip
    codes = rows_of(old_shop, "SELECT code, h FROM bookings_pass")
    assert len(codes) == len(set(codes)) == BOOKINGS
    assert all(parse_code(code) == code and hash_code(code) == h for code, h in codes)

    # The previous release, which is still running, sells another booking. Repeating the migration adds its pass only.
    rows_of(old_shop, insert("bookings_booking", build_booking(BOOKINGS)))
    migrate(old_shop, ["bookings", "0010"], [])
    assert set(codes) < set(rows_of(old_shop, "SELECT code, h FROM bookings_pass"))
    assert rows_of(old_shop, PASSES.format(BOOKINGS)) == [(1, "", None)]
