"""An open door of the running shop, with guests and phones."""

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import uuid4

from playwright.sync_api import BrowserContext

from bookings.pass_codes import new_code
from tests.e2e.journeys.conftest import TIMEOUT, book, new_account, new_event
from tests.support.servers.running_shop import RunningShop
from tests.support.waiting import eventually

# Chromium's offline mode and Playwright's routes miss calls of pages with a service worker.
LOSE_CALLS = """
if (!window.callShop) {
  window.callShop = window.fetch
  window.fetch = (...call) =>
    localStorage.getItem("test:no-calls") ? Promise.reject(new TypeError("offline")) : window.callShop(...call)
}
"""
CODES = """
SELECT ticket.code FROM bookings_pass AS ticket
JOIN bookings_booking AS booking ON booking.id = ticket.booking_id
JOIN events_occurrence AS date ON date.id = booking.occurrence_id
JOIN events_event AS event ON event.id = date.event_id
WHERE event.public_id = '{event}' ORDER BY ticket.id
"""
SEATS = """
SELECT entry.seats FROM door_doorentry AS entry
JOIN door_phone AS phone ON phone.id = entry.phone_id
JOIN door_door AS door ON door.id = phone.door_id
WHERE door.public_id = '{door}' AND entry.kind = 'in' ORDER BY entry.seq
"""
UNKNOWN_CODE = new_code()
# For tests that don't measure how quick a busy machine is: a phone waits 5 s, instead of 150 ms for its storage and
# 600 ms for the shop.
PATIENCE = """
const wait = window.setTimeout
window.setTimeout = (work, ms, ...rest) => wait(work, [150, 600].includes(ms) ? 5000 : ms, ...rest)
"""


class OpenDoor:
    """Maya Rossi has four seats and Zoë Kern one; `others` are bookings by staff, of a seat each.

    `context` is the phone's browser, for unreachable().
    """

    def __init__(self, shop: RunningShop, context: BrowserContext | None = None, others: int = 0) -> None:
        self.shop = shop
        self.context = context
        self.staff = shop.as_staff()
        self.event = new_event(shop, name="Friday Draft", ahead=timedelta(days=2), maximumEventCapacity=500)
        for first_name, last_name, seats in (("Maya", "Rossi", 4), ("Zoë", "Kern", 1)):
            book(shop, new_account(shop, first_name, last_name), self.event, seats)
        for _ in range(others):
            self.staff.ask("POST", "/api/bookings", self.date | {"reservationSeats": 1})
        self.maya, self.zoe, *self.others = (code for (code,) in shop.rows(CODES.format(event=self.event["_id"])))
        self.door_id = self.staff.ask("POST", "/api/door/nights", self.date)["_id"]
        self.create_link()

    @property
    def date(self) -> dict[str, Any]:
        return {"product": self.event["_id"], "bookingDate": self.event["startTime"]}

    def create_link(self) -> None:
        self.link = self.staff.ask("POST", f"/api/door/nights/{self.door_id}/links", {"role": "door"})
        self.path = self.link["url"].removeprefix(self.shop.url)
        self.pin = self.link["pin"]
        self.wrong_pin = f"{(int(self.pin) + 1 + secrets.randbelow(9)) % 1_000_000:06}"

    def revoke_link(self) -> None:
        self.staff.ask("DELETE", f"/api/door/links/{self.link['_id']}")

    def list_admitted(self) -> list[int]:
        """Return the seats of the admissions that the shop has stored."""
        return [seats for (seats,) in self.shop.rows(SEATS.format(door=self.door_id))]

    def expect_admitted(self, *seats: int) -> None:
        """Expect that the shop stores these admissions: phones send them after they have shown them."""
        eventually(lambda: self.list_admitted() == [*seats], TIMEOUT / 1000)
        assert self.list_admitted() == [*seats]

    @contextmanager
    def unreachable(self) -> Iterator[None]:
        """Let the phone's calls fail, as with a bad connection, while pages still load."""
        assert self.context
        lose_calls(self.context, True)
        yield
        lose_calls(self.context, False)


def lose_calls(context: BrowserContext, are_lost: bool) -> None:
    """Let the calls of a phone's pages fail, or succeed again."""
    if are_lost:
        context.add_init_script(LOSE_CALLS)
    for page in context.pages:
        page.evaluate(f"() => {{ {LOSE_CALLS} }}")
        page.evaluate("lost => localStorage.setItem('test:no-calls', lost)", "yes" if are_lost else "")


class Volunteer:
    """A phone without a browser, which enters with a link as the API returns it."""

    def __init__(self, shop: RunningShop, link: dict[str, Any], name: str) -> None:
        self.client, self.phone, self.seq = shop.client(), str(uuid4()), 0
        key = link["url"].partition("#k=")[2]
        self.call("POST", "enter", {"key": key, "pin": link["pin"], "name": name, "device": self.phone})

    def call(self, method: str, path: str, body: object = None) -> Any:
        return self.client.ask(method, f"/api/door/{path}", body)

    def send(self, *entries: dict[str, Any], unsent: int = 0) -> None:
        """Send entries, and say how many more the phone has."""
        at = datetime.now(UTC).isoformat()
        batch = [entry | {"at": at, "seq": self.seq + number} for number, entry in enumerate(entries, 1)]
        self.seq += len(batch)
        body = {"device": self.phone, "sentAt": at, "queued": len(batch) + unsent, "entries": batch}
        self.call("POST", "entries", body)

    def let_in(self, h: str, seats: int, **fields: Any) -> None:
        self.send({"kind": "in", "h": h, "seats": seats, "how": "scan", "forced": False, **fields})
