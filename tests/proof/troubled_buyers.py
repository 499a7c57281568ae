"""Buyers whom a fault of PayPal's befalls: random carts, impatient fingers, and patience in the end."""

import time
from collections import Counter, defaultdict
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from decimal import Decimal
from random import Random
from typing import Any

import requests

from tests.proof.fault import Fault
from tests.proof.faults import FAULTS
from tests.proof.incidents import OWN_SEATS, TRIES
from tests.running_shop import Client, RunningShop
from tests.shopping import Shopper, next_week
from tests.waiting import eventually

PRICES = ("7.35", "12.00", "19.99")  # USD; with 15 % tax, cents have to be rounded
NO_MONEY_YET = (409, 503)
KNOWN_ENDS = ("held", "capturing", "review", "paid", "partly_refunded", "refunded", "refund_due", "cancelled")
UPKEEPS = 3
SETTLED_WITHIN = 180  # seconds until every message of PayPal's is delivered
MAILS_OF_ORDERS = (  # each buyer has one order here
    "SELECT o.public_id, m.kind FROM charityshop_outgoingmail m "
    'JOIN accounts_user u ON u.email = m."to" JOIN orders_order o ON o.user_id = u.id'
)
BOOKS_AGREE = ("The books are in order.", " 0 still on their way into the books")


@dataclass(slots=True)
class Row:
    """What became of the orders of one fault."""

    fault: Fault
    orders: dict[str, Client] = field(default_factory=dict)
    answers: dict[str, list[str]] = field(default_factory=dict)  # what was said on the way, by order
    violations: list[str] = field(default_factory=list)
    ends: Counter[str] = field(default_factory=Counter)
    upkeeps: int = 0  # that it took beyond the first


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
            self.nights.append(self.shop.add_night(**night, **next_week()))
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
        """Place, open, approve, pay; what fails is tried again, as a buyer would."""
        fault, buyer = row.fault, Shopper(self.shop, client)
        order = self.place(client, random, [self.night_of_its_own(random)] if fault.own_night else self.nights)
        row.orders[order["_id"]] = order["buyer"] = client
        said = row.answers[order["_id"]] = []
        fault.arm(self.shop, order)
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
        captures = self.shop.at_paypal()["captures"]
        return any(one["custom_id"] == order["_id"] and one["status"] in taken for one in captures)

    def night_of_its_own(self, random: Random) -> dict[str, Any]:
        night = {"name": "A Small Night", "price": random.choice(PRICES), "maximumEventCapacity": OWN_SEATS}
        return self.shop.add_night(**night, **next_week())

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
        """The trouble ends: PayPal does what it put off and delivers its messages, and upkeep runs, twice at once.

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
        row.violations += [
            *self.wrong_mails(row), *self.wrong_refunds(row), *self.wrongs_of_staff(row), *self.lost_seats(row)
        ]  # fmt: skip

    def wrong_refunds(self, row: Row) -> list[str]:
        """What went back at PayPal, and what it keeps, where the row says how much that is."""
        if row.fault.goes_back is None and not row.fault.surplus_goes_back:
            return self.opened_too_often(row) if row.fault.is_opened_once else []
        taken, back = self.money_at_paypal()
        wrong = []
        for public_id, client in row.orders.items():
            price = Decimal(str(client.call("GET", f"/api/orders/{public_id}").json()["totalPrice"]))
            if row.fault.goes_back is not None and back[public_id] != row.fault.goes_back:
                wrong.append(f"{back[public_id]} went back for {public_id}, not {row.fault.goes_back}")
            if row.fault.surplus_goes_back and taken[public_id] - back[public_id] != price:
                wrong.append(f"{taken[public_id]} - {back[public_id]} was taken for {public_id}, not {price}")
        return [f"{row.fault.name}: {sentence}" for sentence in wrong]

    def opened_too_often(self, row: Row) -> list[str]:
        named = Counter(made["purchase_units"][0].get("custom_id") for made in self.shop.at_paypal()["orders"])
        return [
            f"{row.fault.name}: {named[public_id]} PayPal orders were opened for {public_id}"
            for public_id in row.orders
            if named[public_id] != 1
        ]

    def money_at_paypal(self) -> tuple[dict[str, Decimal], dict[str, Decimal]]:
        """What was captured and what was given back, by our order."""
        paypal, taken, back = self.shop.at_paypal(), defaultdict(Decimal), defaultdict(Decimal)
        orders = {capture["id"]: capture["custom_id"] for capture in paypal["captures"]}
        for capture in paypal["captures"]:
            if capture["status"] not in ("PENDING", "DECLINED"):
                taken[capture["custom_id"]] += Decimal(capture["amount"]["value"])
        for refund in paypal["refunds"]:
            back[orders[refund["capture_id"]]] += Decimal(refund["amount"]["value"])
        return taken, back

    def wrongs_of_staff(self, row: Row) -> list[str]:
        listed = self.shop.as_staff().call("GET", "/api/orders/attention").text if row.fault.shown_to_staff else ""
        missing = [public_id for public_id in row.orders if row.fault.shown_to_staff and public_id not in listed]
        return [f"{row.fault.name}: staff are not shown order {public_id}" for public_id in missing]

    def lost_seats(self, row: Row) -> list[str]:
        if not row.fault.seats_stay:
            return []
        looks = {public_id: client.call("GET", f"/api/orders/{public_id}") for public_id, client in row.orders.items()}
        statuses = {
            public_id: {booking["status"] for item in look.json()["orderItems"] for booking in item["bookings"]}
            for public_id, look in looks.items()
        }
        return [
            f"{row.fault.name}: the bookings of {public_id} are {found}"
            for public_id, found in statuses.items()
            if found != {"confirmed"}
        ]

    def ends_of(self, row: Row) -> dict[str, str]:
        looks = {public_id: client.call("GET", f"/api/orders/{public_id}") for public_id, client in row.orders.items()}
        return {public_id: str(look.json()["status"]) for public_id, look in looks.items()}

    def wrong_mails(self, row: Row) -> list[str]:
        """Nobody is thanked twice, and whoever has to be told something is told once."""
        sent: dict[str, Counter[str]] = {public_id: Counter() for public_id in row.orders}
        for public_id, kind in self.shop.rows(MAILS_OF_ORDERS):
            if public_id in sent:
                sent[public_id][kind] += 1
        return [
            f"{row.fault.name}: the buyer of {public_id} was sent {dict(mails)}"
            for public_id, mails in sent.items()
            if mails["order_paid"] > 1 or any(mails[kind] != 1 for kind in row.fault.mails)
        ]

    def violations_in_the_books(self) -> list[str]:
        try:
            said = self.shop.check_books("--paypal")
        except AssertionError as wrong:
            return [str(wrong)]
        return [] if all(part in said for part in BOOKS_AGREE) else [said]


__all__ = ["FAULTS", "Row", "TroubledShop"]
