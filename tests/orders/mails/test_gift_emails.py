"""What emails say about discounts and gifts."""

import pytest

from changes.services.date_changes.process_date_changes import process_date_changes
from charityshop.models import ShopSettings
from tests.changes.date_change_calls import call_off
from tests.orders.api_calls import create_order, pay_with_paypal
from tests.orders.discounted import create_member
from tests.orders.event_dates import create_date
from tests.support.factories import VoucherFactory
from tests.support.messages import delivered, html_of
from tests.support.paid_orders import create_paid_order

pytestmark = pytest.mark.django_db
STAYS = "Your gift of $5.00 stays with Second Harvest. Want it back? Reply within 30 days."


@pytest.fixture(autouse=True)
def charity():
    ShopSettings.objects.create(pk=ShopSettings.ONLY, charity="Second Harvest")


def test_the_confirmation_lists_discounts_and_the_gift(as_visitor, visitor, paypal):
    create_member(visitor)
    VoucherFactory(code="SPRING", value=10)
    date = create_date(member_price="10.00")
    pay_with_paypal(paypal, as_visitor, create_order(as_visitor, date, voucher="SPRING", giftPrice=0.23))

    (message,) = delivered("order_paid")

    for text in ("Before discounts", "$24.00", "Member price", "−$2.00", "Code SPRING", "−$2.20", "$19.80"):
        assert text in message.body
        assert text in html_of(message)
    assert "Gift to Second Harvest: $0.23\nTotal: $23.00" in message.body
    assert "Gift to Second Harvest" in html_of(message)


def test_a_gift_alone_is_confirmed_without_a_ticket(as_visitor, paypal):
    order = create_paid_order(paypal, as_visitor, gift=25)

    (message,) = delivered("order_paid")

    assert message.subject.startswith(f"Thank you for your gift ({order['number']})")
    assert "Thank you for your gift to Second Harvest!" in message.body
    assert "Gift to Second Harvest: $25.00\nTotal: $25.00" in message.body
    for text in (message.body, html_of(message)):
        assert "seats" not in text
        assert "ticket" not in text.replace("This is not a tax receipt.", "")
        assert order["_id"] in text


@pytest.mark.parametrize(("hours", "kind"), [(48, "date_off"), (0, "date_cancelled")])
def test_a_canceled_date_leaves_the_gift_with_the_charity(as_visitor, as_admin, paypal, hours, kind):
    date = create_date()
    create_paid_order(paypal, as_visitor, date, gift=5)
    call_off(as_admin, date, answerHours=hours)
    process_date_changes()

    (message,) = delivered(kind)

    assert STAYS in message.body
    assert STAYS in html_of(message)
