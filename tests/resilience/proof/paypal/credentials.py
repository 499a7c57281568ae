"""PayPal refuses the shop's credentials for a while, and accepts them again: nothing is decided in between.

Meanwhile buyers open and pay, staff refund, and PayPal takes and gives back money that only its webhooks tell of.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import requests

from tests.resilience.proof.consistency import disagreements
from tests.resilience.proof.paypal.incidents import capture_of, let_pauses_go_by, refund_by_staff, refunds_shown
from tests.resilience.proof.paypal.webhooks import forget_failed_verifications
from tests.support.servers.running_shop import UNHURRIED, Client, RunningShop
from tests.support.shopping import Shopper, next_week
from tests.support.waiting import eventually

EACH = 2  # buyers at each stage
FOR_LONG = 100_000  # calls
REFUSED = {  # how PayPal refuses them, as the simulator is told
    "401": ("rules", {"credentials_accepted": False}),
    "403": ("faults", {"call": "any", "kind": "forbidden_403_before", "times": FOR_LONG}),
    "403 for look-ups alone": ("faults", {"call": "get", "kind": "forbidden_403_before", "times": FOR_LONG}),
}
SETTLED_WITHIN = 180  # seconds until PayPal stops sending a webhook again


@dataclass(slots=True)
class Case:
    """One buyer's order, which stage it is at when the credentials stop to work, and how it has to end."""

    stage: "Stage"
    shopper: Shopper
    order: dict[str, Any]
    paypal_order_id: str = ""


@dataclass(frozen=True, slots=True)
class Stage:
    """`before` and `meanwhile` say what is done to the order, `afterwards` what its buyer does once it works again."""

    name: str
    ends: str
    before: Callable[[RunningShop, Case], None]
    meanwhile: Callable[[RunningShop, Case], requests.Response | None]
    afterwards: Callable[[RunningShop, Case], None]
    is_in_doubt: bool = False  # the shop asks again and again, and staff see that it does


@dataclass(slots=True)
class Outage:
    shop: RunningShop
    way: str
    cases: list[Case]
    wrong: list[str] = field(default_factory=list)

    def live_through(self) -> list[str]:
        for case in self.cases:
            case.stage.before(self.shop, case)
        self.shop.control("webhooks/hold", held=False)
        self.wait_for_webhooks()
        known = self.stored_webhooks()
        self.begin()
        self.meanwhile()
        self.look_at_webhooks(known)
        self.end()
        for case in self.cases:
            case.stage.afterwards(self.shop, case)
        self.shop.manage("upkeep")
        return [*self.wrong, *self.wrong_ends(), *self.unfinished(), *disagreements(self.shop)]

    def begin(self) -> None:
        path, body = REFUSED[self.way]
        self.shop.control(path, **body)

    def meanwhile(self) -> None:
        for case in self.cases:
            try:
                answer = case.stage.meanwhile(self.shop, case)
            except AssertionError as wrong:
                answer = None
                self.wrong.append(f"{case.stage.name}: {wrong}")
            if answer is not None and not is_patient(answer):
                self.wrong.append(f"{case.stage.name}: {answer.status_code} {answer.text[:200]}")
        in_doubt = {case.order["_id"] for case in self.cases if case.stage.is_in_doubt}
        for number in range(3):
            if shown := self.shown_to_staff() & in_doubt:
                self.wrong.append(f"after {number} runs of upkeep staff were shown {shown}")
            self.shop.manage("upkeep")
        if self.way in ("401", "403") and not in_doubt <= self.shown_to_staff():
            self.wrong.append("after the third run of upkeep staff were not shown what is in doubt")
        self.wait_for_webhooks()

    def shown_to_staff(self) -> set[str]:
        matters = self.shop.as_staff().call("GET", "/api/orders/attention").json()
        return {matter["_id"] for matter in matters if matter["kind"] == "stuck"}

    def look_at_webhooks(self, known: dict[str, bool]) -> None:
        """What cannot be verified is not stored; what cannot be processed is stored, and not settled."""
        heard = {event_id: done for event_id, done in self.stored_webhooks().items() if event_id not in known}
        if self.way in ("401", "403") and heard:
            self.wrong.append(f"{len(heard)} webhooks were stored that nobody could verify")
        if any(heard.values()):
            self.wrong.append(f"{sum(heard.values())} webhooks count as settled that nobody could process")

    def end(self) -> None:
        """PayPal accepts the credentials, some minutes go by, and it sends again what was not taken."""
        self.shop.control("rules", credentials_accepted=True)
        self.shop.control("faults/clear")
        forget_failed_verifications(self.shop)
        let_pauses_go_by(self.shop)
        for event in self.shop.at_paypal()["webhooks"]:
            if event["status"] == "failed":
                self.shop.control(f"webhooks/{event['id']}/redeliver")

    def wait_for_webhooks(self) -> None:
        assert eventually(self.has_sent_everything, SETTLED_WITHIN), "PayPal goes on sending webhooks"

    def has_sent_everything(self) -> bool:
        return all(event["status"] != "pending" for event in self.shop.at_paypal()["webhooks"])

    def stored_webhooks(self) -> dict[str, bool]:
        """By its ID, whether a webhook is settled."""
        rows = self.shop.rows("SELECT event_id, settled_at FROM orders_webhookevent")
        return {event_id: settled_at is not None for event_id, settled_at in rows}

    def wrong_ends(self) -> list[str]:
        looks = [(case, case.shopper.look(case.order)["status"]) for case in self.cases]
        return [
            f"{case.stage.name}: order {case.order['_id']} ended {status}, not {case.stage.ends}"
            for case, status in looks
            if status != case.stage.ends
        ]

    def unfinished(self) -> list[str]:
        stored = self.stored_webhooks()
        missing = [event["id"] for event in self.shop.at_paypal()["webhooks"] if not stored.get(event["id"])]
        stuck = self.shown_to_staff()
        return [f"webhooks were never settled: {missing}"] * bool(missing) + [f"staff still see {stuck}"] * bool(stuck)


