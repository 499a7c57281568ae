"""PayPal's webhooks in every order, each twice, before and after the buyer's own call, with forged ones among them.

Whichever comes first, and however often: one settlement, one thank-you, each refund once; a forged webhook is answered
400 and leaves no trace. Every kind of webhook is written in every spelling.
"""

from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import permutations
from threading import Lock
from typing import Any

import requests

from paypal_simulator.web.spellings import SPELLINGS
from tests.resilience.proof.consistency import disagreements
from tests.resilience.proof.paypal.incidents import capture_elsewhere, capture_of
from tests.resilience.proof.result import Result
from tests.support.servers.running_shop import Client, RunningShop
from tests.support.shopping import Shopper, next_week

TYPES = {
    "approved": "CHECKOUT.ORDER.APPROVED",
    "completed": "PAYMENT.CAPTURE.COMPLETED",
    "refunded": "PAYMENT.CAPTURE.REFUNDED",
    "reversed": "PAYMENT.CAPTURE.REVERSED",
}
HAPPENS = tuple(TYPES)  # at PayPal, in this order, whatever order the messages take
A_PART = {"currency_code": "USD", "value": "2.00"}
AT_ONCE = 4
SENT_AGAIN = 5  # times, where the shop answers 503; PayPal itself tries for three days
WRITTEN = sorted(SPELLINGS)
# A reversal that the shop sees in the order before PayPal calls it one is told to the buyer like a refund.
MAILS = [{"order_paid": 1, "order_refunded": number} for number in (1, 2)]


@dataclass(frozen=True, slots=True)
class Telling:
    """One way for the messages to come: in which order, and before which of them (4: after all) the buyer pays."""

    messages: tuple[str, ...]
    pays_at: int
    is_prompt: bool  # told while the rest has not happened yet, as far as that is possible

    def __str__(self) -> str:
        words = [*self.messages[: self.pays_at], "PAY", *self.messages[self.pays_at :]]
        return f"{', '.join(words)} ({'promptly' if self.is_prompt else 'after everything'})"


TELLINGS = [
    Telling(messages, pays_at, is_prompt)
    for messages in permutations(TYPES)
    for pays_at in range(len(TYPES) + 1)
    for is_prompt in (True, False)
]
NUMBERS = {telling: number for number, telling in enumerate(TELLINGS)}
one_reset = Lock()  # two at once could lock the same rows in another order


