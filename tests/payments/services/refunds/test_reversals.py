"""Refunds, reversals and disputes at PayPal: staff are alerted, and the seats stay booked until they decide."""

from decimal import Decimal

import pytest
from django.core.cache import cache

from bookings.models import Booking
from events.models import Occurrence
from orders.models import Order
from payments.models import Payment, Refund, WebhookEvent
from payments.reports.consistency_checks import list_violations
from payments.services.import_transactions import import_transactions, record_hold
from payments.services.settle_payment import settle_paypal_order
from payments.services.webhooks import process_notification
from paypal.schemas import Amount, Transaction
from tests.changes.change_calls import cancel_and_refund
from tests.orders.api_calls import create_order, get_order, list_attention, pay_with_paypal
from tests.payments.refund_calls import post_refund
from tests.support.factories import OccurrenceFactory, in_days
from tests.support.messages import delivered
from tests.support.paid_orders import create_paid_order


@pytest.fixture
def paid(as_visitor, paypal):
    order = pay_with_paypal(paypal, as_visitor, create_order(as_visitor, OccurrenceFactory(event__price="20.00")))
    paypal.deliver_webhooks()
    return order


def announce_reversed_capture(paypal):
    """Process a webhook as PayPal used to send them, which names the capture. Return it."""
    capture = {"id": paypal.captures()[0]["id"], "amount": {"currency_code": "USD", "value": "46.00"}}
    body = {"resource": capture | {"status": "REVERSED"}}
    event = WebhookEvent.objects.create(event_id="WH-1", event_type="PAYMENT.CAPTURE.REVERSED", body=body)
    process_notification(event)
    return event


def get_booking_statuses():
    return set(Booking.objects.values_list("status", flat=True))


@pytest.mark.parametrize(
    ("listed", "action", "announced"),
    [
        ("refunds", "reverse", True),
        ("refunds", "chargeback", False),
        ("status", "chargeback", True),
        ("status", "reverse", False),
        ("no", "reverse", True),
        ("no", "chargeback", False),
    ],
)
def test_a_reversal_counts_as_refunded_and_the_booking_stays(
    as_visitor, as_admin, paypal, paid, listed, action, announced
):
    paypal.change_capture(action, listed=listed, announced=announced)
    paypal.deliver_webhooks()

    import_transactions()

    shown = get_order(as_visitor, paid)
    assert (shown["status"], shown["refundedPrice"]) == ("partly_refunded", 46.0)
    assert get_booking_statuses() == {"confirmed"}
    (row,) = list_attention(as_admin, "alert")
    assert (row["_id"], row["amount"], row["canReleaseSeats"]) == (paid["_id"], 46.0, True)
    assert Refund.objects.count() == 1
    assert list_violations() == []


def test_staff_release_the_seats_of_a_reversed_order(as_visitor, as_admin, paypal, paid):
    paypal.change_capture("reverse")
    paypal.deliver_webhooks()
    (row,) = list_attention(as_admin, "alert")

    answer = as_admin.post(f"/api/payments/alerts/{row['alert']}/resolve", {"releaseSeats": True}, format="json")

    assert answer.status_code == 200
    assert get_booking_statuses() == {"cancelled"}
    assert list_attention(as_admin, "alert") == []
    shown = get_order(as_visitor, paid)
    assert (shown["status"], shown["refundedPrice"]) == ("refunded", 46.0)
    assert [part["seats"] for refund in shown["refunds"] for part in refund["parts"]] == [2]
    (message,) = delivered("order_refunded")
    assert "Nothing is left to refund for them." in message.body
    *_, taken_back, released = as_admin.get(f"/api/orders/{paid['_id']}/history").json()
    assert [taken_back["did"], released["did"], released["amount"]] == ["reversal completed", "refund completed", 0]
    assert released["changes"] == [{"field": "status", "before": "partly_refunded", "after": "refunded"}]


