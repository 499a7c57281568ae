"""Negative controls: without a safeguard, the tests about seats and money must find the harm that it prevents.

Each test passes only if the sabotaged shop does that harm and `check_books` reports it. A race test that cannot fail
would prove nothing.
"""

from collections import Counter
from decimal import Decimal

import pytest

from tests.resilience.races.concurrent_buyers import buy_at_once, count_seats_sold, find_violations
from tests.support.servers.running_shop import RunningShop
from tests.support.shopping import Shopper, next_week

pytestmark = [pytest.mark.race, pytest.mark.django_db(transaction=True)]

BUYERS, SEATS, AT_ONCE = 24, 4, 8


def test_without_the_lock_more_seats_are_sold_than_are_available():
    with RunningShop(servers=2, sabotage={"SABOTAGE_NO_LOCK": "1"}) as shop:
        event = shop.add_event(name="Friday Draft", price=12, maximumEventCapacity=SEATS, **next_week())

        answers = buy_at_once(shop.crowd(BUYERS), event, at_once=AT_ONCE)

        assert count_seats_sold(answers) > SEATS, Counter(answer.status for answer in answers)
        assert any("seats were sold" in violation for violation in find_violations(shop, event, answers))
        with pytest.raises(AssertionError, match=rf"seats are taken, and there are {SEATS}"):
            shop.check_books()


def test_without_stored_keys_a_refund_whose_answer_was_lost_is_paid_twice():
    """Only refunds: PayPal refuses a second capture of a PayPal order itself, whatever its key."""
    with RunningShop(sabotage={"SABOTAGE_NO_STORED_KEYS": "1"}) as shop:
        event = shop.add_event(name="Friday Draft", price=20, maximumEventCapacity=SEATS, **next_week())
        order = Shopper(shop, shop.crowd(1)[0]).buy(event, seats=2)
        shop.control("faults", call="refund", kind="error_500_after", times=1)

        refunded = shop.as_staff().call("POST", f"/api/orders/{order['_id']}/refund", {"amount": 5, "reason": "Late"})

        assert refunded.json()["refundedPrice"] == 5
        assert [Decimal(refund["amount"]["value"]) for refund in shop.at_paypal()["refunds"]] == [5, 5]
        with pytest.raises(AssertionError, match=r"PayPal refunded 5\.00 USD .* and the shop has no record of it"):
            shop.check_books("--paypal")


def test_a_webhook_that_settles_again_refunds_a_paid_order():
    with RunningShop(sabotage={"SABOTAGE_SETTLE_AGAIN": "1"}, webhooks=True) as shop:
        event = shop.add_event(name="Friday Draft", price=20, maximumEventCapacity=SEATS, **next_week())
        shop.control("webhooks/hold", held=True)
        Shopper(shop, shop.crowd(1)[0]).buy(event, seats=2)
        sent = shop.at_paypal()["webhooks"]
        (webhook,) = [each for each in sent if each["event"]["event_type"].endswith("COMPLETED")]

        shop.control(f"webhooks/{webhook['id']}/redeliver", times=2)

        assert shop.at_paypal()["refunds"], "nothing was settled a second time"
        with pytest.raises(AssertionError, match="it is paid, and should have captured"):
            shop.check_books()
