"""A volunteer's phone at the door, and the organizer's page of it."""

import re
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest
import segno
from playwright.sync_api import Error, Locator, Page, expect

from tests.e2e.journeys.conftest import PHONE, book, new_account, new_event, staff_account
from tests.e2e.journeys.open_door import PATIENCE, OpenDoor, lose_calls
from tests.e2e.journeys.steps import day_of, expect_no_sideways_scrolling, heading
from tests.support.servers.running_shop import RunningShop

# A camera that shows what the test draws.
CAMERA = """
const canvas = document.createElement("canvas")
canvas.width = 640
canvas.height = 480
const drawing = canvas.getContext("2d")
let rows = []
window.showCode = (next) => { rows = next }
const draw = () => {
  drawing.fillStyle = "#fff"
  drawing.fillRect(0, 0, 640, 480)
  drawing.fillStyle = "#000"
  const size = 8
  rows.forEach((row, y) => [...row].forEach((dark, x) => {
    if (dark === "1") drawing.fillRect(160 + x * size, 80 + y * size, size, size)
  }))
}
window.camera = { isFrozen: false, isDenied: false, opened: 0 }
setInterval(() => { if (!camera.isFrozen) draw() }, 40)
if (navigator.mediaDevices) navigator.mediaDevices.getUserMedia = async () => {
  if (camera.isDenied) throw new DOMException("", "NotAllowedError")
  camera.opened++
  camera.isFrozen = false
  camera.stream = canvas.captureStream(25)
  return camera.stream
}
window.tones = []
const start = OscillatorNode.prototype.start
OscillatorNode.prototype.start = function (at) {
  window.tones.push(this.frequency.value)
  start.call(this, at)
}
window.vibrations = []
navigator.vibrate = (pattern) => { window.vibrations.push(pattern); return true }
"""

# The shop's answer about a link never comes.
LINK_WAITS = """
const fetchNow = window.fetch
window.fetch = (address, ...rest) =>
  String(address).endsWith("/api/door/link") ? new Promise(() => {}) : fetchNow(address, ...rest)
"""


def rows_of(code: str) -> list[str]:
    qr = segno.make(code, error="m", micro=False, boost_error=False)
    return ["".join("1" if dark else "0" for dark in row) for row in qr.matrix]


def hold_up(page: Page, code: str | None) -> None:
    page.evaluate("rows => window.showCode(rows)", rows_of(code) if code else [])


@pytest.fixture
def volunteer(shop: RunningShop, visit: Any) -> tuple[Any, OpenDoor]:
    here = visit(PHONE)
    here.context.add_init_script(PATIENCE + CAMERA)
    return here, OpenDoor(shop, here.context)


def sign_in(page: Page, door: OpenDoor) -> None:
    page.get_by_label("PIN").fill(door.pin)
    page.get_by_label("Your first name").fill("Ana")
    page.get_by_role("button", name="Sign in", exact=True).click()


def enter(page: Page, door: OpenDoor) -> None:
    sign_in(page, door)
    expect(page.get_by_text(re.compile(r"\d of 5 in"))).to_be_visible()


def scan(page: Page, code: str) -> None:
    """Scan as a USB scanner does."""
    page.get_by_label("Type the code").fill(code)
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Next")).to_be_focused()


def verdict(page: Page) -> Any:
    return page.get_by_role("alert")


def wait_until_stored(page: Page) -> None:
    """Wait until the service worker has stored the page."""
    page.evaluate("navigator.serviceWorker.ready")


def test_the_link_says_what_it_is_for_its_pin_opens_the_door_and_the_key_leaves_the_address(volunteer):
    here, door = volunteer
    elsewhere = {"eventLocation": "The Bean, 1 Main St, Port Alder", "moveBookings": True}
    door.staff.ask("PUT", f"/api/products/{door.event['_id']}", elsewhere)
    page = here.page(door.path)
    assert page.url.endswith("/door/")
    shown = page.get_by_role("status").filter(has_text="Friday Draft")
    expect(shown).to_contain_text(day_of(door.event))
    expect(shown).to_contain_text("The Bean")
    expect(shown).not_to_contain_text("Main St")

    page.get_by_label("PIN").fill(door.wrong_pin)
    page.get_by_label("Your first name").fill("Ana")
    page.get_by_role("button", name="Sign in", exact=True).click()
    expect(page.get_by_role("alert")).to_have_text("That link and PIN do not go together.")

    enter(page, door)
    expect(page.get_by_role("heading", name="Friday Draft")).to_be_visible()


