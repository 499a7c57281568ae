"""Late guests pay with their own phones, by the link that a till shows. It grants nothing but time."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from bookings.models import Booking
from events.models import Event, Occurrence
from orders.models import Order
from paypal.endpoints import capture_order
from tests.conftest import signed_in
from tests.door.phones import create_date, create_link, get_key
from tests.door.till_calls import PRICE, TillClient, get_token, open_door, post_door
from tests.orders.api_calls import (
    approve_payment,
    build_order,
    create_paypal_order,
    expire_hold,
    get_order,
    pay,
    pay_with_paypal,
    post_money,
)
from tests.orders.conftest import paypal, simulator
from tests.support.answers import json_of
from tests.support.factories import UserFactory

__all__ = ["paypal", "simulator"]

ENDED = ("door_link_ended", "This code is no longer valid. Ask at the door for a new one.")


def look(token: str, client: Any = None, seats: int = 1) -> Any:
    return (client or signed_in()).get(f"/api/door/late/{token}", {"seats": seats})


def order(client: Any, token: str, seats: int = 1, total: float = 13.8) -> Any:
    return client.post(f"/api/door/late/{token}", {"seats": seats, "totalPrice": total}, format="json")


def hold(client: Any, token: str, **asked: Any) -> dict[str, Any]:
    return get_order(client, json_of(order(client, token, **asked)))


def refusal_of(answer: Any) -> tuple[str, str]:
    assert answer.status_code == 404
    return answer.json()["code"], answer.json()["message"]


@pytest.fixture
def token(till: TillClient) -> str:
    return get_token(till)


@pytest.fixture
def clock(monkeypatch):
    """Return a function that moves the shop's clock forward."""
    real, passed = timezone.now, [timedelta()]
    monkeypatch.setattr(timezone, "now", lambda: real() + passed[0])

    def wait(**time):
        passed[0] += timedelta(**time)

    return wait


def test_a_late_guest_pays_and_every_phone_at_the_door_sees_it(as_admin, door_id, till, token, paypal):
    phone = TillClient(as_admin, door_id, role="door")
    kim = signed_in(UserFactory(first_name="Kim", last_name=""))
    offer = json_of(look(token, kim, seats=2))
    assert (offer["left"], offer["totalPrice"]) == (4, 27.6)

    paid = pay_with_paypal(paypal, kim, hold(kim, token, seats=2, total=27.6))

    assert (paid["status"], paid["source"]) == ("paid", "door_link")
    for at_door in (till, phone):
        (listed,) = at_door.get_list()["passes"]
        assert (listed["name"], listed["seats"], listed["in"], listed["byLink"]) == ("Kim", 2, 0, True)
    (entry,) = phone.report({"kind": "in", "h": listed["h"], "seats": 2, "how": "search", "forced": False})
    assert (entry["conflict"], entry["in"]) == (None, 2)
    assert Order.objects.get().get_source_display() == "door link"


def test_the_website_sells_no_seats_meanwhile(as_visitor, tonight, token):
    assert post_money(as_visitor, build_order(tonight, seats=1)).status_code == 409
    assert order(as_visitor, token).status_code == 201


def test_tickets_that_were_sold_elsewhere_are_not_shown_as_paid_by_phone(till):
    till.sell()

    assert "byLink" not in till.get_list()["passes"][0]


def test_only_a_till_shows_the_link(as_admin, door_id):
    assert "payUrl" not in TillClient(as_admin, door_id, role="door").get_list()


def test_the_link_leads_to_the_page_of_its_event_and_date(till, tonight, settings):
    start = f"{tonight.starts_at:%Y-%m-%dT%H%%3A%M%%3A%SZ}"
    expected = f"{settings.SITE_URL}/product/{tonight.event.public_id}?rsvpDate={start}#door="

    assert till.get_list()["payUrl"].startswith(expected)


def test_seats_are_held_for_five_minutes_and_the_payment_adds_no_more(as_visitor, token, paypal):
    held = hold(as_visitor, token)
    create_paypal_order(as_visitor, held)

    left = Order.objects.get().held_until - timezone.now()
    assert timedelta(minutes=4) < left <= timedelta(minutes=5)


def test_a_thousand_people_with_the_link_get_the_seats_that_are_there_and_no_more(token, tonight):
    answers = [order(signed_in(UserFactory()), token) for _ in range(8)]

    assert [answer.status_code for answer in answers] == [201] * 4 + [409] * 4
    assert answers[-1].json()["code"] == "sold_out"


def test_seats_that_a_till_keeps_are_not_sold_twice_and_are_sold_once_it_gives_them_back(till, token, as_visitor):
    assert till.keep(4).status_code == 200
    assert json_of(look(token))["left"] == 0
    assert order(as_visitor, token).json()["code"] == "sold_out"

    assert till.keep(0).status_code == 200

    assert order(as_visitor, token).status_code == 201


