"""From a ticket in the camera's view to the verdict on the screen, without and with a connection; and photos."""

import math
import re
from collections.abc import Iterator
from random import Random

from playwright.sync_api import Browser, expect

from bookings.pass_codes import hash_code
from tests.e2e.door_goals.measured import Measured, at_most
from tests.e2e.door_goals.phone import VolunteersPhone, open_phone
from tests.e2e.door_goals.photos import KINDS, render_photo
from tests.support.servers.running_shop import RunningShop

ROUNDS, QUEUED = 3, 120  # scans without a connection, and then all are sent
ONLINE = 120
PHOTOS_OF_A_KIND = 48
MAX_OFFLINE, MAX_ONLINE, MAX_SENDING, MAX_READING = 0.25, 0.45, 3, 1  # seconds
MIN_READ = 0.98
UNSAVED = "This phone can't save. Use another one."


def measure_offline(browser: Browser, shop: RunningShop) -> Iterator[Measured]:
    random, times, sent = Random(25), list[float](), list[float]()
    with open_phone(browser, shop, others=ROUNDS * QUEUED) as phone:
        for number in range(ROUNDS):
            phone.set_offline(True)
            times += [scan(phone, code, random) for code in phone.door.others[number * QUEUED :][:QUEUED]]
            expect(phone.page.get_by_text(re.compile(r"^\d+ to send"))).to_be_visible()
            sent.append(time_sending(phone))
        expect_everybody_in(phone, times)
    yield at_most("Ticket in view to verdict, without a connection", times, MAX_OFFLINE, p95=True)
    yield at_most(f"{QUEUED} queued entries sent, once the connection is back", sent, MAX_SENDING)


def measure_online(browser: Browser, shop: RunningShop) -> Iterator[Measured]:
    random = Random(26)
    with open_phone(browser, shop, others=ONLINE) as phone:
        times = [scan(phone, code, random) for code in phone.door.others]
        expect_everybody_in(phone, times)
    yield at_most("Ticket in view to verdict, online", times, MAX_ONLINE, p95=True)


def scan(phone: VolunteersPhone, code: str, random: Random) -> float:
    """Return the seconds until the guest is in: infinity, if the phone doesn't store the entry within its 150 ms."""
    seconds, text = phone.scan(render_photo(code, "plain", random))
    assert seconds is not None, f"{code} was not read"
    assert ", 1 in" in text or text == UNSAVED, text
    phone.put_away()
    return math.inf if text == UNSAVED else seconds


def expect_everybody_in(phone: VolunteersPhone, times: list[float]) -> None:
    found = phone.get_door()
    assert (found["in"], found["conflicts"]) == (sum(map(math.isfinite, times)), []), found


def time_sending(phone: VolunteersPhone) -> float:
    phone.page.evaluate("window.sending = timeSending(); null")
    phone.set_offline(False)
    return float(phone.page.evaluate("window.sending")) / 1000


def measure_photos(browser: Browser, shop: RunningShop) -> Iterator[Measured]:
    """Each photo is of another ticket. Yield a row for all photos, and one for each kind."""
    random = Random(27)
    kinds = [kind for kind in KINDS for _ in range(PHOTOS_OF_A_KIND)]
    with open_phone(browser, shop, others=len(kinds)) as phone:
        phone.set_offline(True)
        read = {kind: dict[str, float]() for kind in KINDS}
        for kind, code in zip(kinds, phone.door.others, strict=True):
            seconds, _ = phone.scan(render_photo(code, kind, random), patience=MAX_READING * 1000)
            if seconds is not None and seconds <= MAX_READING:
                read[kind][code] = seconds
            phone.put_away()
        time_sending(phone)
        codes = [code for found in read.values() for code in found]
        assert {hash_code(code) for code in codes} <= phone.list_admitted(), "another code was read"
    times = [seconds for found in read.values() for seconds in found.values()]
    yield count_read("Photos of tickets read within a second", times, len(kinds), f"≥ {100 * MIN_READ:.0f} %")
    for kind, found in read.items():
        yield count_read(f"– {kind}: {KINDS[kind]}", list(found.values()), PHOTOS_OF_A_KIND, "")


def count_read(what: str, times: list[float], number: int, goal: str) -> Measured:
    share = len(times) / number
    result = f"{len(times)} of {number} ({100 * share:.1f} %)"
    return Measured(what, result, goal, not goal or share >= MIN_READ, times, number)
