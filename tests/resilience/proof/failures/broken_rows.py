"""One row of each kind cannot be written: the other rows are finished nevertheless, and staff are shown the broken one.

Each kind belongs to another loop: of upkeep, of the reconciliation with PayPal, of its webhooks and of its record.
"""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Any

from tests.resilience.proof.consistency import find_inconsistencies
from tests.resilience.proof.paypal.incidents import expire_hold, get_capture, refund_by_staff, skip_retry_pauses
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
    row: str = ""  # its ID in the list of retries
    shown_as: str = ""  # its ID in the list for staff

    def get_status(self) -> str:
        return str(self.shopper.look(self.order)["status"])


@dataclass(frozen=True, slots=True)
class Kind:
    job: str  # the one that has to finish the row
    ends: str
    prepare: Callable[[RunningShop, Case], None]
    when: str  # the trigger fires
    condition: str  # of the broken row; {row} is the case's row


def let_hold_expire(shop: RunningShop, case: Case) -> None:
    expire_hold(shop, case.order)
    case.row, case.shown_as = get_row_id(shop, case, "orders_order", "public_id = '{}'"), case.order["_id"]


def capture_without_answer(shop: RunningShop, case: Case) -> None:
    paypal_order_id = approve(shop, case)
    shop.control("faults", call="capture", order=case.order["_id"], **UNANSWERED)
    case.shopper.pay(case.order, paypal_order_id)
    case.row, case.shown_as = get_row_id(shop, case, "orders_payment", OF_ORDER), case.order["_id"]


def refund_without_answer(shop: RunningShop, case: Case) -> None:
    case.shopper.pay(case.order, approve(shop, case))
    shop.control("faults", call="refund", order=case.order["_id"], **UNANSWERED)
    refund_by_staff(shop, case.order)
    case.row, case.shown_as = get_row_id(shop, case, "orders_refund", OF_ORDER), case.order["_id"]


def store_unprocessed_webhook(shop: RunningShop, case: Case) -> None:
    paypal_order_id = capture_at_paypal(shop, case)
    event = next(
        event["id"]
        for event in shop.at_paypal()["webhooks"]
        if event["event"]["event_type"] == "PAYMENT.CAPTURE.COMPLETED" and paypal_order_id in str(event["event"])
    )
    shop.control("faults", call="get", kind="error_500_before", order=paypal_order_id)
    shop.control(f"webhooks/{event}/redeliver")
    ((row,),) = shop.rows(f"SELECT id FROM orders_webhookevent WHERE event_id = '{event}'")
    case.row, case.shown_as = str(row), event


def capture_without_webhook(shop: RunningShop, case: Case) -> None:
    case.row = case.shown_as = capture_at_paypal(shop, case)


def reverse_without_webhook(shop: RunningShop, case: Case) -> None:
    case.shopper.pay(case.order, approve(shop, case))
    taken = shop.control(f"captures/{get_capture(shop, case.order)['id']}/reverse", listed="no", announced=False)
    case.row = case.shown_as = taken["id"]


def approve(shop: RunningShop, case: Case) -> str:
    paypal_order_id = case.shopper.open_at_paypal(case.order)
    case.shopper.approve(paypal_order_id)
    return paypal_order_id


def capture_at_paypal(shop: RunningShop, case: Case) -> str:
    paypal_order_id = approve(shop, case)
    shop.control(f"orders/{paypal_order_id}/capture")
    return paypal_order_id


OF_ORDER = "order_id = (SELECT id FROM orders_order WHERE public_id = '{}')"


def get_row_id(shop: RunningShop, case: Case, table: str, condition: str) -> str:
    ((row,),) = shop.rows(f"SELECT id FROM {table} WHERE {condition.format(case.order['_id'])}")
    return str(row)


PAYMENT = "SELECT p.id FROM orders_payment p JOIN orders_order o ON o.id = p.order_id WHERE o.public_id = '{order}'"
KINDS = [
    Kind("hold", "expired", let_hold_expire, "BEFORE UPDATE ON orders_order", "old.id = {row}"),
    Kind("payment", "paid", capture_without_answer, "BEFORE UPDATE ON orders_payment", "old.id = {row}"),
    Kind("refund", "partly_refunded", refund_without_answer, "BEFORE UPDATE ON orders_refund", "old.id = {row}"),
    Kind("webhook", "paid", store_unprocessed_webhook, "BEFORE UPDATE ON orders_webhookevent", "old.id = {row}"),
    Kind(
        "paypal order", "paid", capture_without_webhook,
        "BEFORE UPDATE ON orders_payment", "old.paypal_order_id = '{row}'",
    ),
    Kind(
        "reversal", "refunded", reverse_without_webhook,
        "BEFORE INSERT ON orders_refund", "new.payment_id = {payment}",
    ),
]  # fmt: skip


