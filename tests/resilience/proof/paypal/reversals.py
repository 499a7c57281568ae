"""Reversals, chargebacks and disputes: PayPal or a bank takes the money of a captured payment."""

from tests.resilience.proof.paypal.incidents import Incident, Order, get_capture, lose_webhooks
from tests.support.servers.running_shop import RunningShop


def reverse_capture(action: str, **options: object) -> Incident:
    """PayPal or a bank takes the money; `options` say where that is visible."""
    return lambda shop, order: shop.control(f"captures/{get_capture(shop, order)['id']}/{action}", **options) and None


def dispute_silently(shop: RunningShop, order: Order) -> None:
    """PayPal's webhook is lost: only the hold in its record shows the case."""
    lose_webhooks(shop, order, 1)
    shop.control(f"captures/{get_capture(shop, order)['id']}/dispute", hold=True)


def dispute_capture(outcome: str = "", *, channel: str = "INTERNAL", **options: object) -> Incident:
    """The buyer opens a case, and PayPal holds the money meanwhile. Without an outcome it stays open."""

    def act(shop: RunningShop, order: Order) -> None:
        capture_id = get_capture(shop, order)["id"]
        case = shop.control(f"captures/{capture_id}/dispute", hold=True, channel=channel)["dispute_id"]
        if outcome:
            shop.control(f"disputes/{case}/update", stage="CHARGEBACK", status="UNDER_REVIEW")
            shop.control(f"disputes/{case}/resolve", outcome=outcome, **options)

    return act
