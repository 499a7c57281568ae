"""Players on their phones: they find their table, report what came out, and see who leads."""

import re
from collections.abc import Callable

import pypdfium2
import pytest
from playwright.sync_api import Page, expect

from tests.e2e.journeys.accessibility import violations_in_both_themes
from tests.e2e.journeys.conftest import DESK, PHONE, Visit, go_to
from tests.e2e.journeys.steps import expect_no_sideways_scrolling
from tests.e2e.journeys.tables_evening import RunningTables
from tests.e2e.journeys.test_codes import images_of

FOUR = {"Ann": "Ann Ames", "Bob": "Bob Bell", "Cam": "Cam Cole", "Dee": "Dee Dunn"}


@pytest.fixture
def tables(shop):
    return RunningTables(shop, *FOUR.values())


def open_from_order(visit: Callable[..., Visit], tables: RunningTables, name: str, size=PHONE) -> Page:
    """Open the tables on the player's phone, with one tap on the order's page."""
    page = visit(size, account=tables.buyers[FOUR[name]]).page(f"/order/{tables.orders[FOUR[name]]}")
    page.get_by_role("link", name=re.compile("^(Table|Pairings)")).click()
    page.wait_for_url(f"**{tables.path}")
    return page


def mine(page: Page):
    return page.get_by_role("region", name="Your table")


def test_a_phone_that_is_offline_keeps_the_tables_and_says_how_old_they_are(visit, tables):
    tables.pair("Ann-Bob", "Cam-Dee")
    page = open_from_order(visit, tables, "Ann")
    expect(mine(page)).to_contain_text("Table 1")
    page.context.set_offline(True)

    mine(page).get_by_role("button", name="You won 2–0").click()

    expect(page.get_by_role("alert")).to_have_text("It wasn't sent. Check the connection, and try again.")
    expect(page.get_by_text(re.compile(r"No connection\. Last update \d+:\d\d [AP]M"))).to_be_visible()
    expect(mine(page)).to_contain_text("Table 1, round 1")
    page.context.set_offline(False)
    expect(page.get_by_text("No connection. Last update")).to_have_count(0)
    mine(page).get_by_role("button", name="You won 2–0").click()
    expect(mine(page)).to_contain_text("waiting for Bob B.")


def test_paper_has_the_tables_by_name_result_slips_and_the_standings(visit, tables):
    tables.pair("Ann-Bob", "Cam-Dee")
    page = visit(DESK).page(tables.path)
    expect(page.get_by_role("heading", name="Tables by name")).to_be_visible()

    paper = pypdfium2.PdfDocument(page.pdf(format="Letter"))

    # PDFs place letters, not words.
    texts = ["".join(sheet.get_textpage().get_text_range().split()) for sheet in paper]
    assert [text.split(",")[0] for text in texts] == ["Tablesbyname", "Resultslips", "Standings"]
    assert "Gameswon" in texts[1]
    assert all(name in text for text in texts for name in ("AnnA.", "BobB.", "CamC.", "DeeD."))
    assert [text for text in texts if "Printtables" in text] == []  # nothing else of the page


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_the_tables_are_accessible_and_fit_in_every_state_and_a_ticket_still_begins_with_its_code(visit, tables, size):
    found = []

    def check(page: Page) -> None:
        expect(page.locator("html[data-ready]")).to_be_attached()
        found.extend(violations_in_both_themes(page))
        expect_no_sideways_scrolling(page)

    ann = open_from_order(visit, tables, "Ann", size)
    check(ann)
    tables.pair("Ann-Bob", "Cam-Dee")
    expect(mine(ann)).to_contain_text("Table 1")
    for fold in ann.locator("summary").all():
        fold.click()
    check(ann)
    order = ann.context.new_page()
    go_to(order, f"/order/{tables.orders[FOUR['Ann']]}")
    expect(order.get_by_role("link", name=re.compile("^Table 1, round 1"))).to_be_visible()
    expect(images_of(order).first).to_be_in_viewport(ratio=1)
    expect(order.get_by_role("main").get_by_text(re.compile(r"^1 seat · ")).first).to_be_in_viewport(ratio=1)
    check(order)
    bob = open_from_order(visit, tables, "Bob", size)
    mine(ann).get_by_role("button", name="You won 2–0").click()
    expect(mine(bob)).to_contain_text("Right?")
    check(bob)
    mine(bob).get_by_role("button", name="No", exact=True).click()
    mine(bob).get_by_role("button", name="You won 2–0").click()
    expect(mine(bob)).to_contain_text("These don't match")
    check(bob)
    bob.goto(f"{tables.path}?wall")
    expect(bob.get_by_text("Cam C.")).to_be_visible()
    check(bob)
    tables.enter(1, 2, 0, 0)
    tables.write(kind="end")
    expect(ann.get_by_role("heading", name="Final standings")).to_be_visible()
    check(ann)
    tables.hide()
    bob.goto(tables.path)
    expect(bob.get_by_role("heading", name="No tables here")).to_be_visible()
    check(bob)

    assert found == []
