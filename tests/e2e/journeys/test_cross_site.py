"""A page of another site in a user's browser can change, read and frame nothing."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.journeys.conftest import Account, Visit, new_account, new_event, staff_account, storage_state_of
from tests.e2e.journeys.foreign_site import ForeignSite, foreign_site
from tests.support.browser import find_browser
from tests.support.servers.running_shop import Client, RunningShop

FOREIGN = "evil.example"  # another site; on 127.0.0.1, the page is another origin of the same site

EVIL_PAGE = """<!doctype html><meta charset="utf-8"><title>A friendly page</title><script>
const shop = SHOP, attacks = ATTACKS
const outcomes = []
const note = (attack, outcome) => outcomes.push([attack, outcome])
const settled = (promise) => Promise.race([promise, new Promise((end) => setTimeout(end, 20000, "no answer"))])
async function by_fetch(method, path, body) {
  for (const [mode, type] of [["cors", "application/json"], ["no-cors", "text/plain"], ["cors", "text/plain"]]) {
    try {
      const options = { method, mode, credentials: "include", headers: { "Content-Type": type } }
      if (method !== "GET") options.body = JSON.stringify(body)
      const answer = await settled(fetch(shop + path, options))
      note(`${mode} ${type} ${method} ${path}`, answer.type === "opaque" ? "opaque" : `read ${answer.status}`)
    } catch (error) {
      note(`${mode} ${type} ${method} ${path}`, "refused")
    }
  }
}
function by_form(path, body, enctype) {
  return settled(new Promise((end) => {
    const frame = document.createElement("iframe"), form = document.createElement("form")
    frame.name = `frame${Math.random()}`
    document.body.append(frame, form)
    Object.assign(form, { action: shop + path, method: "post", enctype, target: frame.name })
    if (enctype === "text/plain") {
      const text = JSON.stringify(body), field = document.createElement("input")
      field.name = text.slice(0, -1) + ',"x":"'
      field.value = '"}'
      form.append(field)
    } else {
      for (const [name, value] of Object.entries(body)) {
        const field = document.createElement("input")
        Object.assign(field, { name, value })
        form.append(field)
      }
    }
    frame.onload = () => end("sent")
    form.submit()
  }))
}
function by_tag(tag, path) {
  return settled(new Promise((end) => {
    const element = document.createElement(tag)
    element.onload = () => end("loaded")
    element.onerror = () => end("refused")
    element.src = shop + path
    document.body.append(element)
  })).then((outcome) => note(`${tag} ${path}`, outcome))
}
async function go() {
  for (const [method, path, body] of attacks) {
    await by_fetch(method, path, body)
    if (method === "POST") {
      for (const kind of ["application/x-www-form-urlencoded", "multipart/form-data", "text/plain"]) {
        await by_form(path, body, kind)
      }
      navigator.sendBeacon(shop + path, new Blob([JSON.stringify(body)], { type: "text/plain" }))
    }
  }
  await by_tag("script", "/api/users/profile")
  await by_tag("img", "/api/users/profile")
  document.title = JSON.stringify(outcomes)
  document.body.id = "done"
}
addEventListener("load", go)
</script><body></body>"""
FRAMES = """<!doctype html><title>Frames</title>
<iframe id="a" src="SHOP/"></iframe><iframe id="b" src="SHOP/checkout/"></iframe>
<iframe id="c" src="SHOP/admin-console/login/"></iframe><iframe id="d" src="SHOP/api/products"></iframe>
<object id="e" data="SHOP/cart"></object><embed id="f" src="SHOP/login">"""


@pytest.fixture(scope="module")
def evil_site() -> Iterator[ForeignSite]:
    with foreign_site() as site:
        yield site


@pytest.fixture(scope="module")
def wide_browser(browser: Browser) -> Iterator[Browser]:
    """Start a browser that resolves evil.example to this machine."""
    rules = f"--host-resolver-rules=MAP {FOREIGN} 127.0.0.1, MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"
    started = browser.browser_type.launch(executable_path=find_browser(), args=["--no-sandbox", rules])
    yield started
    started.close()


def open_as(browser: Browser, shop: RunningShop, account: Account | None = None) -> Visit:
    size = {"width": 800, "height": 600}
    return Visit(browser, shop, size, storage_state=storage_state_of(shop, account, None))


def open_foreign_page(there: Visit, address: str) -> Page:
    """Open a page that is not the shop's."""
    page = there.context.new_page()
    page.goto(address)
    return page


