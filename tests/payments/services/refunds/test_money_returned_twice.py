"""Money that staff returned by hand, and that PayPal or the buyer's bank then returned again."""

import pytest

from tests.payments.refund_calls import post_refund
from tests.payments.services.refunds.test_reversals import change_capture, clear_cache, get_order, list_alerts, paid
from tests.payments.services.webhooks.test_handle_webhook import paypal_with_webhooks

pytestmark = pytest.mark.django_db(transaction=True)
__all__ = ["clear_cache", "paid", "paypal_with_webhooks"]


@pytest.mark.parametrize(
    ("action", "message"),
    [("refund", "may have been refunded twice"), ("reverse", "took 46.00 USD of this order back")],
)
def test_staff_are_told_once_and_the_order_stays_refunded(
    as_visitor, as_admin, paypal_with_webhooks, paid, action, message
):
    assert post_refund(as_admin, paid, outside=True, note="Bank transfer").json()["status"] == "refunded"
    change_capture(paypal_with_webhooks, action)

    paypal_with_webhooks.release_webhooks()

    assert get_order(as_visitor, paid)["status"] == "refunded"
    (row,) = list_alerts(as_admin)
    assert message in row["message"]
