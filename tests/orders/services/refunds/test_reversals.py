"""Money that PayPal or a bank takes back, and disputes: staff see it, and the seats stay booked until they decide."""

import pytest
from django.core.cache import cache
from django.core.management import call_command

from bookings.models import Booking
from orders.models import Refund, WebhookEvent
from orders.paypal import PayPalUnclear
from orders.reports.consistency_checks import list_violations
from orders.services.payments.process_event import process_event
from tests.orders.api_calls import create_order, create_paypal_order, pay_with_paypal
from tests.orders.services.payments.test_handle_webhook import talking_paypal
from tests.support.factories import OccurrenceFactory

pytestmark = pytest.mark.django_db(transaction=True)
__all__ = ["talking_paypal"]


@pytest.fixture(autouse=True)
def report_not_read_yet():
    cache.clear()
    yield
    cache.clear()


@pytest.fixture
def paid(as_visitor, talking_paypal):
    order = pay_with_paypal(
        talking_paypal, as_visitor, create_order(as_visitor, OccurrenceFactory(event__price="20.00"))
    )
    talking_paypal.let_go()
    return order


def at_capture(paypal, deed, **more):
    return paypal.control(f"captures/{paypal.captures()[0]['id']}/{deed}", **more)


def current(client, order):
    return client.get(f"/api/orders/{order['_id']}").json()


def alerts(as_admin):
    return [row for row in as_admin.get("/api/orders/attention").json() if row["kind"] == "alert"]


def booking_statuses():
    return set(Booking.objects.values_list("status", flat=True))


@pytest.mark.parametrize("listed", ["refunds", "status", "no"])
@pytest.mark.parametrize("deed", ["reverse", "chargeback"])
@pytest.mark.parametrize("announced", [True, False])
def test_a_reversal_is_recorded_as_gone_and_the_booking_stays(
    as_visitor, as_admin, talking_paypal, paid, listed, deed, announced
):
    at_capture(talking_paypal, deed, listed=listed, announced=announced)
    talking_paypal.let_go()

    call_command("upkeep")

    shown = current(as_visitor, paid)
    assert (shown["status"], shown["refundedPrice"]) == ("refunded", 46.0)
    assert booking_statuses() == {"confirmed"}
    (row,) = alerts(as_admin)
    assert (row["_id"], row["amount"], row["canReleaseSeats"]) == (paid["_id"], 46.0, True)
    assert Refund.objects.count() == 1
    assert list_violations() == []


def test_staff_release_the_seats_of_a_reversed_order(as_admin, talking_paypal, paid):
    at_capture(talking_paypal, "reverse")
    talking_paypal.let_go()
    (row,) = alerts(as_admin)

    answer = as_admin.post(f"/api/payments/alerts/{row['alert']}/resolve", {"releaseSeats": True}, format="json")

    assert answer.status_code == 200
    assert booking_statuses() == {"cancelled"}
    assert alerts(as_admin) == []


def test_a_part_taken_back_leaves_the_rest_paid(as_visitor, as_admin, talking_paypal, paid):
    at_capture(talking_paypal, "reverse", amount="5.00", listed="no")
    talking_paypal.let_go()

    shown = current(as_visitor, paid)
    assert (shown["status"], shown["refundedPrice"]) == ("partly_refunded", 5.0)
    (row,) = alerts(as_admin)
    assert not row["canReleaseSeats"]
    refused = as_admin.post(f"/api/payments/alerts/{row['alert']}/resolve", {"releaseSeats": True}, format="json")
    assert (refused.status_code, refused.json()["code"]) == (409, "refund_instead")
    assert booking_statuses() == {"confirmed"}


def test_an_open_dispute_is_no_refund(as_visitor, as_admin, talking_paypal, paid):
    at_capture(talking_paypal, "dispute", hold=True)
    talking_paypal.let_go()

    call_command("upkeep")

    assert current(as_visitor, paid)["status"] == "paid"
    assert Refund.objects.count() == 0
    (row,) = alerts(as_admin)
    assert "Resolution Center" in row["message"]