def test_a_higher_price_than_the_guest_saw_holds_no_seats(as_visitor, token, tonight):
    tonight.event.price = "20.00"
    tonight.event.save(update_fields=["price"])

    answer = order(as_visitor, token)

    assert (answer.status_code, answer.json()["code"]) == (409, "price_changed")
    assert not Booking.objects.exists()


def test_a_guest_signs_in_to_pay(token):
    assert look(token).status_code == 200
    assert order(signed_in(), token).status_code == 401


# --- The link ends ---------------------------------------------------------------------------------------------------


def sign_out(as_admin, door_id, till, tonight, clock):
    till.post("leave")


def revoke(as_admin, door_id, till, tonight, clock):
    as_admin.delete(f"/api/door/links/{till.link}")


def close(as_admin, door_id, till, tonight, clock):
    till.count_and_close_drawer()
    assert post_door(as_admin, door_id, "close").status_code == 200


def end(as_admin, door_id, till, tonight, clock):
    clock(hours=2)


def move(as_admin, door_id, till, tonight, clock):
    Occurrence.objects.filter(pk=tonight.pk).update(
        starts_at=tonight.starts_at + timedelta(days=7), ends_at=tonight.ends_at + timedelta(days=7)
    )


def cancel(as_admin, door_id, till, tonight, clock):
    Occurrence.objects.filter(pk=tonight.pk).update(status=Occurrence.Status.CANCELED)


def hide(as_admin, door_id, till, tonight, clock):
    Event.objects.update(hidden_at=timezone.now())


ENDS = [sign_out, revoke, close, end, move, cancel, hide]


@pytest.mark.parametrize("happens", ENDS)
def test_the_link_ends_with_its_till_the_door_and_the_date(
    as_admin, as_visitor, door_id, till, tonight, token, clock, happens
):
    happens(as_admin, door_id, till, tonight, clock)

    assert refusal_of(look(token)) == ENDED
    assert refusal_of(order(as_visitor, token)) == ENDED
    assert not Booking.objects.exists()


def test_a_till_that_signs_in_again_has_another_link(as_admin, door_id, till, token):
    link = create_link(as_admin, door_id, "till")
    entering = {"key": get_key(link), "pin": link["pin"], "name": "Ana", "device": till.uuid}
    assert till.post("enter", **entering).status_code == 200

    assert get_token(till)[:24] == token[:24]  # it is the same phone
    assert refusal_of(look(token)) == ENDED
    assert look(get_token(till)).status_code == 200


@pytest.mark.parametrize("foreign", ["", "x", "0" * 24 + "." + "0" * 64])
def test_links_of_other_shops_and_broken_ones_say_that_they_are_not_valid(foreign, token):
    changed = foreign or token[:-1] + ("0" if token[-1] != "0" else "1")

    assert refusal_of(look(changed)) == ENDED


def test_the_signature_of_another_till_or_date_makes_no_link(as_admin, door_id, token):
    other_door = open_door(as_admin, create_date(event__price=PRICE))
    for other in (TillClient(as_admin, door_id, name="Ben"), TillClient(as_admin, other_door)):
        mixed = token[:24] + get_token(other)[24:]

        assert refusal_of(look(mixed)) == ENDED


def test_a_dead_till_does_not_end_its_link(as_visitor, token, clock):
    clock(minutes=90)

    assert order(as_visitor, token).status_code == 201


# --- Paying at the last second ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("happens", [close, end, cancel])
def test_who_pays_when_the_door_closes_or_the_date_ends_is_not_charged(
    as_admin, as_visitor, door_id, till, tonight, token, clock, paypal, happens
):
    held = hold(as_visitor, token)
    approved = approve_payment(paypal, as_visitor, held)

    happens(as_admin, door_id, till, tonight, clock)

    assert pay(as_visitor, held, approved).status_code == 409
    assert paypal.captures() == []


def test_who_holds_seats_may_pay_although_the_till_was_signed_out(as_visitor, till, token, paypal):
    held = hold(as_visitor, token)
    till.post("leave")

    assert pay_with_paypal(paypal, as_visitor, held)["status"] == "paid"


def test_a_hold_that_is_over_is_not_renewed_because_others_wait_at_the_door(as_visitor, token, paypal):
    held = hold(as_visitor, token)
    approved = approve_payment(paypal, as_visitor, held)
    expire_hold(held)

    answer = pay(as_visitor, held, approved)

    assert answer.status_code == 409
    assert answer.json()["message"] == "Your time to pay is over. Scan the code at the door again."
    assert paypal.captures() == []


def test_money_that_came_although_the_door_was_closed_goes_back(
    as_admin, as_visitor, door_id, till, tonight, token, clock, paypal
):
    held = hold(as_visitor, token)
    approved = approve_payment(paypal, as_visitor, held)
    close(as_admin, door_id, till, tonight, clock)
    capture_order(approved, key="elsewhere")

    pay(as_visitor, held, approved)

    assert get_order(as_visitor, held)["status"] in ("refund_due", "refunded")