@pytest.mark.parametrize("listed", ["refunds", "no"])
def test_a_dispute_won_by_the_buyer_reverses_the_payment_and_leaves_the_seats(
    as_visitor, as_admin, paypal, paid, listed
):
    case = paypal.change_capture("dispute")["dispute_id"]
    paypal.control(f"disputes/{case}/resolve", outcome="RESOLVED_BUYER_FAVOUR", listed=listed)
    paypal.deliver_webhooks()

    import_transactions()

    assert get_order(as_visitor, paid)["status"] == "partly_refunded"
    assert get_booking_statuses() == {"confirmed"}
    assert Refund.objects.get().kind == "reversal"
    assert any("in the buyer's favor" in row["message"] for row in list_attention(as_admin, "alert"))


def test_a_dispute_won_by_the_shop_changes_nothing(as_visitor, as_admin, paypal, paid):
    case = paypal.change_capture("dispute", hold=True)["dispute_id"]
    paypal.control(f"disputes/{case}/resolve", outcome="RESOLVED_SELLER_FAVOUR")
    paypal.deliver_webhooks()

    import_transactions()

    assert get_order(as_visitor, paid)["status"] == "paid"
    assert "in the shop's favor" in list_attention(as_admin, "alert")[0]["message"]


@pytest.mark.parametrize("by_capture", [False, True], ids=["by its ID", "by its capture"])
def test_after_a_canceled_chargeback_the_order_is_paid_again(as_visitor, as_admin, paypal, paid, by_capture):
    taken = paypal.change_capture("chargeback", listed="no", announced=not by_capture)
    paypal.deliver_webhooks()
    if by_capture:
        announce_reversed_capture(paypal)
        import_transactions()
    paypal.control(f"refunds/{taken['id']}/undo")
    cache.clear()

    import_transactions()

    assert get_order(as_visitor, paid)["status"] == "paid"
    assert ["returned 46.00 USD" in row["message"] for row in list_attention(as_admin, "alert")] == [True]
    assert list_violations() == []


def test_money_that_is_won_back_is_due_for_seats_of_a_date_that_was_canceled_meanwhile(
    as_visitor, as_admin, paypal, paid
):
    taken = paypal.change_capture("chargeback", listed="no")
    paypal.deliver_webhooks()
    cancel_and_refund(as_admin, Occurrence.objects.get())
    paypal.control(f"refunds/{taken['id']}/undo")
    cache.clear()

    import_transactions()

    (row,) = list_attention(as_admin, "alert")
    assert row["message"] == (
        "PayPal returned 46.00 USD that had been taken back. 2 seats were returned meanwhile, when there was no money "
        "to refund. Refund what is due, then mark this as done."
    )
    assert post_refund(as_admin, paid).json()["refundedPrice"] == 46.0
    assert list_attention(as_admin, "alert") == []


def test_a_reversal_is_off_the_list_once_the_order_has_no_seats(as_visitor, as_admin, paypal, paid):
    for amount in ("40.00", "6.00"):
        paypal.change_capture("chargeback", amount=amount, listed="no", announced=False)
    import_transactions()
    first, second = list_attention(as_admin, "alert")
    assert (first["canReleaseSeats"], second["canReleaseSeats"]) == (True, True)

    done = as_admin.post(f"/api/payments/alerts/{first['alert']}/resolve", {"releaseSeats": True}, format="json")

    assert (done.status_code, done.json()["_id"]) == (200, first["alert"])
    assert list_attention(as_admin, "alert") == []
    again = as_admin.post(f"/api/payments/alerts/{first['alert']}/resolve", {}, format="json")
    assert again.json() == done.json()


@pytest.mark.parametrize("listed", ["refunds", "no"])
def test_a_webhook_with_the_capture_as_reversed_leaves_the_booking(as_visitor, paypal, paid, listed):
    paypal.change_capture("reverse", listed=listed, announced=False)

    process_notification(announce_reversed_capture(paypal))

    assert (get_order(as_visitor, paid)["status"], get_booking_statuses()) == ("partly_refunded", {"confirmed"})
    import_transactions()  # the transaction list has the reversal with its own ID
    assert (get_order(as_visitor, paid)["status"], get_booking_statuses()) == ("partly_refunded", {"confirmed"})
    assert [refund.amount for refund in Refund.objects.all()] == [46]
    assert Refund.objects.get().paypal_refund_id == paypal.refunds()[0]["id"]