@pytest.mark.parametrize("listed", ["refunds", "no"])
def test_a_dispute_that_the_buyer_wins_takes_the_money_and_leaves_the_seats(
    as_visitor, as_admin, talking_paypal, paid, listed
):
    case = at_capture(talking_paypal, "dispute")["dispute_id"]
    talking_paypal.control(f"disputes/{case}/resolve", outcome="RESOLVED_BUYER_FAVOUR", listed=listed)
    talking_paypal.let_go()

    call_command("upkeep")

    assert current(as_visitor, paid)["status"] == "refunded"
    assert booking_statuses() == {"confirmed"}
    assert Refund.objects.get().is_reversal
    assert any("in the buyer's favor" in row["message"] for row in alerts(as_admin))


def test_a_dispute_that_the_shop_wins_changes_nothing(as_visitor, as_admin, talking_paypal, paid):
    case = at_capture(talking_paypal, "dispute", hold=True)["dispute_id"]
    talking_paypal.control(f"disputes/{case}/resolve", outcome="RESOLVED_SELLER_FAVOUR")
    talking_paypal.let_go()

    call_command("upkeep")

    assert current(as_visitor, paid)["status"] == "paid"
    assert "in the shop's favor" in alerts(as_admin)[0]["message"]


def test_a_chargeback_whose_money_returns_is_paid_again(as_visitor, as_admin, talking_paypal, paid):
    at_capture(talking_paypal, "chargeback", listed="no")
    talking_paypal.let_go()
    talking_paypal.control(f"refunds/{Refund.objects.get().paypal_refund_id}/undo")
    cache.clear()

    call_command("upkeep")

    assert current(as_visitor, paid)["status"] == "paid"
    assert list_violations() == []


def test_a_refund_made_at_paypal_still_frees_the_seats(as_visitor, talking_paypal, paid):
    at_capture(talking_paypal, "refund")
    talking_paypal.let_go()

    assert current(as_visitor, paid)["status"] == "refunded"
    assert booking_statuses() == {"refunded"}


def test_after_a_dispute_that_the_shop_won_a_refund_made_at_paypal_frees_the_seats(as_visitor, talking_paypal, paid):
    case = at_capture(talking_paypal, "dispute")["dispute_id"]
    talking_paypal.control(f"disputes/{case}/resolve", outcome="RESOLVED_SELLER_FAVOUR")
    talking_paypal.let_go()

    at_capture(talking_paypal, "refund")
    talking_paypal.let_go()

    assert current(as_visitor, paid)["status"] == "refunded"
    assert booking_statuses() == {"refunded"}


@pytest.mark.parametrize("listed", ["refunds", "no"])
def test_a_webhook_that_names_the_capture_itself_as_reversed_keeps_the_booking(
    as_visitor, talking_paypal, paid, listed
):
    at_capture(talking_paypal, "reverse", listed=listed, announced=False)
    capture = {"id": talking_paypal.captures()[0]["id"], "amount": {"currency_code": "USD", "value": "46.00"}}
    body = {"resource": capture | {"status": "REVERSED"}}
    event = WebhookEvent.objects.create(event_id="WH-1", event_type="PAYMENT.CAPTURE.REVERSED", body=body)

    process_event(event)
    process_event(event)

    assert (current(as_visitor, paid)["status"], booking_statuses()) == ("refunded", {"confirmed"})
    call_command("upkeep")  # PayPal's report has the reversal under an ID of its own
    assert (current(as_visitor, paid)["status"], booking_statuses()) == ("refunded", {"confirmed"})
    assert [refund.amount for refund in Refund.objects.all()] == [46]
    assert Refund.objects.get().paypal_refund_id == talking_paypal.refunds()[0]["id"]


