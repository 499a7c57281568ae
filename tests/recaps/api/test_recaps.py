"""What everybody reads of a past date, and how staff change and read its thank-you email."""

from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.core.cache import cache
from django.utils import timezone

from charityshop.branding.shop import current_shop
from charityshop.models import ShopSettings
from door.models import Door
from events.models import Event, Occurrence
from giving.models import Goal
from ledger.calendar import LedgerMonth
from orders.models import Order
from recaps.models import Recap
from recaps.selectors.drafts import get_morning_after
from recaps.services import send_recaps
from tables.models import Tournament
from tests.door.phones import create_date as create_date_on_now
from tests.ledger.ledger_calls import add_entry
from tests.orders.api_calls import format_start
from tests.payments.refund_calls import post_refund
from tests.recaps.recap_calls import get_user, put_in_review, read_text, thank
from tests.recaps.services.test_send_recaps import BROUGHT_IN
from tests.support.factories import BookingFactory, in_days
from tests.support.messages import delivered

NOTE = "We keep the big room."


def get_recap(client, date) -> Any:
    return client.get("/api/recaps", {"product": date.event.public_id, "startTime": format_start(date)})


def name_date(date) -> dict[str, str]:
    return {"product": date.event.public_id, "bookingDate": format_start(date)}


def get_draft(client, date) -> dict[str, Any]:
    answer = client.get("/api/recaps/draft", name_date(date))
    assert answer.status_code == 200, answer.content
    return dict(answer.json())


def put_draft(client, date, **changes) -> Any:
    return client.put(
        "/api/recaps/draft", {**name_date(date), "note": "", "isStopped": False, **changes}, format="json"
    )


def refund(client, name, **asked) -> None:
    order = Order.objects.get(user=get_user(name))
    assert post_refund(client, {"_id": order.public_id}, **asked).status_code == 200


def test_a_past_date_says_what_it_brought_in_and_what_that_pays_for(past_date, client):
    Goal.objects.create(
        title="Lunches", event=past_date.event, unit_name="school lunches", unit_cost="1.80", source="USDA"
    )

    answer = get_recap(client, past_date)

    found = answer.json()
    assert found.pop("asOf")
    unit = {"name": "school lunches", "cost": 1.8, "count": 37, "source": "USDA"}
    start = format_start(past_date)
    assert found == {"startTime": start, "raised": 67.65, "costs": 0, "buyers": 3, "unit": unit, "tables": None}
    assert answer["Cache-Control"] == "public, max-age=60"


def test_a_cost_that_names_its_date_comes_off_there(past_date, client, as_admin):
    Goal.objects.create(title="Lunches", event=past_date.event, unit_name="school lunches", unit_cost="1.80")
    of_date = {"product": past_date.event.public_id, "startTime": format_start(past_date)}
    today = timezone.localdate()
    assert add_entry(as_admin, LedgerMonth.of(today), amount=20, date=str(today), **of_date).status_code == 201

    found, charity = get_recap(client, past_date).json(), current_shop().charity

    assert (found["raised"], found["costs"], found["unit"]["count"]) == (67.65, 20, 26)
    assert get_draft(as_admin, past_date)["says"] == [
        f"Friday Draft brought in $67.65 after PayPal's fees: $47.65 for {charity} after costs of $20.00.",
        "You and 2 others paid for 26 school lunches.",
    ]


def test_a_later_refund_changes_the_page_and_not_the_email(past_date, client, as_admin):
    send_recaps(now=in_days(0))
    booking = past_date.bookings.get(user=get_user("cara"))
    refund(as_admin, "cara", seats={booking.public_id: 1})
    cache.clear()

    assert get_recap(client, past_date).json()["raised"] == 55.65
    assert {"brought in $67.65 after" in message.body for message in delivered("recap")} == {True}
    assert get_draft(as_admin, past_date)["says"] == [BROUGHT_IN]


def test_with_fewer_than_three_buyers_nothing_is_told(past_date, client, as_admin):
    refund(as_admin, "cara")

    found = get_recap(client, past_date).json()

    assert (found["raised"], found["buyers"]) == (None, None)
    assert "unit" not in found


def test_the_tables_of_the_date_are_linked_unless_staff_hid_them(past_date, client):
    door = Door.objects.create(occurrence=past_date)
    tables = Tournament.objects.create(door=door, format="swiss", minutes=50, points=True, seed=7)
    assert get_recap(client, past_date).json()["tables"] == tables.public_id

    Tournament.objects.update(is_hidden=True)

    assert get_recap(client, past_date).json()["tables"] is None


def test_only_published_dates_that_took_place_have_a_recap(past_date, client):
    def change(**values: Any) -> int:
        Occurrence.objects.filter(pk=past_date.pk).update(**values)
        past_date.refresh_from_db()
        return int(get_recap(client, past_date).status_code)

    assert change(status="canceled") == 404
    assert change(status="scheduled", ends_at=in_days(0, hours=1)) == 404
    assert change(ends_at=in_days(-2)) == 200
    Event.objects.update(hidden_at=timezone.now())
    assert get_recap(client, past_date).status_code == 404
    assert client.get("/api/recaps", {"product": "x", "startTime": "never"}).status_code == 400


