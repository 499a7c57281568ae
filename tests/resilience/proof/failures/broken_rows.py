"""One row of each kind cannot be written: the rows beside it are finished all the same, and staff see the broken one.

Each kind is the work of another loop: of upkeep, of reconciling with PayPal, of its webhooks and of its record.
"""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Any

from tests.resilience.proof.consistency import disagreements
from tests.resilience.proof.paypal.incidents import capture_of, let_pauses_go_by, let_the_hold_run_out, refund_by_staff
from tests.resilience.proof.result import Result
from tests.support.broken_rows import refused
from tests.support.servers.running_shop import UNHURRIED, Client, RunningShop
from tests.support.shopping import Shopper, next_week

SHOWN_AFTER = 3  # failures in a row
UNANSWERED = {"kind": "previous_request_in_progress", "times": 2}


@dataclass(slots=True)
class Case:
    kind: "Kind"
    shopper: Shopper
    order: dict[str, Any]
    row: str = ""  # as the shop's list of attempts names it
    shown_as: str = ""  # as the staff's list names it

    def status(self) -> str:
        return str(self.shopper.look(self.order)["status"])


@dataclass(frozen=True, slots=True)
class Kind:
    job: str  # that has to finish the row
    ends: str
    prepare: Callable[[RunningShop, Case], None]
    when: str  # the row is written
    condition: str  # of the broken row; {row} is the case's row


def take_order_id(shop: RunningShop, case: Case) -> None:
    let_the_hold_run_out(shop, case.order)
    case.row, case.shown_as = id_of(shop, case, "orders_order", "public_id = '{}'"), case.order["_id"]


def capture_without_an_answer(shop: RunningShop, case: Case) -> None:
    paypal_order_id = approve(shop, case)
    shop.control("faults", call="capture", order=case.order["_id"], **UNANSWERED)
    case.shopper.pay(case.order, paypal_order_id)
    case.row, case.shown_as = id_of(shop, case, "orders_payment", OF_ORDER), case.order["_id"]


def refund_without_an_answer(shop: RunningShop, case: Case) -> None:
    case.shopper.pay(case.order, approve(shop, case))
    shop.control("faults", call="refund", order=case.order["_id"], **UNANSWERED)
    refund_by_staff(shop, case.order)
    case.row, case.shown_as = id_of(shop, case, "orders_refund", OF_ORDER), case.order["_id"]


def webhook_that_cannot_be_processed(shop: RunningShop, case: Case) -> None:
    paypal_order_id = captured_at_paypal(shop, case)
    event = next(
        event["id"]
        for event in shop.at_paypal()["webhooks"]
        if event["event"]["event_type"] == "PAYMENT.CAPTURE.COMPLETED" and paypal_order_id in str(event["event"])
    )
    shop.control("faults", call="get", kind="error_500_before", order=paypal_order_id)
    shop.control(f"webhooks/{event}/redeliver")
    ((row,),) = shop.rows(f"SELECT id FROM orders_webhookevent WHERE event_id = '{event}'")
    case.row, case.shown_as = str(row), event


def capture_that_nothing_told_of(shop: RunningShop, case: Case) -> None:
    case.row = case.shown_as = captured_at_paypal(shop, case)


def reversal_that_nothing_told_of(shop: RunningShop, case: Case) -> None:
    case.shopper.pay(case.order, approve(shop, case))
    taken = shop.control(f"captures/{capture_of(shop, case.order)['id']}/reverse", listed="no", announced=False)
    case.row = case.shown_as = taken["id"]


def approve(shop: RunningShop, case: Case) -> str:
    paypal_order_id = case.shopper.open_at_paypal(case.order)
    case.shopper.approve(paypal_order_id)
    return paypal_order_id


def captured_at_paypal(shop: RunningShop, case: Case) -> str:
    paypal_order_id = approve(shop, case)
    shop.control(f"orders/{paypal_order_id}/capture")
    return paypal_order_id


OF_ORDER = "order_id = (SELECT id FROM orders_order WHERE public_id = '{}')"


def id_of(shop: RunningShop, case: Case, table: str, condition: str) -> str:
    ((row,),) = shop.rows(f"SELECT id FROM {table} WHERE {condition.format(case.order['_id'])}")
    return str(row)


