"""A volunteer's phone at the door."""

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest
import segno
from playwright.sync_api import Error, Page, expect

from tests.e2e.journeys.conftest import PHONE
from tests.e2e.journeys.open_door import PATIENCE, OpenDoor, lose_calls
from tests.e2e.journeys.staff import format_venue_day
from tests.support.servers.running_shop import RunningShop

pytestmark = pytest.mark.browser

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
setInterval(draw, 40)
if (navigator.mediaDevices) navigator.mediaDevices.getUserMedia = async () => canvas.captureStream(25)
window.tones = []
const start = OscillatorNode.prototype.start
OscillatorNode.prototype.start = function (at) {
  window.tones.push(this.frequency.value)
  start.call(this, at)
}
window.vibrations = []
navigator.vibrate = (pattern) => { window.vibrations.push(pattern); return true }
"""

# The shop's answer about a link doesn't come, until the test lets it.
LINK_WAITS = """
const fetchNow = window.fetch
window.fetch = async (address, ...rest) => {
  if (String(address).endsWith("/api/door/link")) await new Promise((go) => { window.answerLink = go })
  return fetchNow(address, ...rest)
}
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


def enter(page: Page, door: OpenDoor, seats: int = 5) -> None:
    page.get_by_label("PIN").fill(door.pin)
    page.get_by_label("Your first name").fill("Ana")
    page.get_by_role("button", name="Sign in", exact=True).click()
    expect(page.get_by_text(f"0 of {seats} in")).to_be_visible()


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


def test_the_link_and_its_pin_open_the_door_and_the_key_leaves_the_address(volunteer):
    here, door = volunteer
    page = here.page(door.path)
    assert page.url.endswith("/door/")

    page.get_by_label("PIN").fill(door.wrong_pin)
    page.get_by_label("Your first name").fill("Ana")
    page.get_by_role("button", name="Sign in", exact=True).click()
    expect(page.get_by_role("alert")).to_have_text("That link and PIN do not go together.")

    enter(page, door)
    expect(page.get_by_role("heading", name="Friday Draft")).to_be_visible()


def test_the_sign_in_says_which_event_date_and_place_it_is_for_before_the_pin(volunteer):
    here, door = volunteer
    door.call("PUT", f"/api/products/{door.event['_id']}", {"eventLocation": "The Bean, 1 Main St, Port Alder"})

    page = here.page(door.path)

    shown = page.get_by_role("status").filter(has_text="Friday Draft")
    expect(shown).to_contain_text(format_venue_day(door.event["startTime"]))
    expect(shown).to_contain_text("The Bean")
    expect(shown).not_to_contain_text("Main St")
    expect(page.get_by_label("PIN")).to_have_value("")


def test_what_the_link_is_for_comes_without_moving_the_fields(volunteer):
    here, door = volunteer
    here.context.add_init_script(LINK_WAITS)
    page = here.page(door.path)
    expect(page.get_by_label("PIN")).to_be_visible()
    before = page.get_by_label("PIN").bounding_box()

    page.evaluate("window.answerLink()")

    expect(page.get_by_role("status").filter(has_text="Friday Draft")).to_be_visible()
    assert page.get_by_label("PIN").bounding_box() == before


def test_a_phone_whose_call_about_the_link_is_lost_signs_in_all_the_same(volunteer):
    here, door = volunteer
    here.context.add_init_script(LINK_WAITS)

    enter(here.page(door.path), door)


def test_a_link_that_was_revoked_says_so_before_anything_is_typed(volunteer):
    here, door = volunteer
    door.revoke_link()

    page = here.page(door.path)

    expect(page.get_by_role("alert")).to_have_text(
        "You can't sign in with this link anymore. Ask the organizer for a new one."
    )


def test_a_phone_whose_camera_fails_has_the_names_first_and_what_a_scanner_types_is_whole(volunteer):
    here, door = volunteer
    here.context.add_init_script(
        "if (navigator.mediaDevices) navigator.mediaDevices.getUserMedia = "
        "() => new Promise((_, reject) => (window.denyCamera = reject))"
    )
    page = here.page(door.path)
    enter(page, door)
    expect(page.get_by_label("Type the code")).to_be_focused()
    assert is_above(page, "Type the code", "Find a name")
    page.keyboard.type(door.zoe[:9])

    page.evaluate("window.denyCamera(new Error('no camera'))")
    expect(page.get_by_text("Allow the camera, or type the code.")).to_be_visible()
    page.keyboard.type(door.zoe[9:])
    page.keyboard.press("Enter")

    expect(verdict(page)).to_contain_text("Zoë K., 1 in")
    page.get_by_role("button", name="Next").click()
    assert is_above(page, "Find a name", "Type the code")
    expect(page.get_by_label("Type the code")).to_be_focused()