def attacks(event: dict[str, Any], victim: dict[str, Any]) -> list[list[Any]]:
    """Return requests that an attacker's page sends. All would work on the shop's own pages."""
    seats = {"bookingDate": event["startTime"], "reservationSeats": 1}
    return [
        ["PUT", "/api/users/profile", {"firstName": "Owned"}],
        ["PUT", f"/api/users/{victim['_id']}", {"firstName": "Owned", "isAdmin": True}],
        ["POST", "/api/orders", {"orderItems": [{"_id": event["_id"], "bookings": [seats]}]}],
        ["POST", f"/api/products/{event['_id']}/archive", {}],
        ["POST", "/api/products", {"name": "Owned"}],
        ["POST", "/api/users/logout", {}],
        ["DELETE", "/api/users/sessions", {}],
        ["GET", "/api/users", None],
    ]


def state(staff: Client, event: dict[str, Any], victim: dict[str, Any]) -> dict[str, Any]:
    """Return the data that the attacks would change."""
    rows = (f"users/{victim['_id']}", f"products/{event['_id']}")
    found = {path: staff.ask("GET", f"/api/{path}") for path in ("users/profile", "orders", "products", *rows)}
    return found | {"sessions": {session["_id"] for session in staff.ask("GET", "/api/users/sessions")}}


@pytest.mark.parametrize("host", [FOREIGN, "127.0.0.1"], ids=["another site", "another origin of the same site"])
def test_another_sites_page_can_change_and_read_nothing(shop, wide_browser, evil_site, host):
    staff, victim, event = staff_account(shop), new_account(shop), new_event(shop)
    session = Client(shop.url, session=staff.session)
    before = state(session, event, victim.user)
    listed = json.dumps(attacks(event, victim.user))
    page_text = EVIL_PAGE.replace("SHOP", json.dumps(shop.url)).replace("ATTACKS", listed)
    there = open_as(wide_browser, shop, staff)

    page = open_foreign_page(there, evil_site.at(host, f"/{host}", page_text))
    expect(page.locator("#done")).to_be_attached(timeout=60_000)
    outcomes = dict(json.loads(page.title()))
    there.context.close()

    assert len(outcomes) == len(attacks(event, victim.user)) * 3 + 2
    assert {outcome for attack, outcome in outcomes.items() if attack.startswith("cors")} == {"refused"}
    assert not [attack for attack, outcome in outcomes.items() if outcome.startswith("read")]
    assert outcomes["script /api/users/profile"] == outcomes["img /api/users/profile"] == "refused"
    assert state(session, event, victim.user) == before


def test_the_same_requests_work_from_the_shops_own_page(shop: RunningShop, wide_browser: Browser) -> None:
    """The control: the same requests with the same sign-in."""
    staff, victim, event = staff_account(shop), new_account(shop), new_event(shop)
    there = open_as(wide_browser, shop, staff)
    page = there.context.new_page()
    page.goto("/about")
    sent = """async ([method, path, body]) => {
      const headers = { "Content-Type": "application/json" }
      const options = { method, headers, body: method === "GET" ? undefined : JSON.stringify(body) }
      return (await fetch(path, options)).status
    }"""

    own = ("/api/users/profile", "/api/users/logout")
    others = [attack for attack in attacks(event, victim.user) if attack[1] not in own]
    statuses = [page.evaluate(sent, attack) for attack in others]
    there.context.close()

    assert all(200 <= status < 300 for status in statuses), list(zip(others, statuses, strict=True))


def test_another_site_can_neither_frame_the_shop_nor_control_a_window_that_it_opens(shop, wide_browser, evil_site):
    there = open_as(wide_browser, shop)
    for host in (FOREIGN, "127.0.0.1"):
        page = open_foreign_page(there, evil_site.at(host, f"/frames-{host}", FRAMES.replace("SHOP", shop.url)))
        page.wait_for_load_state("networkidle")
        framed = [frame for frame in page.frames if frame != page.main_frame]
        assert len(framed) >= 4  # browsers show an error page in the frame
        assert [frame.url for frame in framed if frame.url.startswith(shop.url)] == []

    opener = f'<a href="{shop.url}/about" target="w" rel="opener">go</a>'
    page = open_foreign_page(there, evil_site.at(FOREIGN, "/opener", opener))
    with there.context.expect_page() as opened:
        page.get_by_text("go").click()
    shop_page: Page = opened.value
    shop_page.wait_for_load_state()
    has_opener = shop_page.evaluate("window.opener !== null")
    there.context.close()

    assert not has_opener