def test_a_phone_signs_in_without_an_answer_about_its_link_or_about_storing_data(volunteer):
    """Firefox asks the person whether it may store data, who may not answer."""
    here, door = volunteer
    here.context.add_init_script(LINK_WAITS)
    here.context.add_init_script("if (navigator.storage) navigator.storage.persist = () => new Promise(() => {})")

    enter(here.page(door.path), door)


def test_a_link_that_was_revoked_says_so_before_anything_is_typed(volunteer):
    here, door = volunteer
    door.revoke_link()

    page = here.page(door.path)

    expect(page.get_by_role("alert")).to_have_text(
        "You can't sign in with this link anymore. Ask the organizer for a new one."
    )


@pytest.mark.everyday
def test_a_scanned_code_lets_the_party_in_and_again_it_is_refused(volunteer):
    here, door = volunteer
    page = here.page(door.path)
    enter(page, door)

    hold_up(page, door.zoe)
    expect(verdict(page)).to_contain_text("Zoë K., 1 in")
    hold_up(page, door.maya)
    expect(verdict(page)).to_contain_text("Maya R., 4 in")
    hold_up(page, None)
    page.wait_for_timeout(3200)  # since Maya's code was read, Zoë's is out of view
    hold_up(page, door.zoe)
    expect(verdict(page)).to_contain_text("Already in since")

    page.wait_for_function("() => window.vibrations.length === 3 && window.tones.length === 4")
    assert page.evaluate("window.vibrations") == [[60], [60], [60, 60, 60]]
    assert page.evaluate("window.tones") == [1320, 1320, 660, 660]
    door.expect_admitted(1, 4)


def test_the_page_and_its_queue_survive_a_lost_connection_and_a_closed_browser(volunteer):
    here, door = volunteer
    page = here.page(door.path)
    enter(page, door)
    wait_until_stored(page)
    here.context.set_offline(True)
    lose_calls(here.context, True)
    page.get_by_label("Type the code").fill(door.maya)
    page.keyboard.press("Enter")
    expect(verdict(page)).to_contain_text("Maya R., 4 in")
    page.close()

    page = here.page("/door/")
    expect(page.get_by_text("4 of 5 in")).to_be_visible()
    expect(page.get_by_text("1 to send")).to_be_visible()
    expect(page.get_by_text("○ List from")).to_be_visible()
    assert door.list_admitted() == []
    here.context.set_offline(False)
    lose_calls(here.context, False)

    expect(page.get_by_text("All sent")).to_be_visible()
    door.expect_admitted(4)


def test_the_service_worker_serves_the_doors_page_and_no_page_of_the_shop(volunteer):
    here, door = volunteer
    page = here.page(door.path)
    wait_until_stored(page)
    page.reload()
    is_served = "navigator.serviceWorker.controller !== null"
    page.wait_for_function(is_served)
    assert page.evaluate("navigator.serviceWorker.ready.then((found) => found.scope)") == f"{door.shop.url}/door/"

    assert here.page("/").evaluate(is_served) is False


@pytest.fixture
def own() -> Iterator[RunningShop]:
    """Run a separate shop, which the test restarts."""
    with RunningShop() as running:
        yield running


def test_a_new_version_waits_until_the_queue_is_empty(own, visit):
    here = visit(PHONE, at=own)
    here.context.add_init_script(PATIENCE + CAMERA)
    door = OpenDoor(own, here.context)
    page = here.page(door.path)
    enter(page, door)
    wait_until_stored(page)
    with door.unreachable():
        scan(page, door.maya)
        page.keyboard.press("Escape")

        own.flags["SHOP_NAME"] = "Cards for Cats"
        own.stop()
        own.start()
        page.evaluate("navigator.serviceWorker.getRegistration().then((found) => found.update())")
        page.wait_for_function("navigator.serviceWorker.getRegistration().then((found) => found.waiting !== null)")
        expect(page.get_by_text("1 to send")).to_be_visible()
        assert page.title() == "Door · Cards for a Cause"

    with suppress(Error):  # if the phone has tried by itself meanwhile, the page reloads
        page.evaluate("window.dispatchEvent(new Event('online'))")  # otherwise it may wait for longer than the test
    expect(page).to_have_title("Door · Cards for Cats")
    expect(page.get_by_text("4 of 5 in")).to_be_visible()
    door.expect_admitted(4)


