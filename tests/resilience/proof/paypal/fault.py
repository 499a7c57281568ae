"""One row of the table of PayPal's faults."""

from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from tests.resilience.proof.paypal.incidents import Afterwards, Order, nothing
from tests.support.servers.running_shop import RunningShop


@dataclass(frozen=True, slots=True)
class Fault:
    """One row of the table. The fault is armed for this one order before its buyer goes on."""

    name: str
    call: str = ""
    kind: str = ""
    times: int = 1
    more: dict[str, Any] = field(default_factory=dict)
    approved_late: bool = False
    own_night: bool = False  # with OWN_SEATS seats, for this order alone
    before_opening: Afterwards = nothing
    before_paying: Afterwards = nothing
    leaves: bool = False  # the buyer closes the page and never pays by it
    afterwards: Afterwards = nothing
    ends: frozenset[str] = frozenset({"paid"})
    mails: frozenset[str] = frozenset()  # each of these kinds reaches the buyer, once
    unwanted_mails: frozenset[str] = frozenset()  # none of these does
    clicks: int = 0  # how often at once the buyer presses the button; 0 is once or twice, by chance
    is_opened_once: bool = False  # there is one PayPal order in the end, however often the call was made
    is_charged: bool = False  # the money is taken, or will be: nobody may read that nothing was charged
    goes_back: Decimal | None = None  # this much is given back at PayPal in all, however often somebody asked for it
    surplus_goes_back: bool = False  # however often it was captured, PayPal keeps the order's price once
    shown_to_staff: bool = False  # it stands on the staff's list
    seats_stay: bool = False  # every booking is still confirmed, whatever became of the money

    def arm(self, shop: RunningShop, order: Order) -> None:
        if self.call in ("verify", "transactions"):  # no order's name is in these calls
            shop.control("faults", call=self.call, kind=self.kind, times=self.times, **self.more)
        elif self.call:
            shop.control("faults", call=self.call, kind=self.kind, times=self.times, order=order["_id"], **self.more)


def ends(*statuses: str) -> frozenset[str]:
    return frozenset(statuses)
