"""The type of a row in the table of PayPal's faults."""

from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from tests.resilience.proof.paypal.incidents import Incident, Order, do_nothing
from tests.support.servers.running_shop import RunningShop


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault of PayPal's, which is armed for one order, and the outcome that it must have."""

    name: str
    call: str = ""
    kind: str = ""
    times: int = 1
    options: dict[str, Any] = field(default_factory=dict)
    is_alone: bool = False  # one order after the other: the upkeep of one would retry the refund of another
    own_event: bool = False  # with OWN_SEATS seats, for this order alone
    before_opening: Incident = do_nothing
    before_paying: Incident = do_nothing
    leaves: bool = False  # the buyer closes the page without paying
    afterwards: Incident = do_nothing
    ends: frozenset[str] = frozenset({"paid"})
    mails: frozenset[str] = frozenset()  # the buyer gets one of each of these kinds
    clicks: int = 0  # how often the buyer presses the button at once; 0 is once or twice, at random
    is_opened_once: bool = False  # one PayPal order exists in the end, however often the call was made
    is_charged: bool = False  # the money is captured, or will be: no answer may say that nothing was charged
    refunded: Decimal | None = None  # the amount that PayPal refunds in all, however often the call was made
    surplus_is_refunded: bool = False  # however often PayPal captured, it retains the order's price once
    shown_to_staff: bool = False  # the order is on the list of what needs attention
    seats_stay: bool = False  # every booking is still confirmed, even if the money is gone

    def arm(self, shop: RunningShop, order: Order) -> None:
        if self.call:
            named = {"order": order["_id"], **self.options}
            shop.control("faults", call=self.call, kind=self.kind, times=self.times, **named)


def ends(*statuses: str) -> frozenset[str]:
    return frozenset(statuses)
