"""PayPal refuses the shop's credentials for a while: nothing may be decided until it accepts them again.

Meanwhile buyers open and pay, staff refund, and PayPal captures and refunds money that only its webhooks report.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import requests

from tests.resilience.proof.consistency import find_inconsistencies
from tests.resilience.proof.paypal.incidents import get_capture, get_refund_statuses, refund_by_staff, skip_retry_pauses
from tests.resilience.proof.paypal.webhooks import reset_verification_limit
from tests.support.servers.running_shop import UNHURRIED, Client, RunningShop
from tests.support.shopping import Shopper, next_week
from tests.support.waiting import eventually

BUYERS_PER_STAGE = 2
MANY = 100_000  # calls
REFUSALS = {  # ways to refuse credentials, as the simulator takes them
    "401": ("rules", {"credentials_accepted": False}),
    "403": ("faults", {"call": "any", "kind": "forbidden_403_before", "times": MANY}),
    "403 for look-ups alone": ("faults", {"call": "get", "kind": "forbidden_403_before", "times": MANY}),
}
DELIVERY_TIMEOUT = 180  # seconds until PayPal stops sending a webhook again


@dataclass(slots=True)
class Case:
    """One buyer's order, and its stage when the outage begins."""

    stage: "Stage"
    shopper: Shopper
    order: dict[str, Any]
    paypal_order_id: str = ""


@dataclass(frozen=True, slots=True)
class Stage:
    """What happens to an order before, during and after the outage, and its status in the end."""

    name: str
    ends: str
    before: Callable[[RunningShop, Case], None]
    during: Callable[[RunningShop, Case], requests.Response | None]
    afterwards: Callable[[RunningShop, Case], None]
    is_in_doubt: bool = False  # the shop tries again and again, and staff are shown that it does


@dataclass(slots=True)
class Outage:
    shop: RunningShop
    refusal: str
    cases: list[Case]
    violations: list[str] = field(default_factory=list)

    def run(self) -> list[str]:
        for case in self.cases:
            case.stage.before(self.shop, case)
        self.shop.control("webhooks/hold", held=False)
        self.wait_for_webhooks()
        stored = self.list_webhooks()
        self.begin()
        self.run_during()
        self.check_webhooks(stored)
        self.end()
        for case in self.cases:
            case.stage.afterwards(self.shop, case)
        self.shop.manage("upkeep")
        return [*self.violations, *self.find_wrong_ends(), *self.find_unfinished(), *find_inconsistencies(self.shop)]

    def begin(self) -> None:
        path, body = REFUSALS[self.refusal]
        self.shop.control(path, **body)

    def run_during(self) -> None:
        for case in self.cases:
            try:
                answer = case.stage.during(self.shop, case)
            except AssertionError as wrong:
                answer = None
                self.violations.append(f"{case.stage.name}: {wrong}")
            if answer is not None and not is_undecided(answer):
                self.violations.append(f"{case.stage.name}: {answer.status_code} {answer.text[:200]}")
        in_doubt = {case.order["_id"] for case in self.cases if case.stage.is_in_doubt}
        for number in range(3):
            if shown := self.shown_to_staff() & in_doubt:
                self.violations.append(f"after {number} runs of upkeep staff were shown {shown}")
            self.shop.manage("upkeep")
        if self.refusal in ("401", "403") and not in_doubt <= self.shown_to_staff():
            self.violations.append("after the third run of upkeep staff were not shown what is in doubt")
        self.wait_for_webhooks()

    def shown_to_staff(self) -> set[str]:
        items = self.shop.as_staff().call("GET", "/api/orders/attention").json()
        return {item["_id"] for item in items if item["kind"] == "stuck"}

    def check_webhooks(self, before: dict[str, bool]) -> None:
        """Unverified webhooks must not be stored, and unprocessed ones must not be marked as settled."""
        new = {event_id: done for event_id, done in self.list_webhooks().items() if event_id not in before}
        if self.refusal in ("401", "403") and new:
            self.violations.append(f"{len(new)} webhooks were stored that could not be verified")
        if any(new.values()):
            self.violations.append(f"{sum(new.values())} webhooks are marked as settled that could not be processed")

    def end(self) -> None:
        """PayPal accepts the credentials, and sends refused webhooks again after some minutes."""
        self.shop.control("rules", credentials_accepted=True)
        self.shop.control("faults/clear")
        reset_verification_limit(self.shop)
        skip_retry_pauses(self.shop)
        for event in self.shop.at_paypal()["webhooks"]:
            if event["status"] == "failed":
                self.shop.control(f"webhooks/{event['id']}/redeliver")

    def wait_for_webhooks(self) -> None:
        assert eventually(self.has_sent_everything, DELIVERY_TIMEOUT), "PayPal still sends webhooks"

    def has_sent_everything(self) -> bool:
        return all(event["status"] != "pending" for event in self.shop.at_paypal()["webhooks"])

    def list_webhooks(self) -> dict[str, bool]:
        """Return for each stored webhook's ID whether it is settled."""
        rows = self.shop.rows("SELECT event_id, settled_at FROM orders_webhookevent")
        return {event_id: settled_at is not None for event_id, settled_at in rows}

    def find_wrong_ends(self) -> list[str]:
        statuses = [(case, case.shopper.look(case.order)["status"]) for case in self.cases]
        return [
            f"{case.stage.name}: order {case.order['_id']} ended {status}, not {case.stage.ends}"
            for case, status in statuses
            if status != case.stage.ends
        ]

    def find_unfinished(self) -> list[str]:
        stored = self.list_webhooks()
        missing = [event["id"] for event in self.shop.at_paypal()["webhooks"] if not stored.get(event["id"])]
        stuck = self.shown_to_staff()
        violations = [f"webhooks were never settled: {missing}"] * bool(missing)
        return violations + [f"staff are still shown {stuck}"] * bool(stuck)