def break_rows(each: int, *, sabotage: str = "") -> Result:
    """Create `each` rows of every kind, and break the first one."""
    broken = {"SABOTAGE_NO_PATIENCE": "1"} | ({sabotage: "1"} if sabotage else {})
    with RunningShop(webhooks=True, flags=UNHURRIED, sabotage=broken) as shop:
        shop.control("webhooks/hold", held=True)
        event = shop.add_event(name="Friday Draft", price="12.00", maximumEventCapacity=1000, **next_week())
        buyers = iter(shop.crowd(each * len(KINDS)))
        cases = {kind.job: [begin(shop, event, kind, next(buyers)) for _ in range(each)] for kind in KINDS}
        violations = [*run_while_broken(shop, cases), *run_after_repair(shop, cases), *find_inconsistencies(shop)]
    return Result({"rows": each * len(KINDS), "of them broken": len(KINDS)}, violations)


def begin(shop: RunningShop, event: dict[str, Any], kind: Kind, buyer: Client) -> Case:
    shopper = Shopper(shop, buyer)
    case = Case(kind, shopper, shopper.place(event))
    kind.prepare(shop, case)
    return case


def run_while_broken(shop: RunningShop, cases: dict[str, list[Case]]) -> list[str]:
    violations = []
    with ExitStack() as stack:
        for kind in KINDS:
            first = cases[kind.job][0]
            ((payment,),) = shop.rows(PAYMENT.format(order=first.order["_id"])) or ((None,),)
            condition = kind.condition.format(row=first.row, payment=payment)
            stack.enter_context(refused(kind.job.replace(" ", "_"), kind.when, condition, shop.rows))
        shop.manage("upkeep")
        violations += [f"beside a broken row: {each}" for job in cases for each in find_wrong_ends(cases[job][1:])]
        broken = [several[0] for several in cases.values()]
        for _ in range(2):
            violations += find_wrongly_shown(shop, broken)
            shop.manage("upkeep")
        shop.manage("upkeep")  # during the pause
        violations += [*find_wrongly_shown(shop, broken), *find_wrong_attempts(shop, broken)]
    return violations


def find_wrongly_shown(shop: RunningShop, broken: list[Case]) -> Iterator[str]:
    """Expect staff to be shown the rows that failed three times, and no others."""
    failures, shown = get_failures(shop), list_shown_to_staff(shop)
    for case in broken:
        tried = failures.get((case.kind.job, case.row), 0)
        if (case.shown_as in shown) != (tried >= SHOWN_AFTER):
            are = "are" if case.shown_as in shown else "are not"
            yield f"staff {are} shown the broken {case.kind.job} {case.shown_as} after {tried} failures"


def find_wrong_attempts(shop: RunningShop, broken: list[Case]) -> Iterator[str]:
    """Expect three attempts for each broken row, and then a pause."""
    failures = get_failures(shop)
    for case in broken:
        tried = failures.get((case.kind.job, case.row), 0)
        if tried != SHOWN_AFTER:
            yield f"a broken {case.kind.job} was tried {tried} times in four runs of upkeep, not {SHOWN_AFTER}"


def get_failures(shop: RunningShop) -> dict[tuple[str, str], int]:
    """Return the number of failures by job and row."""
    rows = shop.rows("SELECT job, row, failures FROM charityshop_retry")
    return {(job, row): failures for job, row, failures in rows}


def run_after_repair(shop: RunningShop, cases: dict[str, list[Case]]) -> list[str]:
    skip_retry_pauses(shop)
    shop.manage("upkeep")
    violations = [f"after the repair: {each}" for several in cases.values() for each in find_wrong_ends(several)]
    return violations + [f"staff are still shown {name}" for name in list_shown_to_staff(shop)]


def find_wrong_ends(cases: list[Case]) -> list[str]:
    ends = [(case, case.get_status()) for case in cases]
    return [
        f"a {case.kind.job} is not finished: its order is {status}, not {case.kind.ends}"
        for case, status in ends
        if status != case.kind.ends
    ]


def list_shown_to_staff(shop: RunningShop) -> set[str]:
    items = shop.as_staff().call("GET", "/api/orders/attention").json()
    return {item["_id"] for item in items if item["kind"] == "stuck"}