READERS = {
    "the phone's": 'detect = async () => (window.inView ? [{ rawValue: window.inView, format: "qr_code" }] : [])',
    "rejects": "detect = async () => { throw new Error() }",
    "hangs": "detect = () => new Promise(() => {})",
    "reads nothing": "detect = async () => []",
    "reads another format": 'detect = async () => [{ rawValue: "4006381333931", format: "ean_13" }]',
    "can't be made": "constructor() { throw new Error() }",
    "knows no format": "static getSupportedFormats = async () => []",
    "doesn't say": "static getSupportedFormats = () => new Promise(() => {})",
}
OWN_READER = """
if (location.protocol !== "about:") window.BarcodeDetector = {
  %s
}[localStorage.getItem("test:reader") ?? "the phone's"]
"""


def test_the_browsers_own_reader_is_preferred_unless_it_fails(volunteer):
    here, door = volunteer
    classes = (
        f'"{name}": class {{ static getSupportedFormats = async () => ["qr_code"]; {body} }}'
        for name, body in READERS.items()
    )
    here.context.add_init_script(OWN_READER % ",".join(classes))
    here.context.add_init_script(f"window.inView = {door.maya!r}")
    page = here.page(door.path)
    enter(page, door)
    expect(verdict(page)).to_contain_text("Maya R., 4 in")
    loaded = page.evaluate("performance.getEntriesByType('resource').map((each) => each.name)")
    assert not [url for url in loaded if "decoder" in url]

    for name in [*READERS][1:]:
        page.evaluate("name => localStorage.setItem('test:reader', name)", name)
        page.reload()
        hold_up(page, door.zoe)
        expect(verdict(page), name).to_contain_text("Zoë K.")


STOPS = {
    "is paused": "document.querySelector('video').pause()",
    "ended": "camera.stream.getTracks()[0].stop(); camera.stream.getTracks()[0].dispatchEvent(new Event('ended'))",
    "is frozen": "camera.isFrozen = true",
}


def test_a_picture_that_stops_comes_back_or_the_page_says_try_again(volunteer):
    here, door = volunteer
    page = here.page(door.path)
    enter(page, door)
    page.wait_for_function("() => document.querySelector('video').currentTime > 0")
    for number, (name, stop) in enumerate(STOPS.items()):
        page.evaluate(stop)
        if number:
            page.wait_for_function("count => camera.opened === count", arg=number + 1)
        hold_up(page, door.zoe)
        expect(verdict(page), name).to_contain_text("Zoë K.")
        page.wait_for_timeout(3200)  # until the same code counts again
        hold_up(page, None)
        page.keyboard.press("Escape")
        page.wait_for_timeout(3200)

    page.evaluate(f"camera.isDenied = true; {STOPS['ended']}")
    page.get_by_role("button", name="Try again").wait_for()
    page.evaluate("camera.isDenied = false")
    page.get_by_role("button", name="Try again").click()
    hold_up(page, door.maya)
    expect(verdict(page)).to_contain_text("Maya R., 4 in")
    page.keyboard.press("Escape")
    page.mouse.wheel(0, 5000)  # out of sight, the picture is not taken for a frozen one
    page.wait_for_timeout(4000)
    assert page.evaluate("camera.opened") == len(STOPS) + 1


def test_nothing_is_lost_that_is_typed_from_the_first_paint_on(volunteer):
    here, door = volunteer
    page = here.page(door.path)
    enter(page, door)
    wait_until_stored(page)
    here.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": 6})

    page.reload(wait_until="commit")
    page.wait_for_function("() => performance.getEntriesByType('paint').length > 0")
    page.keyboard.press("F2")
    page.keyboard.type("zoe\n")
    page.keyboard.type(door.maya + "\n")

    expect(verdict(page)).to_contain_text("Maya R., 4 in")
    expect(page.get_by_text("All sent")).to_be_visible()
    door.expect_admitted(1, 4)