def test_a_camera_that_is_allowed_later_comes_first_and_a_name_that_is_being_typed_stays(volunteer):
    here, door = volunteer
    here.context.add_init_script(
        "const devices = navigator.mediaDevices ?? {}, camera = devices.getUserMedia\n"
        "devices.getUserMedia = async () => { throw new Error('no camera') }\n"
        "window.allowCamera = () => { devices.getUserMedia = async () => "
        "{ await new Promise((go) => (window.pictureComes = go)); return camera() } }"
    )
    page = here.page(door.path)
    enter(page, door)
    expect(page.get_by_role("button", name="Try again")).to_be_visible()
    assert is_above(page, "Find a name", "Camera")

    page.evaluate("window.allowCamera()")
    page.get_by_role("button", name="Try again").click()
    page.get_by_label("Find a name").press_sequentially("ma")
    page.evaluate("window.pictureComes()")
    expect(page.get_by_role("button", name="Try again")).to_have_count(0)
    page.keyboard.type("ya")

    assert is_above(page, "Camera", "Find a name")
    expect(page.get_by_label("Find a name")).to_have_value("maya")
    hold_up(page, door.zoe)
    expect(verdict(page)).to_contain_text("Zoë K., 1 in")


def is_above(page: Page, one: str, other: str) -> bool:
    boxes = [page.get_by_label(label, exact=True).bounding_box() for label in (one, other)]
    assert all(boxes)
    return bool(boxes[0]["y"] < boxes[1]["y"])


def test_the_door_opens_while_the_browser_asks_whether_it_may_store_data(volunteer):
    """Firefox asks the person, who may not answer."""
    here, door = volunteer
    here.context.add_init_script("if (navigator.storage) navigator.storage.persist = () => new Promise(() => {})")

    enter(here.page(door.path), door)


@pytest.mark.everyday
def test_a_scanned_code_lets_the_party_in_and_again_it_is_refused(volunteer):
    here, door = volunteer
    page = here.page(door.path)
    enter(page, door)

    hold_up(page, door.maya)
    expect(verdict(page)).to_contain_text("Maya R., 4 in")
    hold_up(page, door.zoe)
    expect(verdict(page)).to_contain_text("Zoë K., 1 in")
    hold_up(page, None)
    page.wait_for_timeout(3200)
    hold_up(page, door.zoe)
    expect(verdict(page)).to_contain_text("Already in since")

    assert page.evaluate("window.vibrations") == [[60], [60], [60, 60, 60]]
    assert page.evaluate("window.tones") == [1320, 1320, 660, 660]
    assert door.list_admitted() == [4, 1]


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
    assert door.list_admitted() == [4]


# The clock of a phone is a year behind until it is set.
SLOW_CLOCK = """
const now = Date.now
Date.now = () => now() - (localStorage.getItem("test:clock-is-set") ? 0 : 365 * 24 * 3600 * 1000)
"""


def test_whom_a_phone_let_in_before_its_clock_was_set_is_sent_with_the_next_link(volunteer):
    here, door = volunteer
    here.context.add_init_script(SLOW_CLOCK)
    page = here.page(door.path)
    enter(page, door)
    wait_until_stored(page)
    lose_calls(here.context, True)
    scan(page, door.maya)
    page.evaluate("localStorage.setItem('test:clock-is-set', 'yes')")
    page.close()

    page = here.page("/door/")
    expect(page.get_by_text("1 entry is still to be sent.")).to_be_visible()
    lose_calls(here.context, False)
    page.close()
    page = here.page(door.path)
    page.get_by_label("PIN").fill(door.pin)
    page.get_by_label("Your first name").fill("Ana")
    page.get_by_role("button", name="Sign in", exact=True).click()

    expect(page.get_by_text("All sent")).to_be_visible()
    assert door.list_admitted() == [4]


def test_what_a_phone_kept_is_sent_after_its_link_has_ended(volunteer):
    here, door = volunteer
    page = here.page(door.path)
    enter(page, door)
    wait_until_stored(page)
    lose_calls(here.context, True)
    scan(page, door.maya)
    page.close()
    door.revoke_link()

    page = here.page("/door/")
    page.get_by_role("button", name="Next").or_(page.get_by_text("1 to send")).first.wait_for()
    lose_calls(here.context, False)

    expect(page.get_by_role("heading", name="Open the night's link again.")).to_be_visible()
    expect(page.get_by_text("still to be sent")).to_have_count(0)
    assert door.list_admitted() == [4]


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
    assert door.list_admitted() == [4]


def test_guests_without_a_connection_are_let_in_and_all_entries_are_sent_afterwards(shop, visit):
    here = visit(PHONE)
    here.context.add_init_script(PATIENCE + CAMERA)
    door = OpenDoor(shop, here.context, others=20)
    page = here.page(door.path)
    enter(page, door, seats=25)
    with door.unreachable():
        for code in door.others:
            scan(page, code)
        page.keyboard.press("Escape")
        expect(page.get_by_text("20 to send")).to_be_visible()

    page.evaluate("window.dispatchEvent(new Event('online'))")
    expect(page.get_by_text("All sent")).to_be_visible()
    assert door.list_admitted() == [1] * 20


def test_the_browsers_own_reader_is_preferred(volunteer):
    here, door = volunteer
    here.context.add_init_script("""
      window.BarcodeDetector = class {
        static getSupportedFormats = async () => ["qr_code"]
        detect = async () => (window.inView ? [{ rawValue: window.inView }] : [])
      }""")
    page = here.page(door.path)
    enter(page, door)

    page.evaluate("code => { window.inView = code }", door.maya)

    expect(verdict(page)).to_contain_text("Maya R., 4 in")
    loaded = page.evaluate("performance.getEntriesByType('resource').map((each) => each.name)")
    assert not [url for url in loaded if "decoder" in url]