class OneOrder:
    """One buyer's order, what has happened to it at PayPal, and what the shop has been told."""

    def __init__(self, shop: RunningShop, buyer: Client, night: dict[str, Any], telling: Telling) -> None:
        self.shop = shop
        self.telling = telling
        self.buyer = Shopper(shop, buyer)
        self.order = self.buyer.place(night, seats=1)
        self.paypal_order_id = self.buyer.open_at_paypal(self.order)
        self.happened: list[str] = []
        self.wrong: list[str] = []
        self.sent_again = 0

    def live(self) -> "OneOrder":
        try:
            self.live_through()
        except requests.HTTPError as refused:  # of money that the shop has given back by mistake, say
            self.wrong.append(f"it went another way at PayPal: {refused}")
        return self

    def live_through(self) -> None:
        told = self.telling.messages
        if not self.telling.is_prompt and self.telling.pays_at:
            self.let_happen("reversed")
        for number, kind in enumerate(told):
            if number == self.telling.pays_at:
                self.pay()
            self.let_happen(kind if self.telling.is_prompt else "reversed")
            self.tell(kind)
        if self.telling.pays_at == len(told):
            self.pay()
        for kind in reversed(told):
            self.control(self.message(kind), times=1)

    def let_happen(self, until: str) -> None:
        for what in HAPPENS[: HAPPENS.index(until) + 1]:
            if what not in self.happened:
                self.happened.append(what)
                self.happen(what)

    def happen(self, what: str) -> None:
        if what == "approved":
            self.buyer.approve(self.paypal_order_id)
        elif what == "completed":
            capture_elsewhere(self.shop, self.order)
        elif what == "refunded":
            self.shop.control(f"captures/{self.capture_id}/refund", amount=A_PART)
        else:
            self.shop.control(f"captures/{self.capture_id}/reverse")

    @property
    def capture_id(self) -> str:
        return str(capture_of(self.shop, self.order)["id"])

    def pay(self) -> None:
        self.let_happen("approved")
        answer = self.buyer.client.call("PUT", f"/api/orders/{self.order['_id']}/pay", {"id": self.paypal_order_id})
        self.happened += [] if "completed" in self.happened else ["completed"]
        if not answer.ok:
            self.wrong.append(f"pay was answered {answer.status_code} {answer.text[:200]}")

    def tell(self, kind: str) -> None:
        """Twice, after two forgeries of the same webhook."""
        message, spelling = self.message(kind), self.spelling(kind)
        for tamper in ("signature", "body"):
            if not self.control(message, tamper=tamper, spelling=spelling)["last"].startswith("400"):
                self.wrong.append(f"a forged {kind} was not refused")
        forget_failed_verifications(self.shop)
        if self.shop.rows(f"SELECT 1 FROM orders_webhookevent WHERE event_id = '{message}'"):
            self.wrong.append(f"a forged {kind} was stored")
        for _ in range(2):
            answer = self.send(message, spelling)
            if not answer.startswith("200"):
                self.wrong.append(f"{kind}, {spelling}, was not taken: {answer}")

    def send(self, message: str, spelling: str) -> str:
        """Send a webhook until the shop can handle it, as PayPal does. Returns the last answer."""
        answer = self.control(message, spelling=spelling)["last"]
        for _ in range(SENT_AGAIN):
            if not answer.startswith("503"):
                break
            self.sent_again += 1
            forget_failed_verifications(self.shop)
            answer = self.control(message, spelling=spelling)["last"]
        return str(answer)

    def spelling(self, kind: str) -> str:
        """Another one for each order and kind, so that every fourth order has every kind in every spelling."""
        return WRITTEN[(NUMBERS[self.telling] // 4 + 3 * HAPPENS.index(kind)) % len(WRITTEN)]

    def control(self, message: str, **how: object) -> dict[str, Any]:
        return self.shop.control(f"webhooks/{message}/redeliver", **how)

    def message(self, kind: str) -> str:
        about = (self.order["_id"], self.paypal_order_id)
        return next(
            str(sent["id"])
            for sent in self.shop.at_paypal()["webhooks"]
            if sent["event"]["event_type"] == TYPES[kind] and any(name in str(sent["event"]) for name in about)
        )


def forget_failed_verifications(shop: RunningShop) -> None:
    """As if ten minutes went by: here nothing is to be limited.

    The rows stay. A count takes two statements on PostgreSQL, and one that loses its row between them is refused.
    """
    with one_reset:
        shop.rows("UPDATE charityshop_counter SET count = 0")


def tell_all(shop: RunningShop, tellings: Sequence[Telling]) -> Result:
    """Live through each. The shop's PayPal has to keep its webhooks back."""
    night = shop.add_event(name="Told Night", price="12.00", maximumEventCapacity=len(tellings), **next_week())
    with ThreadPoolExecutor(AT_ONCE) as pool:
        lived = list(
            pool.map(
                lambda one: OneOrder(shop, one[0], night, one[1]).live(),
                zip(shop.crowd(len(tellings)), tellings, strict=True),
            )
        )
    shop.manage("upkeep")
    wrong = [f"{one.telling}: {sentence}" for one in lived for sentence in [*one.wrong, *ends_wrong(one)]]
    found = Result({"orders of messages": len(lived)}, wrong + disagreements(shop))
    if sent_again := sum(one.sent_again for one in lived):
        found.count("answered 503 and sent again", sent_again)
    return found


def ends_wrong(one: OneOrder) -> list[str]:
    """One payment, each refund once, and each mail once."""
    order = f"(SELECT id FROM orders_order WHERE public_id = '{one.order['_id']}')"
    payments = one.shop.rows(f"SELECT 1 FROM orders_payment WHERE status = 'completed' AND order_id = {order}")
    refunds = one.shop.rows(f"SELECT 1 FROM orders_refund WHERE status = 'completed' AND order_id = {order}")
    address = f"(SELECT email FROM accounts_user WHERE id = (SELECT user_id FROM orders_order WHERE id = {order}))"
    mails = one.shop.rows(f'SELECT kind FROM charityshop_outgoingmail WHERE "to" = {address}')
    status = one.buyer.look(one.order)["status"]
    seen = (status, len(payments), len(refunds), dict(Counter(kind for (kind,) in mails)))
    return [] if seen[:3] == ("refunded", 1, 2) and seen[3] in MAILS else [f"status, payments, refunds, mails: {seen}"]