def test_what_is_scanned_while_the_page_did_not_load_or_asks_for_the_pin_waits(volunteer):
    here, door = volunteer
    here.context.route("**/Scan-*.js", lambda route: route.abort())
    page = here.page(door.path)
    page.keyboard.type(door.zoe + "\n")
    sign_in(page, door)
    page.get_by_role("button", name="Try again").wait_for()
    here.context.unroute_all()
    page.get_by_role("button", name="Try again").click()
    expect(verdict(page)).to_contain_text("Zoë K., 1 in")

    page.goto("about:blank")
    page.goto(door.path)  # a link asks for the PIN again
    pin = page.get_by_label("PIN")
    page.wait_for_load_state("networkidle")
    pin.press_sequentially(door.pin[:3])
    page.wait_for_timeout(1100)
    page.keyboard.type(door.maya + "\n")
    expect(pin).to_have_value(door.pin[:3])
    sign_in(page, door)

    expect(verdict(page)).to_contain_text("Maya R., 4 in")
    door.expect_admitted(1, 4)


def section(page: Page, name: str) -> Locator:
    return page.get_by_role("region", name=name, exact=True)


def confirm(page: Page, question: str, action: str) -> None:
    dialog = page.get_by_role("alertdialog", name=question)
    dialog.get_by_role("button", name=action, exact=True).click()
    expect(dialog).to_have_count(0)


@pytest.mark.everyday
def test_an_organizer_adds_a_phone_sees_who_is_in_and_closes_the_door(shop, visit):
    event = new_event(shop, maximumEventCapacity=8)
    book(shop, new_account(shop), event, seats=2)
    page = visit(PHONE, account=staff_account(shop)).page(f"/admin/product/{event['_id']}/guests")
    page.get_by_role("link", name="Door", exact=True).click()
    expect(heading(page, f"Door: {event['name']}")).to_be_visible()
    page.get_by_role("button", name="Open the door").click()
    dialog = page.get_by_role("dialog", name="A phone that checks in")
    url, pin = dialog.get_by_label("Link", exact=True).input_value(), dialog.get_by_label("PIN").input_value()
    expect_no_sideways_scrolling(page)
    dialog.get_by_role("button", name="Done").click()
    expect(page.get_by_text("0 of 2 in")).to_be_visible()
    phones = section(page, "Phones at the door")
    expect(phones.get_by_role("listitem")).to_contain_text("Nobody has opened it yet")

    phone = visit(PHONE, reduced_motion="reduce").page("/door/#" + url.partition("#")[2])
    phone.get_by_label("PIN").fill(pin)
    phone.get_by_label("Your first name").fill("Bo")
    phone.get_by_role("button", name="Sign in", exact=True).click()
    expect(phone.get_by_text("● Online")).to_be_visible()
    phone.get_by_label("Find a name").fill("ana")
    phone.get_by_role("button", name=re.compile("^Ana D.")).click()
    expect(phone.get_by_role("alert")).to_contain_text("Ana D., 2 in")
    page.reload()

    expect(page.get_by_text("2 of 2 in")).to_be_visible()
    expect(phones.get_by_role("listitem")).to_contain_text("Bo checks in")
    expect_no_sideways_scrolling(page)
    page.get_by_role("link", name="Guest list").click()
    expect(page.get_by_role("row").get_by_text("2 of 2 in")).to_be_visible()
    page.get_by_role("link", name="Door", exact=True).click()

    page.get_by_role("button", name="More for Bo").click()
    page.get_by_role("button", name="End Bo").click()
    confirm(page, "End the phone of Bo?", "End")
    expect(phones.get_by_text("Ended")).to_be_visible()
    expect(phone.get_by_role("heading", name="Open the door's link again.")).to_be_visible()
    page.get_by_role("button", name="Close the door").click()
    confirm(page, "Close the door?", "Close")
    expect(page.get_by_text(re.compile("^Closed at"))).to_be_visible()
    expect(page.get_by_role("button", name="Add a phone")).to_have_count(0)