def test_a_reversal_reported_by_its_capture_gets_the_amount_of_paypals_transaction(as_visitor, as_admin, paypal, paid):
    paypal.change_capture("reverse", amount="5.00", listed="no", announced=False)
    announce_reversed_capture(paypal)
    assert get_order(as_visitor, paid)["refundedPrice"] == 46.0

    import_transactions()

    shown = get_order(as_visitor, paid)
    assert (shown["status"], shown["refundedPrice"]) == ("partly_refunded", 5.0)
    assert get_booking_statuses() == {"confirmed"}
    assert [row["amount"] for row in list_attention(as_admin, "alert")] == [5.0]


def test_two_equal_canceled_chargebacks_are_counted_once_each(as_visitor, paypal, paid):
    for _ in range(2):
        paypal.change_capture("chargeback", amount="5.00", listed="no", announced=False)
    import_transactions()
    left = []
    for made in paypal.refunds():
        paypal.control(f"refunds/{made['id']}/undo")
        for _ in range(2):
            cache.clear()
            import_transactions()
        left.append(get_order(as_visitor, paid)["refundedPrice"])

    assert left == [5.0, 0.0]
    assert get_order(as_visitor, paid)["status"] == "paid"


def test_a_dispute_without_a_webhook_is_found_by_its_hold_transaction(as_visitor, as_admin, paypal, paid):
    paypal.fault("message", "lost", times=2)
    case = paypal.change_capture("dispute", hold=True)["dispute_id"]
    import_transactions()
    (row,) = list_attention(as_admin, "alert")
    assert (row["_id"], row["amount"]) == (paid["_id"], 46.0)
    assert "because of a dispute" in row["message"]
    assert get_order(as_visitor, paid)["status"] == "paid"

    paypal.control(f"disputes/{case}/resolve", outcome="RESOLVED_SELLER_FAVOUR")
    cache.clear()
    import_transactions()

    assert list_attention(as_admin, "alert") == []
    assert get_order(as_visitor, paid)["status"] == "paid"


def test_the_end_of_one_hold_does_not_end_a_later_one(as_admin, paypal, paid):
    """PayPal's record is read again every hour."""
    amount, capture = Decimal("46.00"), paypal.captures()[0]["id"]
    record = [
        Transaction(f"H{n}", code, "S", Amount(sign * amount, "USD"), capture, "", at=in_days(n))
        for n, (code, sign) in enumerate([("T1110", -1), ("T1111", 1), ("T1110", -1)])
    ]

    for line in record * 2:
        record_hold(line)

    assert ["because of a dispute" in row["message"] for row in list_attention(as_admin, "alert")] == [True]


# --- Refunds at PayPal, and those that become reversals ---------------------------------------------------------------


def test_a_refund_at_paypal_instead_of_one_that_paypal_refused_is_no_second_one(as_visitor, as_admin, paypal):
    order = create_paid_order(paypal, as_visitor, OccurrenceFactory())
    paypal.fault("refund", "unprocessable", issue="REFUND_FAILED_INSUFFICIENT_FUNDS", times=5)
    post_refund(as_admin, order)
    assert [row["kind"] for row in list_attention(as_admin)] == ["refund_failed"]

    paypal.change_capture("refund")
    import_transactions()

    assert Order.objects.get().status == Order.Status.REFUNDED
    assert list_attention(as_admin) == []


def test_a_single_refund_at_paypal_is_recorded_without_an_alert(as_visitor, as_admin, paypal):
    create_paid_order(paypal, as_visitor, OccurrenceFactory())
    (capture,) = paypal.captures()
    ten = {"currency_code": "USD", "value": "10.00"}

    paypal.control(f"captures/{capture['id']}/refund", amount=ten)
    paypal.control(f"captures/{capture['id']}/refund", amount=ten)
    import_transactions()

    assert Order.objects.get().refunds.count() == 2
    assert list_attention(as_admin, "alert") == []