def is_undecided(answer: requests.Response) -> bool:
    """Return whether the call worked or asks the buyer to wait, without saying how the payment ended."""
    if answer.ok:
        return True
    message = str(answer.json().get("message"))
    waits = answer.status_code == 503 and bool(answer.headers.get("Retry-After"))
    return waits and message.endswith(".") and "nothing was charged" not in message.lower()


# --- The stages ----------------------------------------------------------------------------------------------------


def wait(shop: RunningShop, case: Case) -> None:
    """The buyer does nothing."""


def open_and_approve(shop: RunningShop, case: Case) -> None:
    case.paypal_order_id = case.shopper.open_at_paypal(case.order)
    case.shopper.approve(case.paypal_order_id)


def buy(shop: RunningShop, case: Case) -> None:
    open_and_approve(shop, case)
    pay_now(shop, case)


def pay_now(shop: RunningShop, case: Case) -> None:
    case.shopper.pay(case.order, case.paypal_order_id)


def pay_without_answer(shop: RunningShop, case: Case) -> None:
    """The capture never takes effect, which the shop cannot see."""
    open_and_approve(shop, case)
    kind = "previous_request_in_progress"
    shop.control("faults", call="capture", kind=kind, order=case.order["_id"], times=2)
    pay_now(shop, case)


def try_to_open(shop: RunningShop, case: Case) -> requests.Response:
    return case.shopper.client.call("POST", f"/api/orders/{case.order['_id']}/paypal")


def try_to_pay(shop: RunningShop, case: Case) -> requests.Response:
    return case.shopper.client.call("PUT", f"/api/orders/{case.order['_id']}/pay", {"id": case.paypal_order_id})


def capture_at_paypal(shop: RunningShop, case: Case) -> None:
    shop.control(f"orders/{case.paypal_order_id}/capture")


def refund_at_paypal(shop: RunningShop, case: Case) -> None:
    amount = {"currency_code": "USD", "value": "2.00"}
    shop.control(f"captures/{get_capture(shop, case.order)['id']}/refund", amount=amount)


def refund_by_staff_during(shop: RunningShop, case: Case) -> None:
    refund_by_staff(shop, case.order)
    assert get_refund_statuses(shop, case.order) != ["failed"], "a refund failed that PayPal never refused"


STAGES = [
    Stage("placed", "paid", wait, try_to_open, buy),
    Stage("approved", "paid", open_and_approve, try_to_pay, pay_now),
    Stage("captured without answer", "paid", pay_without_answer, try_to_pay, wait, is_in_doubt=True),
    Stage("captured at PayPal during the outage", "paid", open_and_approve, capture_at_paypal, wait),
    Stage("refunded during the outage", "partly_refunded", buy, refund_by_staff_during, wait, is_in_doubt=True),
    Stage("refunded at PayPal during the outage", "partly_refunded", buy, refund_at_paypal, wait),
]


def refuse_credentials(refusal: str, *, sabotage: str = "") -> list[str]:
    """Return a sentence for each violation."""
    broken = {"SABOTAGE_NO_PATIENCE": "1"} | ({sabotage: "1"} if sabotage else {})
    with RunningShop(webhooks=True, flags=UNHURRIED, sabotage=broken) as shop:
        shop.control("webhooks/hold", held=True)
        event = shop.add_event(name="Friday Draft", price="12.00", maximumEventCapacity=1000, **next_week())
        buyers = iter(shop.crowd(BUYERS_PER_STAGE * len(STAGES)))
        cases = [begin(shop, event, stage, next(buyers)) for stage in STAGES for _ in range(BUYERS_PER_STAGE)]
        return [f"{refusal}: {violation}" for violation in Outage(shop, refusal, cases).run()]


def begin(shop: RunningShop, event: dict[str, Any], stage: Stage, buyer: Client) -> Case:
    shopper = Shopper(shop, buyer)
    return Case(stage, shopper, shopper.place(event))
