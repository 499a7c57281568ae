"""A volunteer's phone at the door of a running shop: slow, with a camera that shows what it is given."""

from base64 import b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

from playwright.sync_api import Browser, expect

from tests.e2e.door_goals.photos import render_scene
from tests.e2e.journeys.conftest import PHONE, Visit
from tests.e2e.journeys.open_door import OpenDoor
from tests.support.servers.running_shop import RunningShop

SLOWDOWN = 4  # times slower than this machine's processor; the usual stand-in for a cheap phone
CAMERA = Path(__file__).with_name("camera.js").read_text()
PAUSE_MS = 150  # between two scans; some frames without a ticket come by
PATIENCE_MS = 5000  # then a scan counts as failed
ADMITTED = """
SELECT entry.h FROM door_entry AS entry
JOIN door_device AS device ON device.id = entry.device_id
JOIN door_night AS night ON night.id = device.night_id
WHERE night.public_id = '{night}' AND entry.kind = 'in'
"""


class VolunteersPhone:
    def __init__(self, browser: Browser, shop: RunningShop, others: int = 0) -> None:
        """Create a date with a door. `others` are tickets for one seat, besides those of Maya and Zoë."""
        self.visit = Visit(browser, shop, PHONE)
        self.visit.context.add_init_script(CAMERA)
        self.door = OpenDoor(shop, self.visit.context, others)

    def enter(self, path: str, pin: str) -> None:
        """Open a link, and slow the processor down."""
        self.page = self.visit.page(path)
        self.page.get_by_label("PIN").fill(pin)
        self.page.get_by_label("Your first name").fill("Ana")
        self.page.get_by_role("button", name="Sign in", exact=True).click()
        expect(self.page.get_by_text("● Online")).to_be_visible()
        self.page.evaluate("navigator.serviceWorker.ready")
        self.load("empty", render_scene(Random(0)))
        tools = self.visit.context.new_cdp_session(self.page)
        tools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWDOWN})

    def set_offline(self, is_offline: bool) -> None:
        self.visit.context.set_offline(is_offline)

    # --- The camera --------------------------------------------------------------------------------------------------

    def load(self, name: str, photo: bytes) -> None:
        """Decode a photo before it is shown, because a camera's frames need no decoding."""
        self.page.evaluate("([name, photo]) => loadImage(name, photo)", [name, b64encode(photo).decode()])

    def scan(self, photo: bytes, patience: int = PATIENCE_MS) -> tuple[float | None, str]:
        """Hold up a ticket. Return the seconds until the verdict is on the screen, or None, and its text."""
        self.load("ticket", photo)
        ms, text = self.page.evaluate("patience => timeVerdict('ticket', patience)", patience)
        return (None if ms is None else ms / 1000), text

    def put_away(self) -> None:
        """Show the empty view, and close the verdict."""
        self.page.evaluate("holdUp('empty')")
        self.page.wait_for_timeout(PAUSE_MS)
        self.page.keyboard.press("Escape")

    def list_admitted(self) -> set[str]:
        """Return the hashes of the tickets that the shop knows to be in."""
        conflicts = self.get_door()["conflicts"]
        assert conflicts == [], conflicts
        return {h for (h,) in self.door.shop.rows(ADMITTED.format(night=self.door.night))}

    def get_door(self) -> dict[str, Any]:
        """Return the door as the organizer sees it."""
        return dict(self.door.call("GET", f"/api/door/nights/{self.door.night}"))


@contextmanager
def open_phone(browser: Browser, shop: RunningShop, others: int = 0, role: str = "door") -> Iterator[VolunteersPhone]:
    phone = VolunteersPhone(browser, shop, others)
    try:
        link = phone.door.call("POST", f"/api/door/nights/{phone.door.night}/links", {"role": role})
        phone.enter(link["url"].removeprefix(shop.url), link["pin"])
        yield phone
        assert phone.visit.list_unexpected() == []
    finally:
        phone.visit.context.close()