def test_a_draft_appears_when_the_door_closes(as_admin, admin):
    date = create_date_on_now(event__name="Friday Draft")
    BookingFactory(occurrence=date)
    door = Door.objects.create(occurrence=date)
    assert as_admin.get("/api/recaps/draft", name_date(date)).status_code == 404
    assert as_admin.get("/api/recaps/drafts").json() == {"drafts": []}

    assert as_admin.post(f"/api/door/nights/{door.public_id}/close", {}, format="json").status_code == 200

    (draft,) = as_admin.get("/api/recaps/drafts").json()["drafts"]
    assert (draft["name"], draft["waitsFor"]) == ("Friday Draft", [])
    assert format_start(date) < draft["goesOutAt"]
    assert get_draft(as_admin, date)["says"] == ["It was good to have you at Friday Draft."]


def test_staff_read_who_gets_it_what_it_says_and_why_it_waits(past_date, as_admin):
    ShopSettings.objects.update(postal_address="")
    put_in_review("cara")

    draft = get_draft(as_admin, past_date)

    assert draft["recipients"] == 2
    assert draft["waitsFor"] == [
        "The club's postal address is missing. An operator enters it in the shop settings.",
        "A payment or refund is not decided yet.",
    ]
    assert draft["sentAt"] is draft["stoppedAt"] is None


def test_a_note_is_in_the_email(past_date, as_admin):
    assert put_draft(as_admin, past_date, note=NOTE + "\n\nBring a friend. ").json()["note"].endswith("a friend.")

    assert NOTE in read_text(thank(in_days(0))[0])
    draft = get_draft(as_admin, past_date)
    assert draft["recipients"] == 3
    assert draft["sentAt"] is not None
    assert as_admin.get("/api/recaps/drafts").json() == {"drafts": []}


def test_a_stopped_email_reaches_nobody_unless_staff_let_it_go_out_after_all(past_date, as_admin):
    assert put_draft(as_admin, past_date, isStopped=True).json()["stoppedAt"] is not None
    assert thank(in_days(0)) == []

    assert put_draft(as_admin, past_date, isStopped=False).json()["stoppedAt"] is None
    assert len(thank(in_days(0))) == 3


def test_a_long_note_is_refused_and_what_was_sent_cannot_be_changed(past_date, as_admin):
    assert put_draft(as_admin, past_date, note="a" * 500).status_code == 200
    assert put_draft(as_admin, past_date, note="a" * 501).json()["errors"] == {"note": ["Use at most 500 characters."]}
    thank(in_days(0))

    answer = put_draft(as_admin, past_date, note=NOTE)

    assert (answer.status_code, answer.json()["code"]) == (409, "sent")
    assert answer.json()["message"] == "This email went out already, so it can't be changed."
    assert Recap.objects.get().note == "a" * 500


def test_after_four_days_staff_read_that_it_is_too_late(past_date, as_admin):
    Occurrence.objects.update(starts_at=in_days(-5), ends_at=in_days(-4))
    past_date.refresh_from_db()

    assert get_draft(as_admin, past_date)["isTooLate"] is True
    assert as_admin.get("/api/recaps/drafts").json() == {"drafts": []}


def test_staff_read_the_answers_without_names_and_buyers_do_not(past_date, as_admin, client):
    recap = Recap.objects.create(occurrence=past_date, sent_at=in_days(-1))
    recap.answers.create(is_good=True)
    recap.answers.create(is_good=False, text="Too loud")

    answers = get_draft(as_admin, past_date)["answers"]

    assert answers == {"good": 1, "better": 1, "texts": [{"isGood": False, "text": "Too loud"}]}
    assert "Too loud" not in get_recap(client, past_date).content.decode()


SHOP = ZoneInfo("America/Los_Angeles")


@pytest.mark.parametrize(
    ("ends_at", "morning"),
    [
        ("2026-12-04T22:00", "2026-12-05T10:00"),
        ("2026-12-05T01:00", "2026-12-05T10:00"),  # the night of the 4th
        ("2026-12-05T04:00", "2026-12-05T10:00"),
        ("2026-12-05T04:01", "2026-12-06T10:00"),  # phones at the door may still send something at 10
        ("2026-12-05T11:00", "2026-12-06T10:00"),
        ("2026-10-31T22:00", "2026-11-01T10:00"),  # the clocks change in between
    ],
)
def test_guests_are_thanked_the_morning_after(ends_at, morning):
    found = get_morning_after(datetime.fromisoformat(ends_at).replace(tzinfo=SHOP), SHOP)

    assert found.astimezone(SHOP).isoformat()[:16] == morning
