"""A scorekeeper enters results and pairs 32 players; players see the next round once the scorekeeper is back online."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random

from playwright.sync_api import Browser, Page, expect

from tests.e2e.door_goals.measured import Measured, at_most
from tests.e2e.door_goals.phone import SLOWDOWN
from tests.e2e.journeys.conftest import PHONE, Account, Visit, storage_state_of
from tests.e2e.journeys.tables_evening import TablesEvening
from tests.e2e.journeys.test_scorekeeper import LISTED, SIX, Scorekeeper, open_as_player
from tests.e2e.volunteer import Volunteer
from tests.support.servers.running_shop import RunningShop

PLAYERS, REPEATS = 32, 15
MAX_PAIRING, MAX_WAIT = 20, 8  # seconds
SCORES = ("2–0", "2–1", "1–2", "0–2")
# Keeps a promise of when the player's own table is one of round 2.
WATCH = """() => {
  const isPaired = () => document.body.innerText.includes(", round 2")
  window.paired = new Promise((resolve) => {
    const look = () => isPaired() && resolve(Date.now())
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true, characterData: true })
  })
}"""


@contextmanager
def open_scorekeeper(browser: Browser, evening: TablesEvening) -> Iterator[Scorekeeper]:
    """Open the link for the tables on a slow phone."""
    visit = Visit(browser, evening.shop, PHONE)
    try:
        phone = Scorekeeper(visit.page(evening.get_path()))
        phone.open(evening)
        phone.page.evaluate("navigator.serviceWorker.ready")
        visit.context.new_cdp_session(phone.page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWDOWN})
        yield phone
        assert visit.list_unexpected() == []
    finally:
        visit.context.close()


def measure_pairing(browser: Browser, shop: RunningShop) -> Iterator[Measured]:
    names, tables, random = [f"P{number:02} Ames" for number in range(PLAYERS)], PLAYERS // 2, Random(32)
    evening = TablesEvening(shop, names)
    evening.let_in(*names)
    with open_scorekeeper(browser, evening) as phone:
        phone.see(f"{PLAYERS} players")
        volunteer = Volunteer(phone.page, random)
        began = time.monotonic()
        pair(phone, volunteer, 1)
        paired = time.monotonic()
        for table in range(1, tables + 1):
            volunteer.press(phone.find_score(table, random.choice(SCORES)))
        pair(phone, volunteer, 2)
        seconds = time.monotonic() - paired
    yield at_most(f"{PLAYERS} players paired, with 1 tap", [paired - began], MAX_PAIRING)
    yield at_most(f"Results of {tables} tables and the next round, with {tables + 1} taps", [seconds], MAX_PAIRING)


def pair(phone: Scorekeeper, volunteer: Volunteer, number: int) -> None:
    volunteer.press_named(f"Pair round {number}")
    phone.see_round(number)


def measure_tables(browser: Browser, shop: RunningShop) -> Iterator[Measured]:
    """The scorekeeper takes the second round back each time, so that it can be paired again."""
    evening, visits, times = TablesEvening(shop, [], buyers=SIX[:4]), list[Visit](), list[float]()

    def visit(size: dict[str, int], account: Account) -> Visit:
        visits.append(Visit(browser, shop, size, storage_state=storage_state_of(shop, account, None)))
        return visits[-1]

    evening.let_in(*SIX[:4])
    with open_scorekeeper(browser, evening) as phone:
        phone.see("4 players")
        phone.pair(1)
        phone.enter_result(1, "2–0")
        phone.see("All sent")
        players = [open_as_player(visit, evening, name).region.page for name in SIX[:2]]
        for number in range(REPEATS):
            for player in players:
                expect(player.get_by_text(", round 1")).to_be_visible()
                player.evaluate(WATCH)
            times += time_next_round(phone, players, SCORES[number % len(SCORES)])
            phone.see("All sent")
            phone.press("Undo this pairing")
            phone.see_round(1)
    for each in visits:
        assert each.list_unexpected() == []
        each.context.close()
    what = "Next round on two players' phones, once the scorekeeper is back online"
    yield at_most(what, times, MAX_WAIT, p95=True)


def time_next_round(phone: Scorekeeper, players: list[Page], score: str) -> list[float]:
    """Enter the last result and pair without a connection. Return the seconds from its return, for each player."""
    phone.set_online(False)
    phone.see(LISTED)
    phone.enter_result(2, score)
    phone.pair(2)
    back = time.time()
    phone.set_online(True)
    return [player.evaluate("window.paired") / 1000 - back for player in players]
