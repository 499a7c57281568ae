"""A scorekeeper keeps a tournament on a phone, without a connection too, while players report from theirs."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.journeys.accessibility import expect_fit, violations_in_both_themes
from tests.e2e.journeys.conftest import DESK, PHONE, SMALL_PHONE, Visit
from tests.e2e.journeys.door_screens import BACK_ONLINE, Phone
from tests.e2e.journeys.open_door import lose_calls
from tests.e2e.journeys.tables_evening import TablesEvening
from tests.e2e.journeys.test_door_screens import TOO_SMALL_AT_THE_DOOR
from tests.support.servers.running_shop import RunningShop

Browse = Callable[..., Visit]
SIX = ["Maya Rossi", "Theo Marsh", "Ingrid Solberg", "June Okafor", "Mateo Vargas", "Zoë Kern"]
LATE = ["Ben Adeyemi", "Maximiliana van der Berg"]
LISTED = re.compile("^○ List from")


@dataclass(frozen=True, slots=True)
class Player:
    """The page of a player's phone."""

    name: str
    region: Locator
    """Their own table."""


def open_as_player(visit: Browse, evening: TablesEvening, name: str) -> Player:
    """Open the tables from the ticket."""
    page = visit(PHONE, account=evening.buyers[name]).page(f"/order/{evening.orders[name]}")
    page.get_by_role("link", name=re.compile("^(Table|Pairings)")).click()
    return Player(name, page.get_by_role("region", name="Your table"))


class Scorekeeper(Phone):
    """The page of a phone that keeps the tables."""

    def open(self, evening: TablesEvening, link: dict[str, str] | None = None, name: str = "Noor") -> None:
        self.enter((link or evening.link)["pin"], name)
        self.see("● Online")

    def pair(self, number: int) -> None:
        self.press(f"Pair round {number}")
        self.see_round(number)

    def see_round(self, number: int) -> None:
        self.see(re.compile(f"^Round {number} of"))

    def find_score(self, table: int, score: str) -> Locator:
        """Return the button on the card of a table."""
        card = self.page.get_by_role("group", name=f"Table {table}", exact=True)
        return card.get_by_role("button", name=re.compile(f" {score} "))

    def enter_result(self, table: int, score: str) -> None:
        button = self.find_score(table, score)
        button.click()
        expect(button).to_have_attribute("aria-pressed", "true")

    def set_online(self, is_online: bool) -> None:
        self.page.context.set_offline(not is_online)
        lose_calls(self.page.context, not is_online)
        self.page.evaluate(BACK_ONLINE)  # so that nobody has to wait for the next list


@pytest.mark.everyday
def test_two_rounds_without_a_connection_reach_the_shop_and_two_players_who_report(shop: RunningShop, visit: Browse):
    evening = TablesEvening(shop, [], buyers=SIX)
    evening.let_in(*SIX)
    phone = Scorekeeper(visit(PHONE).page(evening.get_path()))
    phone.open(evening)
    phone.see("6 players")
    phone.pair(1)
    phone.page.evaluate("navigator.serviceWorker.ready")
    phone.see("All sent")
    players = [open_as_player(visit, evening, seats[0]) for seats in evening.list_seats(1)[:2]]
    for player in players:
        expect(player.region).to_contain_text(re.compile(r"Table \d, round 1"))

    phone.set_online(False)
    phone.see(LISTED)
    for player in players:  # the scorekeeper will enter other results
        player.region.get_by_role("button", name="You won 2–0").click()
        expect(player.region).to_contain_text("You said 2–0 for you")
    for round_number in (1, 2):
        for table, score in ((1, "2–1"), (2, "0–2"), (3, "1–2")):
            phone.enter_result(table, score)
        phone.pair(round_number + 1)
        phone.page.reload()
        phone.see(re.compile(f"^Round {round_number + 1} of 3"))
    phone.see("8 to send")
    assert len(evening.tables["rounds"]) == 1
    phone.set_online(True)
    phone.see("All sent")

    first, second, third = evening.tables["rounds"]
    results = [[table["result"]["games"] for table in each["tables"]] for each in (first, second)]
    assert results == [[[2, 1, 0], [0, 2, 0], [1, 2, 0]]] * 2
    assert [table["result"] for table in third["tables"]] == [None] * 3
    met = [frozenset(table["players"]) for each in (first, second, third) for table in each["tables"]]
    assert len(set(met)) == 9, "nobody meets anybody twice"
    for player in players:
        table = next(number for number, seats in enumerate(evening.list_seats(3), 1) if player.name in seats)
        expect(player.region).to_contain_text(f"Table {table}, round 3")


