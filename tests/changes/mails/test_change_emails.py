"""Emails to buyers about their own changes of a paid order, with the updated or canceled calendar entry."""

from typing import Any

import pytest

from tests.changes.change_calls import buy, create_another_date, create_date, move_to, post_change
from tests.orders.mails.test_order_emails import read_invitation, received
from tests.support.messages import delivered

pytestmark = pytest.mark.django_db


@pytest.fixture
def date():
    return create_date()


@pytest.fixture
def paid(as_visitor, paypal, date) -> dict[str, Any]:
    return buy(as_visitor, paypal, date, seats=4)


def test_a_refund_is_reported_with_the_seats_the_amount_and_the_updated_entry(as_visitor, paid):
    post_change(as_visitor, paid, "refund", seats=3, amount="37.26")

    message = received("seats_given_back")

    subject = str(message["Subject"])
    assert subject == f"3 seats given back: PayPal is returning $37.26 ({paid['number']}) – Cards for a Cause"
    for kind in ("plain", "html"):
        assert "3 seats given back: PayPal is returning $37.26." in message.get_body((kind,)).get_content()
    event, method = read_invitation(message)
    assert method == "REQUEST"
    assert str(event["DESCRIPTION"]).startswith(f"1 seat. Order {paid['number']}\n")
    assert delivered("order_refunded") == []


def test_with_the_last_seat_the_entry_disappears(as_visitor, paid):
    post_change(as_visitor, paid, "refund", seats=3, amount="37.26")
    first, _ = read_invitation(received("seats_given_back"))
    post_change(as_visitor, paid, "refund", seats=1, amount="12.42")

    last, method = read_invitation(received("seats_given_back"))

    assert method == "CANCEL"
    assert last["UID"] == first["UID"]
    assert last["SEQUENCE"] > first["SEQUENCE"]


def test_a_move_by_the_buyer_moves_the_entry(as_visitor, date, paid):
    first, _ = read_invitation(received("order_paid"))
    later = create_another_date(date)

    assert move_to(as_visitor, paid, later).status_code == 201

    message = received("dates_moved")
    moved, method = read_invitation(message)
    assert (method, moved["UID"], moved.start) == ("REQUEST", first["UID"], later.starts_at)
    assert moved["SEQUENCE"] > first["SEQUENCE"]
    assert "You moved them." in message.get_body(("plain",)).get_content()
