"""The database goes away while people buy, and comes back: a sentence meanwhile, and nothing lost.

PostgreSQL is stopped as by a power cut. SQLite's whole folder is renamed, as when a mounted disk drops out. Nobody
restarts the shop.
"""

import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from threading import Event
from typing import Protocol

import requests
from django.db import connection

from tests.resilience.proof.consistency import disagreements
from tests.support.servers.running_shop import UNHURRIED, Client, RunningShop
from tests.support.servers.stoppable_postgresql import StoppablePostgreSQL
from tests.support.shopping import an_order, next_week
from tests.support.waiting import eventually

BUYERS = 6
ENOUGH = 6  # orders answered before, and again after
SOON = 120.0  # seconds; PostgreSQL first repairs what the cut left
SEATS = 100_000
SABOTAGE = {"SABOTAGE_NO_PATIENCE": "1"}
FLAGS = UNHURRIED | {"MAX_HELD_ORDERS": "100000"}


class Switch(Protocol):
    def stop(self) -> None: ...
    def start(self) -> None: ...


class Folder:
    """SQLite's file with all that lies beside it."""

    def __init__(self, shop: RunningShop) -> None:
        self.here = shop.folder
        self.away = shop.folder.with_name(f"{shop.folder.name}-away")

    def stop(self) -> None:
        self.here.rename(self.away)

    def start(self) -> None:
        self.away.rename(self.here)


@contextmanager
def shop_and_switch(sabotage: dict[str, str]) -> Iterator[tuple[RunningShop, Switch]]:
    if connection.vendor == "sqlite":
        with RunningShop(webhooks=True, flags=FLAGS, sabotage=sabotage) as shop:
            yield shop, Folder(shop)
        return
    with StoppablePostgreSQL() as server:
        shop = RunningShop(webhooks=True, flags=FLAGS, sabotage=sabotage, database_url=server.url)
        with shop:
            yield shop, server


@dataclass(slots=True)
class Heard:
    """What buyers were answered, and which orders they were promised."""

    counts: Counter[str] = field(default_factory=Counter)
    promised: list[tuple[Client, str]] = field(default_factory=list)
    violations: list[str] = field(default_factory=list)

    def judge(self, when: str, answer: requests.Response) -> bool:
        """Whether it went through. A failure has to be a 503 in JSON that says when to come back."""
        self.counts[f"{when} {answer.status_code}"] += 1
        if answer.status_code < 400:
            return True
        is_json = answer.headers.get("Content-Type", "").startswith("application/json")
        is_told = is_json and str(answer.json().get("message", "")).endswith(".")
        expected = (503,) if when != "before" else ()
        if answer.status_code not in expected or not is_told or not answer.headers.get("Retry-After"):
            self.violations.append(f"{when}: {answer.request.method} {answer.request.url}: {describe(answer)}")
        return False


def describe(answer: requests.Response) -> str:
    return f"{answer.status_code} {answer.headers.get('Content-Type')} {answer.text[:200]!r}"


def take_away(seconds: float, *, sabotage: dict[str, str] | None = None) -> Heard:
    """The database is away for so long, under load. `violations` has a sentence for everything that must not be."""
    with shop_and_switch(SABOTAGE | (sabotage or {})) as (shop, switch):
        heard, over, when = Heard(), Event(), ["before"]
        night = shop.add_event(name="Dark Night", price=12, maximumEventCapacity=SEATS, **next_week())
        buyers = shop.crowd(BUYERS)
        with ThreadPoolExecutor(BUYERS) as pool:
            going_on = [pool.submit(keep_buying, shop, night, buyer, heard, when, over) for buyer in buyers]
            try:
                eventually(lambda: heard.counts["before 201"] >= ENOUGH, SOON)
                when[0] = "while away"
                switch.stop()
                time.sleep(seconds)
                switch.start()
                eventually(lambda: shop.is_ready(shop.url), SOON)
                when[0] = "after"
                eventually(lambda: heard.counts["after 201"] >= ENOUGH, SOON)
            finally:
                over.set()
            for buying in going_on:
                buying.result()
        heard.violations += [*unheard(heard), *lost(heard), *books(shop)]
        return heard


def keep_buying(shop: RunningShop, night: dict, buyer: Client, heard: Heard, when: list[str], over: Event) -> None:
    """One order after the other, each as far as it goes."""
    while not over.is_set():
        answer = ask(heard, when, buyer, "POST", "/api/orders", an_order(night, seats=1))
        if answer is None:
            time.sleep(0.05)
            continue
        order_id = answer.json()["_id"]
        heard.promised.append((buyer, order_id))
        opened = ask(heard, when, buyer, "POST", f"/api/orders/{order_id}/paypal")
        if opened is not None:
            shop.control(f"orders/{opened.json()['id']}/approve")
            ask(heard, when, buyer, "PUT", f"/api/orders/{order_id}/pay", {"id": opened.json()["id"]})


def ask(
    heard: Heard, when: list[str], buyer: Client, method: str, path: str, body: object = None
) -> requests.Response | None:
    """A call that began before the end and is answered after it counts as during: only a whole call is judged as one
    of quiet times."""
    began = when[0]
    answer = buyer.call(method, path, body)
    moment = began if when[0] == began else "while away"
    return answer if heard.judge(moment, answer) else None


def unheard(heard: Heard) -> Iterator[str]:
    """A quiet that nobody noticed would show nothing."""
    for moment in ("before 201", "while away 503", "after 201"):
        if not heard.counts[moment]:
            yield f"nobody was answered {moment}: {dict(heard.counts)}"


def lost(heard: Heard) -> Iterator[str]:
    for buyer, order_id in heard.promised:
        shown = buyer.call("GET", f"/api/orders/{order_id}")
        if shown.status_code != 200:
            yield f"order {order_id} was answered 201, and now {describe(shown)}"


def books(shop: RunningShop) -> list[str]:
    """PayPal's messages come again by themselves; upkeep does the rest."""
    shop.manage("upkeep")
    return disagreements(shop)