def is_patient(answer: requests.Response) -> bool:
    """It worked, or the buyer reads that it will: nobody is told how it ended."""
    if answer.ok:
        return True
    message = str(answer.json().get("message"))
    waits = answer.status_code == 503 and bool(answer.headers.get("Retry-After"))
    return waits and message.endswith(".") and "nothing was charged" not in message.lower()


# --- The stages ----------------------------------------------------------------------------------------------------


def nothing(shop: RunningShop, case: Case) -> None:
    """The buyer waits."""


def open_and_approve(shop: RunningShop, case: Case) -> None:
    case.paypal_order_id = case.shopper.open_at_paypal(case.order)
    case.shopper.approve(case.paypal_order_id)


def buy(shop: RunningShop, case: Case) -> None:
    open_and_approve(shop, case)
    pay_now(shop, case)


def pay_now(shop: RunningShop, case: Case) -> None:
    case.shopper.pay(case.order, case.paypal_order_id)


def pay_in_vain(shop: RunningShop, case: Case) -> None:
    """The capture never takes effect, and the shop cannot know."""
    open_and_approve(shop, case)
    kind = "previous_request_in_progress"
    shop.control("faults", call="capture", kind=kind, order=case.order["_id"], times=2)
    pay_now(shop, case)


def try_to_open(shop: RunningShop, case: Case) -> requests.Response:
    return case.shopper.client.call("POST", f"/api/orders/{case.order['_id']}/paypal")


def try_to_pay(shop: RunningShop, case: Case) -> requests.Response:
    return case.shopper.client.call("PUT", f"/api/orders/{case.order['_id']}/pay", {"id": case.paypal_order_id})


def captured_at_paypal(shop: RunningShop, case: Case) -> None:
    shop.control(f"orders/{case.paypal_order_id}/capture")


def refunded_at_paypal(shop: RunningShop, case: Case) -> None:
    amount = {"currency_code": "USD", "value": "2.00"}
    shop.control(f"captures/{capture_of(shop, case.order)['id']}/refund", amount=amount)


def ask_for_a_refund(shop: RunningShop, case: Case) -> None:
    refund_by_staff(shop, case.order)
    assert refunds_shown(shop, case.order) != ["failed"], "a refund failed that PayPal never refused"


STAGES = [
    Stage("placed", "paid", nothing, try_to_open, buy),
    Stage("approved", "paid", open_and_approve, try_to_pay, pay_now),
    Stage("captured without an answer", "paid", pay_in_vain, try_to_pay, nothing, is_in_doubt=True),
    Stage("captured at PayPal meanwhile", "paid", open_and_approve, captured_at_paypal, nothing),
    Stage("refunded meanwhile", "partly_refunded", buy, ask_for_a_refund, nothing, is_in_doubt=True),
    Stage("refunded at PayPal meanwhile", "partly_refunded", buy, refunded_at_paypal, nothing),
]


def lose_credentials(way: str, *, sabotage: str = "") -> list[str]:
    """A sentence for everything that went wrong."""
    broken = {"SABOTAGE_NO_PATIENCE": "1"} | ({sabotage: "1"} if sabotage else {})
    with RunningShop(webhooks=True, flags=UNHURRIED, sabotage=broken) as shop:
        shop.control("webhooks/hold", held=True)
        night = shop.add_event(name="Locked Night", price="12.00", maximumEventCapacity=1000, **next_week())
        buyers = iter(shop.crowd(EACH * len(STAGES)))
        cases = [begin(shop, night, stage, next(buyers)) for stage in STAGES for _ in range(EACH)]
        return [f"{way}: {sentence}" for sentence in Outage(shop, way, cases).live_through()]


def begin(shop: RunningShop, night: dict[str, Any], stage: Stage, buyer: Client) -> Case:
    shopper = Shopper(shop, buyer)
    return Case(stage, shopper, shopper.place(night))