def test_a_reversal_announced_by_its_capture_has_the_amount_of_paypals_record_in_the_end(
    as_visitor, as_admin, talking_paypal, paid
):
    at_capture(talking_paypal, "reverse", amount="5.00", listed="no", announced=False)
    capture = {"id": talking_paypal.captures()[0]["id"], "amount": {"currency_code": "USD", "value": "46.00"}}
    body = {"resource": capture | {"status": "REVERSED"}}
    process_event(WebhookEvent.objects.create(event_id="WH-1", event_type="PAYMENT.CAPTURE.REVERSED", body=body))
    assert current(as_visitor, paid)["status"] == "refunded"

    call_command("upkeep")

    shown = current(as_visitor, paid)
    assert (shown["status"], shown["refundedPrice"]) == ("partly_refunded", 5.0)
    assert booking_statuses() == {"confirmed"}
    assert [row["amount"] for row in alerts(as_admin)] == [5.0]


def test_a_reversal_without_an_amount_is_not_guessed(as_visitor, talking_paypal, paid):
    resource = {"id": "REVERSAL1", "status": "COMPLETED", "links": [{"href": talking_paypal.captures()[0]["id"]}]}
    event = WebhookEvent.objects.create(
        event_id="WH-1", event_type="PAYMENT.CAPTURE.REVERSED", body={"resource": resource}
    )

    with pytest.raises(PayPalUnclear):
        process_event(event)

    assert current(as_visitor, paid)["status"] == "paid"


def test_each_of_two_equal_chargebacks_that_returns_is_counted_once(as_visitor, talking_paypal, paid):
    for _ in range(2):
        at_capture(talking_paypal, "chargeback", amount="5.00", listed="no", announced=False)
    call_command("upkeep")
    left = []
    for made in talking_paypal.refunds():
        talking_paypal.control(f"refunds/{made['id']}/undo")
        for _ in range(2):
            cache.clear()
            call_command("upkeep")
        left.append(current(as_visitor, paid)["refundedPrice"])

    assert left == [5.0, 0.0]
    assert current(as_visitor, paid)["status"] == "paid"


def test_a_dispute_that_no_webhook_told_of_is_seen_by_its_hold_in_paypals_report(
    as_visitor, as_admin, talking_paypal, paid
):
    talking_paypal.fault("message", "lost", times=2)
    case = at_capture(talking_paypal, "dispute", hold=True)["dispute_id"]
    call_command("upkeep")
    (row,) = alerts(as_admin)
    assert (row["_id"], row["amount"]) == (paid["_id"], 46.0)
    assert "because of a dispute" in row["message"]
    assert current(as_visitor, paid)["status"] == "paid"

    talking_paypal.control(f"disputes/{case}/resolve", outcome="RESOLVED_SELLER_FAVOUR")
    cache.clear()
    call_command("upkeep")

    assert alerts(as_admin) == []
    assert current(as_visitor, paid)["status"] == "paid"


def test_a_hold_is_not_shown_beside_the_dispute_that_it_is_for(as_admin, talking_paypal, paid):
    talking_paypal.control("webhooks/hold", held=True)
    at_capture(talking_paypal, "dispute", hold=True)
    call_command("upkeep")
    assert len(alerts(as_admin)) == 1
    talking_paypal.let_go()

    cache.clear()
    call_command("upkeep")

    (row,) = alerts(as_admin)
    assert "Resolution Center" in row["message"]
    assert "opened case" in row["message"]


def test_a_webhook_finds_its_order_by_the_link_alone(as_visitor, talking_paypal):
    order = create_order(as_visitor, OccurrenceFactory(event__price="20.00"))
    paypal_order_id = create_paypal_order(as_visitor, order)
    talking_paypal.approve(paypal_order_id)
    talking_paypal.control(f"orders/{paypal_order_id}/capture")
    link = {"rel": "up", "href": f"https://api-m.paypal.com/v2/checkout/orders/{paypal_order_id}"}
    body = {"resource": {"id": talking_paypal.captures()[0]["id"], "links": [link]}}
    event = WebhookEvent.objects.create(event_id="WH-1", event_type="PAYMENT.CAPTURE.COMPLETED", body=body)

    process_event(event)

    assert current(as_visitor, order)["status"] == "paid"
