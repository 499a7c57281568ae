"""`python -m tests.security.sign_in_load`: sign-in limits and seat holds while 60 users sign in at once.

Timed goals belong here and not in the ordinary tests. Ends with a line of figures, and with exit code 1 where a limit
does not hold or holds are slower than the goal.
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
TRIES = 10  # THROTTLE_SIGN_IN_ACCOUNT's default: failures per account and address
GUESSING_ADDRESSES = 3
HOUR, ENOUGH = 3600, 120  # seconds
PATIENCE = 300  # seconds, so that a slow shop is measured too
ANSWERS = (200, 429, 503)  # to the right password; a refusal says when to come back


@dataclass(frozen=True, slots=True)
class Hold:
    status: int
    seconds: float


def main() -> int:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")  # names the database to make the shop's one in
    # The server trusts this machine as a proxy, so that the test can come from any number of addresses.
    with RunningShop(flags={"TRUSTED_PROXIES": "127.0.0.1"}) as shop:
        wrong = wrong_limits(shop)
        answers, holds = load(shop)
    wrong += [*wrong_answers(answers), *wrong_holds(holds)]
    for sentence in wrong:
        print(sentence)
    statuses = ", ".join(f"{status}: {number}" for status, number in sorted(Counter(map(status_of, answers)).items()))
    print(
        f"Sign-in limits: {len(wrong)} faults; {WAVES} times {AT_ONCE} sign-ins at once ({statuses}), "
        f"{len(holds)} holds meanwhile, p95 {p95(holds):.2f} s (goal {GOAL_SECONDS:.0f} s)"
    )
    return 1 if wrong else 0


def sign_in(shop: RunningShop, password: str, *, address: int) -> Response:
    """From the address of that number."""
    forwarded = {"X-Forwarded-For": f"198.18.{address // 250}.{address % 250 + 1}"}
    client = shop.client()
    client.patience = PATIENCE
    return client.call("POST", "/api/users/auth", STAFF | {"password": password}, headers=forwarded)


def status_of(answer: Response) -> int:
    return answer.status_code


# --- The limits ------------------------------------------------------------------------------------------------------


def wrong_limits(shop: RunningShop) -> list[str]:
    """Guess from several addresses, the first of which signed in before; then the owner comes from another one."""
    wait_for_the_next_hour()
    wrong = []
    if (first := sign_in(shop, STAFF["password"], address=0).status_code) != 200:
        wrong.append(f"The right password was answered with {first}.")
    for address in range(GUESSING_ADDRESSES):
        statuses = [sign_in(shop, f"guess {n}", address=address).status_code for n in range(TRIES + 2)]
        if statuses != [401] * TRIES + [429] * 2:
            wrong.append(f"Guesses from address {address} were answered with {statuses}.")
    if (owner := sign_in(shop, STAFF["password"], address=GUESSING_ADDRESSES).status_code) != 200:
        wrong.append(f"The owner was answered with {owner} at an address of their own.")
    return wrong


def wait_for_the_next_hour() -> None:
    """If it is near: tries are counted by the hour."""
    left = HOUR - time.time() % HOUR
    if left < ENOUGH:
        time.sleep(left)


# --- Many sign-ins at once -------------------------------------------------------------------------------------------


def load(shop: RunningShop) -> tuple[list[Response], list[Hold]]:
    """Waves of sign-ins with the right password, each from its own address, and what buyers see meanwhile."""
    night = shop.add_event(name="Friday Draft", price=12, countInStock=BUYERS, **next_week())
    crowd = shop.crowd(BUYERS)
    is_over = Event()

    def buy(buyers: Sequence[Client]) -> list[Hold]:
        return [hold(buyer, night) for buyer in buyers if not is_over.is_set()]

    with ThreadPoolExecutor(BUYING_AT_ONCE) as pool:
        buying = [pool.submit(buy, crowd[part::BUYING_AT_ONCE]) for part in range(BUYING_AT_ONCE)]
        try:
            answers = [answer for number in range(WAVES) for answer in wave(shop, number)]
        finally:
            is_over.set()
        return answers, [each for done in buying for each in done.result()]


def hold(buyer: Client, night: dict[str, Any]) -> Hold:
    buyer.patience = PATIENCE
    began = time.monotonic()
    answer = buyer.call("POST", "/api/orders", order_body(night, seats=1))
    return Hold(answer.status_code, time.monotonic() - began)


def wave(shop: RunningShop, number: int) -> list[Response]:
    together = Barrier(AT_ONCE)

    def come(address: int) -> Response:
        together.wait(60)
        return sign_in(shop, STAFF["password"], address=address)

    first = 1000 + number * AT_ONCE
    with ThreadPoolExecutor(AT_ONCE) as pool:
        return list(pool.map(come, range(first, first + AT_ONCE)))


def wrong_answers(answers: Sequence[Response]) -> list[str]:
    unknown = Counter(answer.status_code for answer in answers if answer.status_code not in ANSWERS)
    silent = sum(answer.status_code in (429, 503) and "Retry-After" not in answer.headers for answer in answers)
    return [
        *([f"Sign-ins were answered with other statuses: {dict(unknown)}."] if unknown else []),
        *([f"{silent} refused sign-ins were not told when to come back."] if silent else []),
        *([] if any(answer.ok for answer in answers) else ["Nobody was signed in."]),
    ]


def wrong_holds(holds: Sequence[Hold]) -> list[str]:
    refused = Counter(each.status for each in holds if each.status != 201)
    return [
        *([f"Holds were answered with other statuses: {dict(refused)}."] if refused else []),
        *([f"95 of 100 holds took up to {p95(holds):.1f} seconds."] if p95(holds) >= GOAL_SECONDS else []),
    ]


def p95(holds: Sequence[Hold]) -> float:
    return sorted(each.seconds for each in holds)[math.ceil(len(holds) * 0.95) - 1]


if __name__ == "__main__":
    sys.exit(main())
