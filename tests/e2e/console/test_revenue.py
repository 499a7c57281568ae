"""Revenue by event and month."""

from datetime import UTC, datetime
from decimal import Decimal

import pytest
from django.db.models import Sum

from payments.models import Payment, Refund
from payments.selectors.revenue import add_up, list_months
from tests.orders.api_calls import create_order, list_booking_ids
from tests.support.factories import OccurrenceFactory
from tests.support.paid_orders import create_paid_order, create_test_order, post_again

pytestmark = pytest.mark.django_db
LAST_EVENING = datetime(2026, 10, 1, 6, 59, tzinfo=UTC)  # a minute before midnight, shop time


@pytest.fixture
def friday(db):
    return OccurrenceFactory(event__maximum_event_capacity=50, event__price="12.00", event__name="Friday Draft")


@pytest.fixture
def moon(db):
    return OccurrenceFactory(event__maximum_event_capacity=50, event__price="10.01", event__name="Moon Cube")


def format_months(found):
    return [
        (f"{month.first_day:%Y-%m}", name, f"{sums.sold:.2f}", f"{sums.refunded:.2f}", f"{sums.net:.2f}")
        for month in found
        for name, sums in month.rows
    ]


def test_sales_and_refunds_are_split_by_event(paypal, as_admin, as_visitor, friday, moon):
    order = create_paid_order(paypal, as_visitor, friday, moon)
    body = {"lines": [list_booking_ids(order)[1]], "reason": "Ill."}
    as_admin.post(f"/api/orders/{order['_id']}/refund", body, format="json")
    Refund.objects.update(completed_at=datetime(2026, 10, 2, 12, tzinfo=UTC))
    post_again(Payment.objects.all(), captured_at=LAST_EVENING)

    assert format_months(list_months()) == [
        ("2026-10", "Moon Cube", "0.00", "23.02", "-23.02"),
        ("2026-09", "Friday Draft", "27.60", "0.00", "27.60"),
        ("2026-09", "Moon Cube", "23.02", "0.00", "23.02"),
    ]


def test_the_totals_equal_paypals_without_test_orders(paypal, as_admin, as_visitor, as_other_visitor, friday, moon):
    first = create_paid_order(paypal, as_visitor, friday, moon, seats=3)
    create_paid_order(paypal, as_other_visitor, moon, seats=1)
    create_test_order(as_visitor, friday, seats=7)
    create_order(as_visitor, friday)
    as_admin.post(f"/api/orders/{first['_id']}/refund", {"amount": "5.55", "reason": "Late."}, format="json")

    total = add_up([month.total for month in list_months()])

    assert total.sold == Payment.objects.aggregate(sum=Sum("amount"))["sum"]
    assert total.refunded == Decimal("5.55")
    assert total.net == total.sold - total.refunded


def test_gifts_are_a_row_of_their_own(paypal, as_admin, as_visitor, friday):
    first = create_paid_order(paypal, as_visitor, friday, gift=5)
    alone = create_paid_order(paypal, as_visitor, gift=40)
    as_admin.post(f"/api/orders/{first['_id']}/refund", {"gift": True, "reason": "By mistake."}, format="json")
    as_admin.post(f"/api/orders/{alone['_id']}/refund", {"reason": "By mistake."}, format="json")

    (month,) = list_months()

    assert [row[1:] for row in format_months([month])] == [
        ("Friday Draft", "27.60", "0.00", "27.60"),
        ("Gifts", "45.00", "45.00", "0.00"),
    ]


def test_operators_see_the_revenue_page(paypal, console, as_visitor, friday):
    create_paid_order(paypal, as_visitor, friday)

    page = console.get("/admin-console/orders/order/sums/").content.decode()

    assert "Friday Draft" in page
    assert "net <strong>27.60</strong>" in page
    assert "/admin-console/orders/order/sums/" in console.get("/admin-console/orders/order/").content.decode()
