"""Two tills and the shop sell the same date at once: no seat is sold twice.

The tills sell a part online, and a part without a connection from the seats that are kept for each of them.
"""

from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import uuid4

from tests.resilience.proof.race import FLAGS, check_books
from tests.resilience.proof.result import Result
from tests.support.servers.running_shop import Client, RunningShop
from tests.support.shopping import order_body

SEATS, ALLOTTED = 40, 6  # of a date; kept for each till
SOLD_TWICE = "seats were sold twice"
PRICE, GIVEN = 13.8, 20  # dollars, for a seat of 12 with tax


class Till:
    """A phone that sells for cash, also without a connection."""

    def __init__(self, shop: RunningShop, door: str) -> None:
        link = call(shop.as_staff(), "POST", f"nights/{door}/links", {"role": "till"})
        self.client, self.device, self.seq = shop.client(), str(uuid4()), 0
        key = link["url"].partition("#k=")[2]
        body = {"key": key, "pin": link["pin"], "name": "Ana", "device": self.device}
        self.device = call(self.client, "POST", "enter", body)["device"]  # its secret is in the client's cookies

    def keep(self, seats: int) -> None:
        call(self.client, "PUT", "allotment", {"seats": seats})

    def sell(self) -> int:
        """Sell a seat that nobody keeps. Return the number of seats sold."""
        self.seq += 1
        body = {"seq": self.seq, "seats": 1, "name": "", "given": GIVEN}
        answer = self.client.call("POST", "/api/door/sales", body)
        assert answer.status_code in (201, 409), answer.text
        if answer.status_code == 409:
            self.seq -= 1  # the number is free again
        return int(answer.status_code == 201)

    def report(self, seats: int) -> int:
        """Report sales of kept seats that were made without a connection. Return how many."""
        now = f"{datetime.now(UTC):%Y-%m-%dT%H:%M:%SZ}"
        sale = {"kind": "sale", "seats": 1, "total": PRICE, "given": GIVEN, "allotment": True, "at": now}
        entries = [sale | {"seq": self.seq + number} for number in range(1, seats + 1)]
        self.seq += seats
        batch = {"device": self.device, "sentAt": now, "queued": seats, "entries": entries}
        call(self.client, "POST", "entries", batch)
        return seats


def call(client: Client, method: str, path: str, body: object = None) -> dict[str, Any]:
    answer = client.call(method, f"/api/door/{path}", body)
    assert answer.ok, answer.text
    return dict(answer.json()) if answer.content else {}


def sell_at_two_tills(*, rounds: int, buyers: int, shared: bool = False) -> Result:
    """Sell a date in each round, at two tills and in the shop at once. With `shared`, only one till keeps its seats."""
    result = Result()
    with RunningShop(flags=FLAGS) as shop:
        crowd = shop.crowd(buyers)
        for number in range(rounds):
            violations = sell_date(shop, crowd, result, shared=shared)
            result.violations += [f"round {number}: {violation}" for violation in violations]
            result.count("rounds")
        result.violations += check_books(shop)
    return result


def sell_date(shop: RunningShop, crowd: list[Client], result: Result, *, shared: bool) -> list[str]:
    event = shop.add_event(name="Friday Draft", price=12, maximumEventCapacity=SEATS, **this_evening())
    date = {"product": event["_id"], "bookingDate": event["startTime"]}
    door = call(shop.as_staff(), "POST", "nights", date)["_id"]
    tills = [Till(shop, door) for _ in range(2)]
    call(tills[0].client, "POST", "drawer", {"float": 50})
    for till in tills[:1] if shared else tills:
        till.keep(ALLOTTED)
    half = ALLOTTED // 2
    calls: list[Callable[[], int]] = [
        *(lambda buyer=buyer: buy(buyer, event) for buyer in crowd),
        *(lambda till=till: till.report(half) + sum(till.sell() for _ in range(ALLOTTED)) for till in tills),
    ]
    with ThreadPoolExecutor(len(calls)) as pool:
        sold = sum(pool.map(lambda call: call(), calls))
    sold += sum(till.report(ALLOTTED - half) for till in tills)  # sold meanwhile, and reported with the connection
    found = call(shop.as_staff(), "GET", f"nights/{door}")
    conflicts = Counter(row["conflict"] for row in found["conflicts"])
    result.count("seats", SEATS)
    result.count("sold", sold)
    return [
        *([f"{conflicts['over']} {SOLD_TWICE}"] if conflicts["over"] else []),
        *([f"{sold} of {SEATS} seats were sold"] if sold > SEATS else []),
        *([f"{sold} of {SEATS} seats were sold, and {len(crowd)} wanted more"] if sold < SEATS else []),
    ]


def buy(buyer: Client, event: dict[str, Any]) -> int:
    answer = buyer.call("POST", "/api/orders", order_body(event, seats=1))
    assert answer.status_code in (201, 409), answer.text
    return int(answer.status_code == 201)


def this_evening() -> dict[str, str]:
    start = datetime.now(UTC).replace(second=0, microsecond=0) + timedelta(hours=1)
    return {"startTime": start.isoformat(), "endTime": (start + timedelta(hours=3)).isoformat()}


def share_allotment() -> list[str]:
    """Control: both tills sell the seats that are kept for one of them."""
    return sell_at_two_tills(rounds=1, buyers=SEATS, shared=True).violations
