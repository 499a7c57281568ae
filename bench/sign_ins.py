"""Getting in: 300 people sign in while 16 buyers hold seats, and 100 people ask for a code by email."""

import asyncio
import json
import random
import re
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from itertools import takewhile
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event

from bench.drop import SEATS, memory_of, publish_drop
from bench.load import Connection, Response, build_request, order_requests, run_load
from bench.shop import Shop, run_python, started_shop
from bench.speed import Row
from tests.support.crowd import PASSWORD
from tests.support.servers.mail_server import MailServer

PEOPLE, CONNECTIONS = 300, 100
PATIENCE = 60  # seconds that the browser app waits in line
EMAILS = f"""
import json
from accounts.models import User
print(json.dumps(list(User.objects.filter(email__startswith="buyer").values_list("email", flat=True)[:{PEOPLE}])))
"""


def measure_sign_ins() -> Iterator[Row]:
    """Let 300 people sign in and order one of 100 seats, while 16 signed-in buyers hold other seats."""
    with started_shop() as shop, ThreadPoolExecutor() as pool:
        emails = json.loads(run_python(shop.running, EMAILS))
        asyncio.run(let_in(shop, emails[:50]))  # warms up
        run_load(shop.port, shop.holds(50), seconds=2)
        before = memory_of(shop.running.running[0].pid)
        is_over = Event()
        holds = takewhile(lambda _: not is_over.is_set(), shop.holds(50))
        holding = pool.submit(run_load, shop.port, holds, seconds=120)
        try:
            statuses, waits = asyncio.run(let_in(shop, emails))
        finally:
            is_over.set()
        held, after = holding.result(), memory_of(shop.running.running[0].pid)
        shop.running.check_books()
    if statuses != {201: SEATS, 409: PEOPLE - SEATS} or set(held.statuses) != {201}:
        raise RuntimeError(f"Got {dict(statuses)}, and {dict(held.statuses)} for holds.")
    name = f"{PEOPLE} sign-ins while 16 buyers hold seats"
    yield Row(f"{name}, until the last is in", f"{max(waits):.1f} s", "≤ 20 s", max(waits) <= 20)
    yield Row(f"{name}, p95 of the holds", f"{held.p95:.0f} ms", "≤ 1000 ms", held.p95 <= 1000)
    yield Row(f"{name}, memory", f"{before:.0f} – {after:.0f} MB", "≤ 1.2 times", after <= 1.2 * before)


def measure_codes() -> Iterator[Row]:
    """Let 100 people ask for a code, two at a time. The answer comes after the mail server has taken the email."""
    with ExitStack() as stack:
        mails = stack.enter_context(MailServer(Path(stack.enter_context(TemporaryDirectory()))))
        shop = stack.enter_context(started_shop(EMAIL_URL=mails.email_url, LIMITS_FACTOR="10"))
        people = [f"person{number}@example.com" for number in range(100)]
        asked = [build_request("POST", "/api/users/auth/code", {"email": email}) for email in people]
        result = run_load(shop.port, iter(asked), seconds=60, connections=2)
        if result.statuses != {200: len(people)} or {mail["To"] for mail in mails.received()} != {*people}:
            raise RuntimeError(f"Got {dict(result.statuses)}, and {len(mails.received())} emails.")
    what = "A code by email, p95 from the request to the mail server"
    yield Row(what, f"{result.p95:.0f} ms", "≤ 2000 ms", result.p95 <= 2000)


async def let_in(shop: Shop, emails: list[str]) -> tuple[Counter[int], list[float]]:
    """Let everybody sign in and order. Return the orders' statuses, and the seconds until each one was signed in."""
    drop, crowd = publish_drop(shop), iter(emails)
    statuses, waits = Counter[int](), list[float]()
    began = time.perf_counter()

    async def let_in_one_after_another() -> None:
        connection = Connection(shop.port)
        for email in crowd:  # the connections share them
            body = {"email": email, "password": PASSWORD}
            session = await wait_in_line(connection, build_request("POST", "/api/users/auth", body))
            waits.append(time.perf_counter() - began)
            (key,) = re.findall(rb"\r\nset-cookie: sessionid=(\w+)", session.head)
            order = await wait_in_line(connection, next(order_requests([key.decode()], [drop])))
            statuses[order.status] += 1
        connection.close()

    await asyncio.gather(*(let_in_one_after_another() for _ in range(CONNECTIONS)))
    return statuses, waits


async def wait_in_line(connection: Connection, request: bytes) -> Response:
    """Send a request again while the shop is busy, as the browser app does."""
    until = time.perf_counter() + PATIENCE
    while (response := await connection.send(request)).status == 503 and time.perf_counter() < until:
        (seconds,) = re.findall(rb"\r\nretry-after: (\d+)", response.head)
        connection.close()
        await asyncio.sleep(int(seconds) * random.uniform(1, 2))
    if response.status not in (200, 201, 409):
        raise RuntimeError(f"Got {response.status}: {response.body.decode()}")
    return response