PAYMENT = "SELECT p.id FROM orders_payment p JOIN orders_order o ON o.id = p.order_id WHERE o.public_id = '{order}'"
KINDS = [
    Kind("hold", "expired", take_order_id, "BEFORE UPDATE ON orders_order", "old.id = {row}"),
    Kind("payment", "paid", capture_without_an_answer, "BEFORE UPDATE ON orders_payment", "old.id = {row}"),
    Kind("refund", "partly_refunded", refund_without_an_answer, "BEFORE UPDATE ON orders_refund", "old.id = {row}"),
    Kind("webhook", "paid", webhook_that_cannot_be_processed, "BEFORE UPDATE ON orders_webhookevent", "old.id = {row}"),
    Kind(
        "paypal order", "paid", capture_that_nothing_told_of,
        "BEFORE UPDATE ON orders_payment", "old.paypal_order_id = '{row}'",
    ),
    Kind(
        "reversal", "refunded", reversal_that_nothing_told_of,
        "BEFORE INSERT ON orders_refund", "new.payment_id = {payment}",
    ),
]  # fmt: skip


def break_rows(each: int, *, sabotage: str = "") -> Result:
    """`each` rows of every kind, of which the first is broken."""
    broken = {"SABOTAGE_NO_PATIENCE": "1"} | ({sabotage: "1"} if sabotage else {})
    with RunningShop(webhooks=True, flags=UNHURRIED, sabotage=broken) as shop:
        shop.control("webhooks/hold", held=True)
        night = shop.add_event(name="Broken Night", price="12.00", maximumEventCapacity=1000, **next_week())
        buyers = iter(shop.crowd(each * len(KINDS)))
        cases = {kind.job: [begin(shop, night, kind, next(buyers)) for _ in range(each)] for kind in KINDS}
        wrong = [*while_broken(shop, cases), *once_mended(shop, cases), *disagreements(shop)]
    return Result({"rows": each * len(KINDS), "of them broken": len(KINDS)}, wrong)


def begin(shop: RunningShop, night: dict[str, Any], kind: Kind, buyer: Client) -> Case:
    shopper = Shopper(shop, buyer)
    case = Case(kind, shopper, shopper.place(night))
    kind.prepare(shop, case)
    return case


def while_broken(shop: RunningShop, cases: dict[str, list[Case]]) -> list[str]:
    wrong = []
    with ExitStack() as stack:
        for kind in KINDS:
            first = cases[kind.job][0]
            ((payment,),) = shop.rows(PAYMENT.format(order=first.order["_id"])) or ((None,),)
            condition = kind.condition.format(row=first.row, payment=payment)
            stack.enter_context(refused(kind.job.replace(" ", "_"), kind.when, condition, shop.rows))
        shop.manage("upkeep")
        wrong += [f"beside a broken row: {sentence}" for job in cases for sentence in wrong_ends(cases[job][1:])]
        first_ones = [several[0] for several in cases.values()]
        for _ in range(2):
            wrong += not_as_tried(shop, first_ones)
            shop.manage("upkeep")
        shop.manage("upkeep")  # before the pause is over
        wrong += [*not_as_tried(shop, first_ones), *wrong_attempts(shop, first_ones)]
    return wrong


def not_as_tried(shop: RunningShop, broken: list[Case]) -> Iterator[str]:
    """Staff are shown the rows that failed three times, and no others."""
    failures, shown = failures_of(shop), shown_to_staff(shop)
    for case in broken:
        tried = failures.get((case.kind.job, case.row), 0)
        if (case.shown_as in shown) != (tried >= SHOWN_AFTER):
            are = "are" if case.shown_as in shown else "are not"
            yield f"staff {are} shown the broken {case.kind.job} {case.shown_as} after {tried} failures"


def wrong_attempts(shop: RunningShop, broken: list[Case]) -> Iterator[str]:
    """Each broken row was tried three times, and then there is a pause."""
    failures = failures_of(shop)
    for case in broken:
        tried = failures.get((case.kind.job, case.row), 0)
        if tried != SHOWN_AFTER:
            yield f"a broken {case.kind.job} was tried {tried} times in four runs of upkeep, not {SHOWN_AFTER}"


def failures_of(shop: RunningShop) -> dict[tuple[str, str], int]:
    """By job and row."""
    rows = shop.rows("SELECT job, row, failures FROM charityshop_retry")
    return {(job, row): failures for job, row, failures in rows}


def once_mended(shop: RunningShop, cases: dict[str, list[Case]]) -> list[str]:
    """The pauses go by."""
    let_pauses_go_by(shop)
    shop.manage("upkeep")
    wrong = [f"once mended: {sentence}" for several in cases.values() for sentence in wrong_ends(several)]
    return wrong + [f"staff are still shown {name}" for name in shown_to_staff(shop)]


def wrong_ends(cases: list[Case]) -> list[str]:
    ends = [(case, case.status()) for case in cases]
    return [
        f"a {case.kind.job} is not finished: its order is {status}, not {case.kind.ends}"
        for case, status in ends
        if status != case.kind.ends
    ]


def shown_to_staff(shop: RunningShop) -> set[str]:
    matters = shop.as_staff().call("GET", "/api/orders/attention").json()
    return {matter["_id"] for matter in matters if matter["kind"] == "stuck"}
