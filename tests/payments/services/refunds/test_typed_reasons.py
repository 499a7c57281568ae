"""What staff type as a reason never decides what the shop does, even if it is one of the shop's own sentences."""

from typing import Any

import pytest
from django.core.cache import cache

from changes.models.change import BY_CHANGE
from charityshop.erasure import DELETED
from payments.models import Payment, Refund
from payments.refund_reasons import BY_KIND, BY_ORDER, SECOND_PAYMENT
from payments.reports.consistency_checks import list_violations
from payments.services.import_transactions import import_transactions
from tests.conftest import signed_in
from tests.orders.api_calls import list_booking_ids, list_booking_statuses
from tests.payments.refund_calls import post_refund
from tests.support.factories import PASSWORD, OccurrenceFactory, UserFactory
from tests.support.paid_orders import create_paid_order

pytestmark = pytest.mark.django_db

OWN_SENTENCES = [
    DELETED,
    SECOND_PAYMENT,
    *dict.fromkeys(BY_KIND.values()),
    *BY_ORDER.values(),
    *BY_CHANGE.values(),
]
typed = pytest.mark.parametrize("reason", OWN_SENTENCES)


def refund_at_paypal(paypal: Any, value: str) -> None:
    """Refund this amount of the only capture on PayPal's website."""
    amount = {"currency_code": "USD", "value": value}
    paypal.control(f"captures/{paypal.captures()[0]['id']}/refund", amount=amount)
    import_record()


def import_record() -> None:
    cache.clear()
    import_transactions()


def list_attention(staff: Any) -> list[dict[str, Any]]:
    return list(staff.get("/api/orders/attention").json())


@typed
def test_staff_are_told_of_a_refund_at_paypal_besides_their_own_whatever_reason_they_gave(
    as_visitor, as_admin, paypal, reason
):
    order = create_paid_order(paypal, as_visitor, OccurrenceFactory())
    assert post_refund(as_admin, order, amount="10.00", reason=reason).status_code == 200

    refund_at_paypal(paypal, "10.00")

    (alert,) = list_attention(as_admin)
    assert "may have been refunded twice" in alert["message"]


@typed
def test_a_failed_refund_that_was_made_again_is_off_the_list_whatever_its_reason(as_visitor, as_admin, paypal, reason):
    order = create_paid_order(paypal, as_visitor, OccurrenceFactory())
    paypal.fault("refund", "unprocessable", issue="REFUND_FAILED_INSUFFICIENT_FUNDS", times=5)
    post_refund(as_admin, order, amount="10.00", reason=reason)
    assert [row["kind"] for row in list_attention(as_admin)] == ["refund_failed"]
    paypal.control("faults/clear")

    assert post_refund(as_admin, order, amount="10.00", reason=reason).status_code == 200

    assert list_attention(as_admin) == []


@typed
def test_a_free_seat_that_was_refunded_stays_returned_when_money_is_won_back(as_visitor, as_admin, paypal, reason):
    """Only the seats that staff released without their money are booked again with it."""
    free = OccurrenceFactory(event__price="0", event__name="Free Friday")
    order = create_paid_order(paypal, as_visitor, OccurrenceFactory(event__price="12.00"), free, seats=1)
    _, free_seat = list_booking_ids(order)
    assert post_refund(as_admin, order, lines=[free_seat], reason=reason).status_code == 200
    paypal.control(f"captures/{paypal.captures()[0]['id']}/reverse", listed="no", announced=False)
    import_record()
    (alert,) = [row for row in list_attention(as_admin) if row["canReleaseSeats"]]
    as_admin.post(f"/api/payments/alerts/{alert['alert']}/resolve", {"releaseSeats": True}, format="json")
    paypal.control(f"refunds/{Refund.objects.get(kind='reversal').paypal_refund_id}/undo")
    import_record()

    as_admin.post(f"/api/orders/{order['_id']}/decide", {"accept": True, "reason": reason}, format="json")

    found = as_visitor.get(f"/api/orders/{order['_id']}").json()
    assert (found["status"], list_booking_statuses(found)) == ("partly_refunded", ["confirmed", "refunded"])
    assert "refund_failed" not in [row["kind"] for row in list_attention(as_admin)]  # the release isn't one
    assert list_violations() == []


@pytest.mark.parametrize(("first", "last"), [("Refunded", "Paypal"), ("Canceled", "Staff")])
def test_a_refund_stays_what_it_is_when_its_reason_is_erased_with_the_buyers_account(paypal, as_admin, first, last):
    """The buyer's names are in the shop's sentences."""
    buyer = UserFactory(first_name=first, last_name=last)
    client = signed_in(buyer)
    order = create_paid_order(paypal, client, OccurrenceFactory())
    refund_at_paypal(paypal, "10.00")
    answer = client.delete("/api/users/profile", {"currentPw": PASSWORD}, format="json")
    assert answer.status_code == 200, answer.content
    assert post_refund(as_admin, order, amount="5.00").status_code == 200

    chargeback = paypal.control(f"captures/{paypal.captures()[0]['id']}/chargeback", listed="no")
    import_record()

    refunds = Refund.objects.order_by("pk")
    assert [made.kind for made in refunds] == ["at_paypal", "requested", "reversal"]
    assert (refunds[2].paypal_refund_id, Payment.objects.count()) == (chargeback["id"], 1)
    assert list_violations() == []
