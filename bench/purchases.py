"""Whole purchases: order, PayPal order, approval, pay. PayPal is the simulator, which answers at once."""

import json
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from types import TracebackType
from typing import Any, Self

from bench.load import HEAD_END, is_whole, request_bytes
from bench.size import SIZE
from tests.support.servers.running_shop import ROOT, RunningShop
from tests.support.shopping import order_body

AT_ONCE = 16
PATIENCE = 60  # seconds
UPKEEP_EVERY, LOOK_EVERY = 1, 0.05  # seconds
WAITING = "SELECT count(*) FROM charityshop_outgoingmail WHERE next_try_at IS NOT NULL"


class Line:
    """A connection that stays open, with as little around it as goes: its time is not the shop's."""

    def __init__(self, port: int, **headers: str) -> None:
        self.headers = headers
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def ask(self, method: str, path: str, body: object = None) -> dict[str, Any]:
        sent = b"" if body is None else json.dumps(body).encode()
        self.socket.sendall(request_bytes(method, path, sent, **self.headers))
        answer = b""
        while True:
            answer += self.socket.recv(65536)
            head, found, rest = answer.partition(HEAD_END)
            if found and is_whole(head, rest):
                break
        if not head.startswith(b"HTTP/1.1 2"):
            raise RuntimeError(f"{method} {path}: {answer.decode()}")
        return dict(json.loads(rest))


class Buyer:
    """Keeps a line to the shop and one to PayPal's window open, as a browser does."""

    def __init__(self, running: RunningShop, session: str) -> None:
        self.shop = Line(running.ports[0], Cookie=f"sessionid={session}")
        self.paypal = Line(running.simulator.port)

    def buy(self, night: dict[str, Any]) -> None:
        order = self.shop.ask("POST", "/api/orders", order_body(night, seats=1))["_id"]
        paypal_order = self.shop.ask("POST", f"/api/orders/{order}/paypal")["id"]
        self.paypal.ask("POST", f"/_control/orders/{paypal_order}/approve", {})
        paid = self.shop.ask("PUT", f"/api/orders/{order}/pay", {"id": paypal_order})
        if paid["status"] != "paid":
            raise RuntimeError(f"Not paid: {paid}")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.shop.socket.close()
        self.paypal.socket.close()


def purchases_a_second(running: RunningShop, sessions: Sequence[str], data: dict[str, Any]) -> dict[str, Any]:
    """How many purchases are through a second, until every queue behind them is empty again.

    Upkeep runs beside them, as it always does. A whole round goes before, so that it has its daily jobs behind it,
    which no purchase causes; and a few purchases, so that it is there.
    """
    nights = [{"_id": data["roomy"], "startTime": start} for _, start in data["roomy_dates"][1:51]]

    def buy(number: int) -> int:
        wanted = iter([nights[count % len(nights)] for count in range(number)])
        until = time.perf_counter() + SIZE.buying
        with ThreadPoolExecutor(AT_ONCE) as pool:
            return sum(pool.map(lambda session: buy_one_by_one(running, session, wanted, until), sessions[:AT_ONCE]))

    running.manage("upkeep")
    with upkeep_beside(running):
        buy(AT_ONCE)
        until_queues_are_empty(running)
        began = time.perf_counter()
        number = buy(SIZE.purchases)
        bought = time.perf_counter()
        until_queues_are_empty(running)
        emptied = time.perf_counter()
    return {
        "number": number,
        "rate": number / (bought - began),
        "rate_with_queues": number / (emptied - began),
    }


def buy_one_by_one(running: RunningShop, session: str, wanted: Iterator[dict[str, Any]], until: float) -> int:
    """How many this buyer bought before the time was over, or all that is wanted was bought."""
    bought = 0
    with Buyer(running, session) as buyer:
        while time.perf_counter() < until and (night := next(wanted, None)):  # which all buyers share
            buyer.buy(night)
            bought += 1
    return bought


@contextmanager
def upkeep_beside(running: RunningShop) -> Iterator[None]:
    command = [sys.executable, "manage.py", "upkeep", "--every", str(UPKEEP_EVERY)]
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    upkeep = subprocess.Popen(command, cwd=ROOT, env=running.environment, **quiet)
    try:
        yield
    finally:
        upkeep.terminate()
        upkeep.wait(PATIENCE)


def until_queues_are_empty(running: RunningShop) -> None:
    """Nothing is in doubt where PayPal answers at once, so what waits is mail."""
    ends = time.monotonic() + PATIENCE
    while running.rows(WAITING) != [(0,)]:
        if time.monotonic() > ends:
            raise RuntimeError("The outbox does not empty.")
        time.sleep(LOOK_EVERY)
