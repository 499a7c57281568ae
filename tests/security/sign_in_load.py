"""`python -m tests.security.sign_in_load`: sign-in limits and seat holds while 60 users sign in at once.

Ordinary tests have no timed goals, so these are here. Prints a line of figures; exits with 1 if a limit fails or holds
are slower than the goal.
"""

import math
import os
import sys
import time
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from threading import Barrier, Event
from typing import Any

from requests import Response

from tests.support.servers.running_shop import STAFF, Client, RunningShop
from tests.support.shopping import next_week, order_body

AT_ONCE, WAVES = 60, 3
BUYERS, BUYING_AT_ONCE = 800, 4
GOAL_SECONDS = 3.0  # for 95 of 100 holds
TRIES = 10  # failures per account and address
GUESSING_ADDRESSES = 3
HOUR, MIN_LEFT = 3600, 120  # seconds
PATIENCE = 300  # seconds, so that slow shops can be measured
ANSWERS = (200, 429, 503)  # to the right password; refusals have Retry-After


@dataclass(frozen=True, slots=True)
class Hold:
    status: int
    seconds: float


def main() -> int:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")  # its database server gets the shop's
    # The server trusts this machine as a proxy, so that requests can come from any number of addresses.
    with RunningShop(flags={"TRUSTED_PROXIES": "127.0.0.1", "LIMITS_FACTOR": "1"}) as shop:
        faults = check_limits(shop)
        answers, holds = load(shop)
    faults += [*check_answers(answers), *check_holds(holds)]
    for fault in faults:
        print(fault)
    statuses = ", ".join(f"{status}: {number}" for status, number in sorted(Counter(map(get_status, answers)).items()))
    print(
        f"Sign-in limits: {len(faults)} faults; {WAVES} times {AT_ONCE} sign-ins at once ({statuses}), "
        f"{len(holds)} holds meanwhile, p95 {p95(holds):.2f} s (goal {GOAL_SECONDS:.0f} s)"
    )
    return 1 if faults else 0


def sign_in(shop: RunningShop, password: str, *, address: int) -> Response:
    """Sign in as staff from the address with this number."""
    forwarded = {"X-Forwarded-For": f"198.18.{address // 250}.{address % 250 + 1}"}
    client = shop.client()
    client.patience = PATIENCE
    return client.call("POST", "/api/users/auth", STAFF | {"password": password}, headers=forwarded)


def get_status(answer: Response) -> int:
    return answer.status_code


# --- The limits ------------------------------------------------------------------------------------------------------


def check_limits(shop: RunningShop) -> list[str]:
    """Guess from several addresses, the first of which signed in before; then the owner signs in from another one."""
    wait_for_the_next_hour()
    faults = []
    if (first := sign_in(shop, STAFF["password"], address=0).status_code) != 200:
        faults.append(f"The right password was answered with {first}.")
    for address in range(GUESSING_ADDRESSES):
        statuses = [sign_in(shop, f"guess {n}", address=address).status_code for n in range(TRIES + 2)]
        if statuses != [401] * TRIES + [429] * 2:
            faults.append(f"Guesses from address {address} were answered with {statuses}.")
    if (owner := sign_in(shop, STAFF["password"], address=GUESSING_ADDRESSES).status_code) != 200:
        faults.append(f"The owner was answered with {owner} at an address of their own.")
    return faults


def wait_for_the_next_hour() -> None:
    """Wait for the next hour if it is near, because failures are counted by the hour."""
    left = HOUR - time.time() % HOUR
    if left < MIN_LEFT:
        time.sleep(left)


# --- Many sign-ins at once -------------------------------------------------------------------------------------------


def load(shop: RunningShop) -> tuple[list[Response], list[Hold]]:
    """Sign in with the right password in waves, each time from a new address, while buyers place orders."""
    event = shop.add_event(name="Friday Draft", price=12, countInStock=BUYERS, **next_week())
    crowd = shop.crowd(BUYERS)
    is_over = Event()

    def buy(buyers: Sequence[Client]) -> list[Hold]:
        return [hold(buyer, event) for buyer in buyers if not is_over.is_set()]

    with ThreadPoolExecutor(BUYING_AT_ONCE) as pool:
        buying = [pool.submit(buy, crowd[part::BUYING_AT_ONCE]) for part in range(BUYING_AT_ONCE)]
        try:
            answers = [answer for number in range(WAVES) for answer in wave(shop, number)]
        finally:
            is_over.set()
        return answers, [each for done in buying for each in done.result()]


def hold(buyer: Client, event: dict[str, Any]) -> Hold:
    buyer.patience = PATIENCE
    began = time.monotonic()
    answer = buyer.call("POST", "/api/orders", order_body(event, seats=1))
    return Hold(answer.status_code, time.monotonic() - began)


def wave(shop: RunningShop, number: int) -> list[Response]:
    barrier = Barrier(AT_ONCE)

    def sign_in_together(address: int) -> Response:
        barrier.wait(60)
        return sign_in(shop, STAFF["password"], address=address)

    first = 1000 + number * AT_ONCE
    with ThreadPoolExecutor(AT_ONCE) as pool:
        return list(pool.map(sign_in_together, range(first, first + AT_ONCE)))


def check_answers(answers: Sequence[Response]) -> list[str]:
    unknown = Counter(answer.status_code for answer in answers if answer.status_code not in ANSWERS)
    without = sum(answer.status_code in (429, 503) and "Retry-After" not in answer.headers for answer in answers)
    return [
        *([f"Sign-ins were answered with other statuses: {dict(unknown)}."] if unknown else []),
        *([f"{without} refused sign-ins had no Retry-After."] if without else []),
        *([] if any(answer.ok for answer in answers) else ["Nobody was signed in."]),
    ]


def check_holds(holds: Sequence[Hold]) -> list[str]:
    refused = Counter(each.status for each in holds if each.status != 201)
    return [
        *([f"Holds were answered with other statuses: {dict(refused)}."] if refused else []),
        *([f"95 of 100 holds took up to {p95(holds):.1f} seconds."] if p95(holds) >= GOAL_SECONDS else []),
    ]


def p95(holds: Sequence[Hold]) -> float:
    return sorted(each.seconds for each in holds)[math.ceil(len(holds) * 0.95) - 1]


if __name__ == "__main__":
    sys.exit(main())
