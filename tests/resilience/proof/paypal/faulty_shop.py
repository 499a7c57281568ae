"""A running shop whose PayPal is faulty, with buyers who place random carts and try again until they have paid."""

import time
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import Any, Self

import requests

from tests.resilience.proof.paypal.faults import Fault
from tests.resilience.proof.paypal.incidents import TRIES, Order, skip_retry_pauses
from tests.resilience.proof.paypal.outcome import Outcome, find_violations
from tests.support.servers.running_shop import Client, RunningShop
from tests.support.shopping import Shopper, next_week
from tests.support.waiting import eventually

PRICES = ("7.35", "12.00", "19.99")  # USD; with 15 % tax, cents have to be rounded
NOT_CHARGED_YET = (409, 503)
STATUSES = ("held", "capturing", "review", "paid", "partly_refunded", "refunded", "refund_due", "cancelled")
AT_ONCE = 4  # buyers
MAX_EXTRA_UPKEEPS = 3
DELIVERY_TIMEOUT = 180  # seconds until all of PayPal's webhooks are delivered


class FaultyShop:
    """Has three events, and receives all of PayPal's webhooks."""

    def __init__(self, seed: int) -> None:
        flags = {"PAYPAL_TIMEOUT": "1", "MAX_HELD_ORDERS": "100000"}
        self.shop = RunningShop(webhooks=True, flags=flags, hooks={"HOOK_NO_PATIENCE": "1"})
        self.seed = seed
        self.events: list[dict[str, Any]] = []

    def __enter__(self) -> Self:
        self.shop.__enter__()
        for number, price in enumerate(PRICES):
            fields = {"name": f"Event {number}", "price": price, "maximumEventCapacity": 100_000}
            self.events.append(self.shop.add_event(**fields, **next_week()))
        return self

    def __exit__(self, *error: Any) -> None:
        self.shop.__exit__(*error)

    # --- Buyers ----------------------------------------------------------------------------------------------------

    def run_fault(self, fault: Fault, buyers: Sequence[Client]) -> Outcome:
        """Let each buyer place an order that meets the fault."""
        outcome = Outcome(fault)
        numbered = [(buyer, Random(f"{self.seed} {fault.name} {number}")) for number, buyer in enumerate(buyers)]
        with ThreadPoolExecutor(AT_ONCE) as pool:
            list(pool.map(lambda one: self.buy(outcome, *one), numbered))
        return outcome

    def buy(self, outcome: Outcome, client: Client, random: Random) -> None:
        order = self.place(client, random)
        outcome.orders[order["_id"]] = client
        outcome.answers[order["_id"]] = []
        try:
            self.check_out(outcome, client, order, random)
        except Exception as wrong:  # a violation, and the other orders still run
            outcome.violations.append(f"{outcome.fault.name}: order {order['_id']}: {wrong!r}")

    def check_out(self, outcome: Outcome, client: Client, order: Order, random: Random) -> None:
        """Create the PayPal order, approve it and pay. The buyer tries again what fails."""
        fault, buyer, answers = outcome.fault, Shopper(self.shop, client), outcome.answers[order["_id"]]
        fault.arm(self.shop, order)
        for _ in range(TRIES):  # a declined payment needs a new order at PayPal
            opened = self.retry_call(outcome, answers, client, "POST", f"/api/orders/{order['_id']}/paypal")
            if not opened:
                break
            if not self.is_captured(order):  # PayPal's window would say that the order is paid
                buyer.approve(opened["id"])
                fault.before_paying(self.shop, order)
            if fault.leaves:
                break
            answers += self.pay(outcome, client, order, opened["id"], random)
            if buyer.look(order)["status"] not in ("held", "expired"):
                break
        fault.afterwards(self.shop, order)

    def is_captured(self, order: Any) -> bool:
        """Return whether PayPal has captured, even if the shop didn't wait long enough to see it."""
        statuses, captures = ("COMPLETED", "PENDING"), self.shop.at_paypal()["captures"]
        return any(one["custom_id"] == order["_id"] and one["status"] in statuses for one in captures)

    def place(self, client: Client, random: Random) -> dict[str, Any]:
        chosen = random.sample(self.events, random.randint(1, len(self.events)))
        items = [
            {
                "_id": event["_id"],
                "bookings": [{"bookingDate": event["startTime"], "reservationSeats": {"qty": random.randint(1, 4)}}],
            }
            for event in chosen
        ]
        answer = client.call("POST", "/api/orders", {"orderItems": items})
        assert answer.status_code == 201, answer.text
        return dict(answer.json())

    def pay(self, outcome: Outcome, client: Client, order: Any, paypal_order_id: str, random: Random) -> list[str]:
        """Pay in one window, or at random in two at once."""
        times = random.choice([1, 1, 2])
        call = ("PUT", f"/api/orders/{order['_id']}/pay", {"id": paypal_order_id})
        with ThreadPoolExecutor(times) as pool:
            clients = [Client(self.shop.url, client.http.cookies["sessionid"]) for _ in range(times)]
            answers = list(pool.map(lambda one: one.call(*call), clients))
        return [self.judge_answer(outcome, answer) for answer in answers]

    def retry_call(
        self, outcome: Outcome, answers: list[str], client: Client, method: str, path: str
    ) -> dict[str, Any] | None:
        """Repeat the call until it succeeds. Return None if it was refused every time."""
        for tries in range(1, TRIES + 1):
            answer = client.call(method, path)
            if answer.ok:
                return dict(answer.json())
            answers.append(self.judge_answer(outcome, answer))
            if tries > TRIES / 2:  # on a busy machine PayPal may answer late several times in a row
                time.sleep(1)
        return None

    def judge_answer(self, outcome: Outcome, answer: requests.Response) -> str:
        """Check that the answer tells the buyer what happens next. Return a summary for the table."""
        body = answer.json() if "json" in answer.headers.get("Content-Type", "") else {}
        if answer.ok:
            if body.get("status") not in STATUSES:
                outcome.violations.append(f"{answer.status_code} without a known status: {answer.text[:200]}")
            return str(body.get("status"))
        sentence = str(body.get("message") or "")
        if answer.status_code not in NOT_CHARGED_YET or not sentence.endswith("."):
            outcome.violations.append(f"{answer.status_code} without a sentence: {answer.text[:200]}")
        if outcome.fault.is_charged and "nothing was charged" in sentence.lower():
            outcome.violations.append(f"{answer.status_code} is wrong that nothing was charged: {sentence}")
        if answer.status_code == 503 and not answer.headers.get("Retry-After"):
            outcome.violations.append("503 without Retry-After")
        return f"{answer.status_code} {body.get('code')}"

    # --- The end of the faults -------------------------------------------------------------------------------------

    def end_faults(self, outcomes: Sequence[Outcome]) -> None:
        """Let PayPal finish what is in progress and deliver its webhooks, then run upkeep twice at once.

        A fault that no call met shows nothing, and is a violation.
        """
        self.deliver_webhooks()
        armed = {fault["order"]: fault for fault in self.shop.at_paypal()["faults"]}
        for outcome in outcomes:
            fault = outcome.fault
            unmet = [order for order in outcome.orders if order in armed and armed[order]["times"] == fault.times]
            outcome.violations += [f"{fault.name}: order {order} never met its fault" for order in unmet]
        self.shop.control("faults/clear")
        self.shop.control("in-progress/finish")
        self.deliver_webhooks()
        skip_retry_pauses(self.shop)
        with ThreadPoolExecutor(2) as pool:
            list(pool.map(self.shop.manage, ["upkeep"] * 2))
        self.deliver_webhooks()

    def deliver_webhooks(self) -> None:
        """Deliver refused webhooks again, as PayPal does for three days, without the limit on verifications."""
        assert eventually(self.has_delivered_all, DELIVERY_TIMEOUT), "PayPal's webhooks are not accepted"
        self.shop.rows("DELETE FROM charityshop_counter")
        for event in self.shop.at_paypal()["webhooks"]:
            if event["status"] == "failed":
                self.shop.control(f"webhooks/{event['id']}/redeliver")

    def has_delivered_all(self) -> bool:
        return all(event["status"] != "pending" for event in self.shop.at_paypal()["webhooks"])

    def judge(self, outcome: Outcome) -> None:
        """Note every violation of the fault's row.

        On a busy machine PayPal may answer upkeep late too. Then it runs again, as it does every minute.
        """
        for _ in range(MAX_EXTRA_UPKEEPS):
            if set(outcome.get_statuses().values()) <= {outcome.fault.ends}:
                break
            self.shop.manage("upkeep")
        for public_id, status in outcome.get_statuses().items():
            if status != outcome.fault.ends:
                answers = Counter(outcome.answers[public_id])
                outcome.violations.append(
                    f"{outcome.fault.name}: order {public_id} ended {status}, not {outcome.fault.ends}; its buyer was "
                    f"answered {dict(answers)}"
                )
        outcome.violations += find_violations(self.shop, outcome)
