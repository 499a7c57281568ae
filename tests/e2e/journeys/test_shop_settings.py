"""Changed shop settings apply immediately in every process."""

import re
from collections.abc import Iterator
from io import BytesIO
from typing import Any

import pytest
import requests
from PIL import Image
from playwright.sync_api import Page, expect

from tests.e2e.journeys.accessibility import SWITCH_THEME, violations
from tests.e2e.journeys.conftest import DESK, PHONE
from tests.support.servers.running_shop import STAFF, RunningShop

pytestmark = pytest.mark.browser
LOADS = 24  # on separate connections, so that both processes get some
CONSOLE = "/admin-console/"
SETTINGS = "/admin-console/charityshop/shopsettings/1/change/"


@pytest.fixture(scope="module")
def own() -> Iterator[RunningShop]:
    """Run a separate shop with two processes."""
    with RunningShop(workers=2) as running:
        yield running


def open_console(page: Page, path: str = CONSOLE) -> None:
    page.goto(f"{CONSOLE}login/?next={path}")
    page.get_by_label("Email").fill(STAFF["email"])
    page.get_by_label("Password").fill(STAFF["password"])
    page.get_by_role("button", name="Log in").click()
    page.wait_for_url(f"**{path}")


def a_logo() -> bytes:
    file = BytesIO()
    Image.new("RGB", (300, 150), "crimson").save(file, "PNG")
    return file.getvalue()


def header_color(page: Page) -> Any:
    return page.get_by_role("banner").evaluate("(header) => getComputedStyle(header).backgroundColor")


def test_changed_shop_settings_show_on_the_next_page_of_every_process(own, visit):
    guest = visit(DESK, at=own).page("/about")
    expect(guest.get_by_role("banner")).to_contain_text("Cards for a Cause")
    assert header_color(guest) == "rgb(18, 64, 47)"
    operator = visit(PHONE, at=own).page()
    open_console(operator, SETTINGS)

    operator.get_by_role("textbox", name="Name:", exact=True).fill("Foam & Felt")
    operator.get_by_label("Header color:", exact=True).fill("#5B2A86")
    operator.get_by_label("About:", exact=True).fill("We are the Tuesday table.")
    image = {"name": "logo.png", "mimeType": "image/png", "buffer": a_logo()}
    operator.get_by_label("New logo:").set_input_files([image])  # type: ignore[list-item]
    operator.get_by_role("button", name="Save", exact=True).click()
    expect(operator.get_by_text("was changed successfully")).to_be_visible()

    titles = [title_of(requests.get(f"{own.url}/about", timeout=10).text) for _ in range(LOADS)]
    assert titles == ["About Us · Foam &amp; Felt"] * LOADS
    guest.reload()
    expect(guest.get_by_role("banner")).to_contain_text("Foam & Felt")
    expect(guest.get_by_text("We are the Tuesday table.")).to_be_visible()
    assert header_color(guest) == "rgb(91, 42, 134)"
    assert guest.locator("header img").evaluate("(logo) => logo.complete && logo.naturalWidth") == 288
    guest.goto("/")  # a page with a first view
    expect(guest.get_by_role("heading", level=1)).to_have_text("Welcome to Foam & Felt")
    expect(guest.locator("html[data-ready]")).to_be_attached()
    guest.evaluate(SWITCH_THEME, "dark")
    assert header_color(guest) not in ("rgb(91, 42, 134)", "rgb(12, 42, 31)")
    assert violations(guest, only="color-contrast") == []


def title_of(page: str) -> str:
    found = re.search(r"<title>(.*?)</title>", page)
    return found[1] if found else ""