@pytest.mark.parametrize(
    ("action", "message"),
    [("refund", "may have been refunded twice"), ("reverse", "took 46.00 USD of this order back")],
)
def test_staff_are_told_once_and_the_order_stays_refunded(as_visitor, as_admin, paypal, paid, action, message):
    assert post_refund(as_admin, paid, outside=True, note="Bank transfer").json()["status"] == "refunded"
    paypal.change_capture(action)

    paypal.deliver_webhooks()

    assert get_order(as_visitor, paid)["status"] == "refunded"
    (row,) = list_attention(as_admin, "alert")
    assert message in row["message"]


@pytest.mark.parametrize("amount", ["2.00", "46.00"], ids=["a part", "everything"])
def test_a_refund_at_paypal_before_a_dispute_stays_a_refund(as_visitor, as_admin, paypal, paid, amount):
    paypal.change_capture("refund", amount=amount)
    paypal.deliver_webhooks()
    before = get_order(as_visitor, paid)

    paypal.change_capture("dispute", amount="44.00")
    paypal.deliver_webhooks()
    settle_paypal_order(paypal_order_id=Payment.objects.get().paypal_order_id)

    assert get_order(as_visitor, paid) == before
    (row,) = list_attention(as_admin, "alert")
    assert "at PayPal. That alone refunds nothing and ends no seats." in row["message"]


def test_a_webhook_with_the_capture_as_reversed_is_not_about_an_earlier_refund_at_paypal(as_visitor, paypal, paid):
    paypal.change_capture("refund", amount="2.00")
    paypal.deliver_webhooks()
    paypal.change_capture("reverse", listed="no", announced=False)

    announce_reversed_capture(paypal)

    taken = [(refund.amount, refund.kind) for refund in Refund.objects.all()]
    assert taken == [(2, "at_paypal"), (44, "reversal")]
    assert get_order(as_visitor, paid)["refundedPrice"] == 46


def test_a_refund_that_becomes_a_reversal_is_shown_and_its_seats_are_booked_again(as_visitor, as_admin, paypal, paid):
    paypal.control("webhooks/hold", held=True)
    paypal.change_capture("reverse", listed="refunds")
    settle_paypal_order(paypal_order_id=Payment.objects.get().paypal_order_id)  # before PayPal's webhook arrives
    assert get_booking_statuses() == {"refunded"}

    paypal.deliver_webhooks()

    assert (get_order(as_visitor, paid)["status"], get_booking_statuses()) == ("partly_refunded", {"confirmed"})
    (row,) = list_attention(as_admin, "alert")
    assert "The seats stay booked" in row["message"]
    assert [refund.kind for refund in Refund.objects.all()] == ["reversal"]
    (*_, last) = as_admin.get(f"/api/orders/{paid['_id']}/history").json()
    assert last["changes"] == [{"field": "status", "before": "refunded", "after": "partly_refunded"}]
    assert list_violations() == []


def test_a_reversal_is_not_listed_as_a_second_refund_any_more(as_visitor, as_admin, paypal, paid):
    paypal.control("webhooks/hold", held=True)
    post_refund(as_admin, paid, amount="2.00")
    paypal.change_capture("reverse", listed="refunds")
    settle_paypal_order(paypal_order_id=Payment.objects.get().paypal_order_id)
    assert ["refunded twice" in row["message"] for row in list_attention(as_admin, "alert")] == [True]

    paypal.deliver_webhooks()

    assert ["took 44.00 USD" in row["message"] for row in list_attention(as_admin, "alert")] == [True]


def test_seats_sold_before_a_refund_became_a_reversal_stay_sold(as_visitor, as_other_visitor, as_admin, paypal, paid):
    paypal.control("webhooks/hold", held=True)
    paypal.change_capture("reverse", listed="refunds")
    settle_paypal_order(paypal_order_id=Payment.objects.get().paypal_order_id)
    date = Booking.objects.get().occurrence
    date.event.maximum_event_capacity = 3
    date.event.save()
    create_order(as_other_visitor, date, seats=2)

    paypal.deliver_webhooks()

    (row,) = list_attention(as_admin, "alert")
    assert "can't be booked again" in row["message"]
    assert sorted(Booking.objects.values_list("status", flat=True)) == ["pending", "refunded"]
    assert get_order(as_visitor, paid)["status"] == "refunded"
    assert list_violations() == []
