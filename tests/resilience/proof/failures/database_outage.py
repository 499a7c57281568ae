"""The database is interrupted while buyers buy: meanwhile every answer is a sentence, and no order is lost.

PostgreSQL is stopped as by a power cut. SQLite's whole folder is renamed, as if a mounted disk were lost. The shop is
not restarted.
"""

import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from threading import Event
from typing import Any

import requests
from django.db import connection

from tests.resilience.proof.consistency import asks_to_wait, find_inconsistencies
from tests.support.servers.running_shop import UNHURRIED, Client, RunningShop
from tests.support.servers.stoppable_postgresql import StoppablePostgreSQL
from tests.support.shopping import next_week, order_body
from tests.support.waiting import eventually

BUYERS = 6
MIN_ORDERS = 6  # before the outage, and again after it
TIMEOUT = 120.0  # seconds; PostgreSQL first repairs its files
SEATS = 100_000
HOOKS = {"HOOK_NO_PATIENCE": "1"}
FLAGS = UNHURRIED | {"MAX_HELD_ORDERS": "100000"}


class SqliteFolder:
    """SQLite's file and everything beside it."""

    def __init__(self, shop: RunningShop) -> None:
        self.folder = shop.folder
        self.moved = shop.folder.with_name(f"{shop.folder.name}-away")

    def stop(self) -> None:
        self.folder.rename(self.moved)

    def start(self) -> None:
        self.moved.rename(self.folder)


@contextmanager
def run_shop() -> Iterator[tuple[RunningShop, SqliteFolder | StoppablePostgreSQL]]:
    if connection.vendor == "sqlite":
        with RunningShop(webhooks=True, flags=FLAGS, hooks=HOOKS) as shop:
            yield shop, SqliteFolder(shop)
        return
    with (
        StoppablePostgreSQL() as server,
        RunningShop(webhooks=True, flags=FLAGS, hooks=HOOKS, database_url=server.url) as shop,
    ):
        yield shop, server


@dataclass(slots=True)
class Answers:
    """The answers to all buyers, and the orders that were confirmed."""

    counts: Counter[str] = field(default_factory=Counter)
    placed: list[tuple[Client, str]] = field(default_factory=list)
    violations: list[str] = field(default_factory=list)

    def is_ok(self, when: str, answer: requests.Response) -> bool:
        """Return whether the call succeeded. A failure has to be a 503 with a sentence, and none comes before."""
        self.counts[f"{when} {answer.status_code}"] += 1
        if answer.status_code < 400:
            return True
        if when == "before" or not asks_to_wait(answer):
            self.violations.append(f"{when}: {answer.request.method} {answer.request.url}: {describe(answer)}")
        return False


def describe(answer: requests.Response) -> str:
    return f"{answer.status_code} {answer.headers.get('Content-Type')} {answer.text[:200]!r}"


def interrupt_database(seconds: float) -> list[str]:
    """Interrupt the database under load. Return a sentence for each violation."""
    with run_shop() as (shop, database):
        answers, over, when = Answers(), Event(), ["before"]
        event = shop.add_event(name="Friday Draft", price=12, maximumEventCapacity=SEATS, **next_week())
        buyers = shop.crowd(BUYERS)
        with ThreadPoolExecutor(BUYERS) as pool:
            running = [pool.submit(buy_until, over, shop, event, buyer, answers, when) for buyer in buyers]
            try:
                eventually(lambda: answers.counts["before 201"] >= MIN_ORDERS, TIMEOUT)
                when[0] = "during"
                database.stop()
                time.sleep(seconds)
                eventually(lambda: answers.counts["during 503"] > 0, TIMEOUT)
                database.start()
                eventually(lambda: shop.is_ready(shop.url), TIMEOUT)
                when[0] = "after"
                eventually(lambda: answers.counts["after 201"] >= MIN_ORDERS, TIMEOUT)
            finally:
                over.set()
            for buying in running:
                buying.result()
        return [*answers.violations, *find_missing_phases(answers), *find_lost_orders(answers), *check_records(shop)]


def buy_until(
    over: Event, shop: RunningShop, event: dict[str, Any], buyer: Client, answers: Answers, when: list[str]
) -> None:
    """Place one order after the other, and pay each if possible."""
    while not over.is_set():
        answer = call(answers, when, buyer, "POST", "/api/orders", order_body(event, seats=1))
        if answer is None:
            time.sleep(0.05)
            continue
        order_id = answer.json()["_id"]
        answers.placed.append((buyer, order_id))
        opened = call(answers, when, buyer, "POST", f"/api/orders/{order_id}/paypal")
        if opened is not None:
            shop.control(f"orders/{opened.json()['id']}/approve")
            call(answers, when, buyer, "PUT", f"/api/orders/{order_id}/pay", {"id": opened.json()["id"]})


def call(
    answers: Answers, when: list[str], buyer: Client, method: str, path: str, body: object = None
) -> requests.Response | None:
    """Return the answer of a successful call. One that begins in one phase and ends in another counts as `during`."""
    began = when[0]
    answer = buyer.call(method, path, body)
    phase = began if when[0] == began else "during"
    return answer if answers.is_ok(phase, answer) else None


def find_missing_phases(answers: Answers) -> Iterator[str]:
    """Without orders before and after the outage, and refusals during it, the run shows nothing."""
    for phase in ("before 201", "during 503", "after 201"):
        if not answers.counts[phase]:
            yield f"no call was answered {phase}: {dict(answers.counts)}"


def find_lost_orders(answers: Answers) -> Iterator[str]:
    for buyer, order_id in answers.placed:
        shown = buyer.call("GET", f"/api/orders/{order_id}")
        if shown.status_code != 200:
            yield f"order {order_id} was answered 201, and now {describe(shown)}"


def check_records(shop: RunningShop) -> list[str]:
    """PayPal sends its webhooks again by itself; upkeep does the rest."""
    shop.manage("upkeep")
    return find_inconsistencies(shop)
