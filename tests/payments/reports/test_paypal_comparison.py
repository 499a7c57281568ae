"""`check_books --paypal` reports every kind of difference between the shop and PayPal."""

from decimal import Decimal

import pytest
from django.core.cache import cache

from payments.models import Payment
from payments.services.import_transactions import import_transactions
from payments.services.settle_payment import record_unmatched
from paypal import endpoints
from tests.orders.api_calls import approve_payment, create_order, pay, pay_with_paypal
from tests.orders.consistency import run_check_books
from tests.payments.refund_calls import post_refund
from tests.support.factories import OccurrenceFactory


def check_with_paypal(*options: str) -> tuple[int, str, list[str]]:
    return run_check_books("--paypal", *options)


@pytest.fixture
def paid(as_visitor, paypal):
    return pay_with_paypal(paypal, as_visitor, create_order(as_visitor, OccurrenceFactory()))


def capture_elsewhere(paypal, reference="0" * 24):
    amounts = {"amount": Decimal("5.00"), "breakdown": {"item_total": Decimal("5.00")}}
    shown = endpoints.create_order(reference=reference, key=f"create {reference}", **amounts)
    paypal.approve(shown.id)
    return endpoints.capture_order(shown.id, key=f"capture {reference}")


def test_matching_records_have_no_differences(as_admin, paid):
    assert post_refund(as_admin, paid, amount="5.00").status_code == 200

    code, output, wrong = check_with_paypal()

    assert (code, wrong) == (0, [])
    assert "1 capture(s), 1 refund(s); 0 not recorded yet" in output


def test_a_capture_missing_in_the_shop_is_reported(paypal, paid):
    capture_elsewhere(paypal)

    code, _, (sentence,) = check_with_paypal()

    assert code == 1
    assert "PayPal took 5.00 USD" in sentence
    assert "the shop has no record of it" in sentence


def test_a_capture_whose_response_was_lost_counts_as_open(as_visitor, paypal):
    order = create_order(as_visitor, OccurrenceFactory())
    paypal_order_id = approve_payment(paypal, as_visitor, order)
    paypal.fault("capture", "error_500_before", times=2)
    assert pay(as_visitor, order, paypal_order_id).json()["status"] == "capturing"
    endpoints.capture_order(paypal_order_id, key=str(Payment.objects.get().capture_key))

    code, output, _ = check_with_paypal()

    assert code == 0
    assert "1 not recorded yet" in output


def test_the_return_of_a_chargebacks_money_is_compared(paypal, paid):
    made = paypal.change_capture("chargeback", listed="no")
    import_transactions()
    paypal.control(f"refunds/{made['id']}/undo")
    (sentence,) = check_with_paypal()[2]
    assert "PayPal returned 27.60 USD of a reversal" in sentence

    cache.clear()
    import_transactions()

    assert check_with_paypal()[0] == 0


def test_a_capture_missing_at_paypal_is_reported(paid):
    Payment.objects.update(capture_id="NEVERTAKEN")

    wrong = check_with_paypal()[2]

    assert any("PayPal shows no such capture" in sentence for sentence in wrong)
    assert any("the shop has no record of it" in sentence for sentence in wrong)


def test_a_refund_missing_in_the_shop_is_reported(paypal, paid):
    paypal.change_capture("refund", amount="5.00")

    code, _, (sentence,) = check_with_paypal()

    assert code == 1
    assert "PayPal refunded 5.00 USD" in sentence


def test_a_refund_of_an_unmatched_payment_counts_as_recorded(as_admin, paypal, paid):
    record_unmatched(capture_elsewhere(paypal))
    capture_id = Payment.objects.unclaimed().get().capture_id
    answer = as_admin.post(f"/api/payments/unmatched/{capture_id}/refund", {"reason": "Nobody's"}, format="json")
    assert answer.status_code == 200, answer.content

    assert check_with_paypal()[0] == 0


def test_without_permission_for_transaction_search_the_message_explains_how_to_get_it(paypal, paid):
    paypal.fault("transactions", "forbidden_403_before", times=2)

    code, _, (sentence,) = check_with_paypal()

    assert code == 1
    assert "Transaction search" in sentence


def test_many_months_are_read_in_spans(paypal, paid):
    assert check_with_paypal("--days", "100")[0] == 0
    assert len([call for call in paypal.state()["calls"] if "transactions" in str(call)]) == 4
