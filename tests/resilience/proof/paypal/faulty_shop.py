"""Buyers whom a fault of PayPal's befalls: random carts, impatient fingers, and patience in the end."""

import time
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import Any

import requests

from tests.resilience.proof.consistency import disagreements
from tests.resilience.proof.paypal.fault import Fault
from tests.resilience.proof.paypal.incidents import OWN_SEATS, TRIES, Order, let_pauses_go_by
from tests.resilience.proof.paypal.outcome import Row, own_captures, wrongs_of
from tests.support.servers.running_shop import Client, RunningShop
from tests.support.shopping import Shopper, next_week
from tests.support.waiting import eventually

PRICES = ("7.35", "12.00", "19.99")  # USD; with 15 % tax, cents have to be rounded
NO_MONEY_YET = (409, 503)
KNOWN_ENDS = ("held", "capturing", "review", "paid", "partly_refunded", "refunded", "refund_due", "cancelled")
UPKEEPS = 3
SETTLED_WITHIN = 180  # seconds until every message of PayPal's is delivered


class TroubledShop:
    """A running shop with three nights, whose PayPal gives it trouble and tells it everything by message."""

    def __init__(self, seed: int, *, sabotage: str = "") -> None:
        flags = {"PAYPAL_TIMEOUT": "0.3", "MAX_HELD_ORDERS": "100000"}
        broken = {"SABOTAGE_NO_PATIENCE": "1"} | ({sabotage: "1"} if sabotage else {})
        self.shop = RunningShop(webhooks=True, flags=flags, sabotage=broken)
        self.seed = seed
        self.nights: list[dict[str, Any]] = []

    def __enter__(self) -> "TroubledShop":
        self.shop.__enter__()
        for number, price in enumerate(PRICES):
            night = {"name": f"Night {number}", "price": price, "maximumEventCapacity": 100_000}
            self.nights.append(self.shop.add_event(**night, **next_week()))
        return self

    def __exit__(self, *error: Any) -> None:
        self.shop.__exit__(*error)

    def befall(self, fault: Fault, buyers: Sequence[Client], *, at_once: int = 4) -> Row:
        """Each buyer meets the fault with an order of their own."""
        row = Row(fault)
        numbered = [(buyer, Random(f"{self.seed} {fault.name} {number}")) for number, buyer in enumerate(buyers)]
        with ThreadPoolExecutor(at_once) as pool:
            list(pool.map(lambda one: self.buy(row, *one), numbered))
        return row

    def buy(self, row: Row, client: Client, random: Random) -> None:
        """Place an order, and meet the fault with it."""
        nights = [self.night_of_its_own(random)] if row.fault.own_night else self.nights
        order = self.place(client, random, nights)
        row.orders[order["_id"]] = order["buyer"] = client
        row.answers[order["_id"]] = []
        try:
            self.go_through(row, client, order, random)
        except AssertionError as wrong:
            row.violations.append(f"{row.fault.name}: order {order['_id']}: {wrong}")

    def go_through(self, row: Row, client: Client, order: Order, random: Random) -> None:
        """Open, approve, pay; what fails is tried again, as a buyer would."""
        fault, buyer, said = row.fault, Shopper(self.shop, client), row.answers[order["_id"]]
        fault.arm(self.shop, order)
        fault.before_opening(self.shop, order)
        for _ in range(TRIES):  # a declined payment needs a new order at PayPal
            if not (paypal_order_id := self.insist(row, said, client, "POST", f"/api/orders/{order['_id']}/paypal")):
                break
            if fault.approved_late and not said:
                said += self.pay(row, client, order, paypal_order_id["id"], random)
            if not self.is_captured(order):  # PayPal's window would say that it is paid
                buyer.approve(paypal_order_id["id"])
                fault.before_paying(self.shop, order)
            if fault.leaves:
                break
            said += self.pay(row, client, order, paypal_order_id["id"], random)
            if buyer.look(order)["status"] not in ("held", "expired"):
                break
        fault.afterwards(self.shop, order)

    def is_captured(self, order: Any) -> bool:
        """Somebody else took the money, and the shop could not see it yet: on a busy machine 0.3 s is short."""
        taken = ("COMPLETED", "PENDING")
        captures = own_captures(self.shop)
        return any(one["custom_id"] == order["_id"] and one["status"] in taken for one in captures)

    def night_of_its_own(self, random: Random) -> dict[str, Any]:
        night = {"name": "A Small Night", "price": random.choice(PRICES), "maximumEventCapacity": OWN_SEATS}
        return self.shop.add_event(**night, **next_week())

    def place(self, client: Client, random: Random, nights: list[dict[str, Any]]) -> dict[str, Any]:
        chosen = random.sample(nights, random.randint(1, len(nights)))
        items = [
            {
                "_id": night["_id"],
                "bookings": [{"bookingDate": night["startTime"], "reservationSeats": {"qty": random.randint(1, 4)}}],
            }
            for night in chosen
        ]
        answer = client.call("POST", "/api/orders", {"orderItems": items})
        assert answer.status_code == 201, answer.text
        return dict(answer.json())

    def pay(self, row: Row, client: Client, order: Any, paypal_order_id: str, random: Random) -> list[str]:
        """Some press the button twice, some in two windows at once."""
        times = row.fault.clicks or random.choice([1, 1, 2])
        call = ("PUT", f"/api/orders/{order['_id']}/pay", {"id": paypal_order_id})
        with ThreadPoolExecutor(times) as pool:
            clients = [Client(self.shop.url, client.http.cookies["sessionid"]) for _ in range(times)]
            answers = list(pool.map(lambda one: one.call(*call), clients))
        return [self.judge(row, answer) for answer in answers]

    def insist(self, row: Row, said: list[str], client: Client, method: str, path: str) -> dict[str, Any] | None:
        """None where it was refused every time; in the end a buyer waits a little before the next try."""
        for tries in range(1, TRIES + 1):
            answer = client.call(method, path)
            if answer.ok:
                return dict(answer.json())
            said.append(self.judge(row, answer))
            if tries > TRIES / 2:  # on a busy machine the shop's 0.3 seconds may be short several times in a row
                time.sleep(1)
        return None

    def judge(self, row: Row, answer: requests.Response) -> str:
        """The buyer is told what happens next: the order's state, or a sentence; in short, for the table."""
        body = answer.json() if "json" in answer.headers.get("Content-Type", "") else {}
        if answer.ok:
            if body.get("status") not in KNOWN_ENDS:
                row.violations.append(f"{answer.status_code} without a known state: {answer.text[:200]}")
            return str(body.get("status"))
        sentence = str(body.get("message") or "")
        if answer.status_code not in NO_MONEY_YET or not sentence.endswith("."):
            row.violations.append(f"{answer.status_code} without a sentence: {answer.text[:200]}")
        if row.fault.is_charged and "nothing was charged" in sentence.lower():
            row.violations.append(f"{answer.status_code} says what is not so: {sentence}")
        if answer.status_code == 503 and not answer.headers.get("Retry-After"):
            row.violations.append("503 without Retry-After")
        return f"{answer.status_code} {body.get('code')}"

    # --- In the end ------------------------------------------------------------------------------------------------

    def come_to_rest(self, rows: Sequence[Row]) -> None:
        """The trouble ends: PayPal does what it put off and delivers its messages; later upkeep runs, twice at once.

        A fault that nobody met shows nothing, and is a violation of its row.
        """
        self.hear_everything()
        armed = {fault["order"]: fault for fault in self.shop.at_paypal()["faults"]}
        for row in rows:
            unmet = [order for order in row.orders if order in armed and armed[order]["times"] == row.fault.times]
            row.violations += [f"{row.fault.name}: order {order} never met its fault" for order in unmet]
        self.shop.control("faults/clear")
        self.shop.control("in-progress/finish")
        self.hear_everything()
        let_pauses_go_by(self.shop)
        with ThreadPoolExecutor(2) as pool:
            list(pool.map(self.shop.manage, ["upkeep"] * 2))
        self.hear_everything()

    def hear_everything(self) -> None:
        """PayPal tries for three days: what was turned away because too much could not be checked comes again."""
        assert eventually(self.has_heard_everything, SETTLED_WITHIN), "PayPal's messages are not taken"
        self.shop.rows("DELETE FROM charityshop_counter")
        for event in self.shop.at_paypal()["webhooks"]:
            if event["status"] == "failed":
                self.shop.control(f"webhooks/{event['id']}/redeliver")

    def has_heard_everything(self) -> bool:
        return all(event["status"] != "pending" for event in self.shop.at_paypal()["webhooks"])

    def close(self, row: Row) -> None:
        """Write down how each order of the row ended; any other end than the fault's is a violation.

        Where 0.3 seconds were too short for upkeep too, on a busy machine, it comes again, as it does every minute.
        """
        ends = self.ends_of(row)
        while row.upkeeps < UPKEEPS and not set(ends.values()) <= row.fault.ends:
            self.shop.manage("upkeep")
            row.upkeeps += 1
            ends = self.ends_of(row)
        row.ends.update(ends.values())
        for public_id, status in ends.items():
            if status not in row.fault.ends:
                told = Counter(row.answers[public_id])
                row.violations.append(
                    f"{row.fault.name}: order {public_id} ended {status}, not {set(row.fault.ends)}; on the way its "
                    f"buyer heard {dict(told)}"
                )
        row.violations += wrongs_of(self.shop, row)

    def ends_of(self, row: Row) -> dict[str, str]:
        return {public_id: str(shown["status"]) for public_id, shown in row.shown().items()}

    def violations_in_the_books(self) -> list[str]:
        return disagreements(self.shop)