def show_screens(phone: Scorekeeper, evening: TablesEvening, link: dict[str, str]) -> Iterator[str]:
    phone.open(evening)
    phone.see("6 players")
    yield "setup"
    phone.page.get_by_role("radio", name="Draft").check()
    yield "setup of a draft"
    phone.page.get_by_role("radio", name="Commander").check()
    yield "setup of Commander"
    phone.page.get_by_role("radio", name="Swiss").check()
    phone.press("Look at the players first")
    phone.press("Players")
    phone.press("Zoë K., more")
    yield "players"
    phone.press("Round")
    phone.pair(1)
    phone.press(re.compile("^Start the clock"))
    phone.see("All sent")
    seats = evening.list_seats(1)
    evening.report(seats[1][0], 1, 2, games=[1, 1, 1])
    evening.report(seats[2][0], 1, 3, games=[2, 1, 0])
    evening.report(seats[2][1], 1, 3, games=[0, 2, 0])
    evening.let_in(*LATE)
    phone.enter_result(1, "2–0")
    phone.see("These don't match: 2–1 and 0–2")
    yield "round"
    phone.press(re.compile("and more for table 1$"))
    yield "all results"
    phone.press(re.compile("and more for table 1$"))
    phone.see("Players +2")
    phone.press("Players +2")
    yield "late players"
    phone.press("Add all 2")
    phone.press("Round")
    phone.press(re.compile("1–1–1 .*, as reported$"))
    phone.press(re.compile("2–1 .*, as reported$"))
    phone.pair(2)
    phone.press("Round 1")
    phone.see("Back to round 2")
    yield "an earlier round"
    phone.press("Back to round 2")
    phone.press("Standings")
    yield "standings"
    phone.press("Log")
    yield "log"
    phone.press("Round")
    phone.see("All sent")
    phone.set_online(False)
    phone.enter_result(1, "2–0")
    other = Scorekeeper(phone.page.context.browser.new_context(base_url=evening.shop.url).new_page())
    other.page.goto(evening.get_path(link))
    other.open(evening, link, "Ana")
    other.press("Take over")
    other.see(re.compile("^Results of tables"))
    other.page.context.close()
    phone.set_online(True)
    phone.see("1 result was not sent: enter it again?")
    yield "taken over"
    phone.press("Take over")
    phone.press("Enter again")
    for table in (2, 3, 4):
        phone.enter_result(table, "2–1")
    phone.press("End early")
    yield "before the end"
    phone.press("End it")
    phone.see("The tournament has ended.")
    yield "ended"


@pytest.mark.parametrize("size", [SMALL_PHONE, DESK], ids=["phone", "desk"])
def test_every_screen_is_accessible_and_fits(shop: RunningShop, visit: Browse, size: dict[str, int]) -> None:
    evening, found = TablesEvening(shop, [*SIX, *LATE]), []
    evening.let_in(*SIX)
    page = visit(size, reduced_motion="reduce").page(evening.get_path())
    for name in show_screens(Scorekeeper(page), evening, evening.create_link("tables")):
        faults = violations_in_both_themes(page) + page.evaluate(TOO_SMALL_AT_THE_DOOR)
        expect_fit(page)
        found += [f"{name}: {fault}" for fault in faults]

    assert found == []


def test_a_round_is_entered_by_keyboard_only(shop: RunningShop, visit: Browse) -> None:
    evening = TablesEvening(shop, SIX[:4])
    evening.let_in(*SIX[:4])
    page: Page = visit(DESK, reduced_motion="reduce").page(evening.get_path())
    phone = Scorekeeper(page)
    phone.open(evening)
    page.get_by_role("radio", name="Swiss").focus()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("radio", name="Draft")).to_be_checked()
    page.keyboard.press("ArrowLeft")
    page.get_by_role("button", name="Pair round 1").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name=re.compile("^Round 1 of"))).to_be_focused()
    for _ in range(2):  # the clock, then the first result
        page.keyboard.press("Tab")
    expect(page.get_by_role("button", name=re.compile(" 2–0 ")).first).to_be_focused()
    page.keyboard.press("Space")
    phone.see("1 of 2 tables have a result.")
