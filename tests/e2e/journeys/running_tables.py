"""A tournament of the running shop, whose players have bought their tickets and are inside."""

import itertools
from datetime import timedelta
from typing import Any
from uuid import uuid4

from tests.e2e.journeys.conftest import Account, book, new_account, new_event
from tests.e2e.journeys.open_door import Volunteer
from tests.support.servers.running_shop import RunningShop

TICKETS = """
SELECT account.email, ticket.code, ticket.h FROM bookings_pass AS ticket
JOIN bookings_booking AS booking ON booking.id = ticket.booking_id
JOIN accounts_user AS account ON account.id = booking.user_id
JOIN events_occurrence AS date ON date.id = booking.occurrence_id
JOIN events_event AS event ON event.id = date.event_id
WHERE event.public_id = '{event}'
"""
AT_TEN = "'2026-01-02 {hour}:00:00'"


class RunningTables:
    """An organizer keeps the tournament of an event tonight. Players are named by their first names."""

    def __init__(self, shop: RunningShop, *names: str, **settings: Any) -> None:
        self.shop, self.staff = shop, shop.as_staff()
        self.event = new_event(shop, name=f"Draft {uuid4().hex[:6]}", ahead=timedelta(hours=2))
        self.accounts: dict[str, Account] = {}
        self.orders: dict[str, str] = {}
        for name in names:
            first_name, _, last_name = name.partition(" ")
            self.accounts[first_name] = new_account(shop, first_name, last_name)
            self.orders[first_name] = book(shop, self.accounts[first_name], self.event, seats=1)["_id"]
        date = {"product": self.event["_id"], "bookingDate": self.event["startTime"]}
        night = self.call("POST", "/api/door/nights", date)["_id"]
        self.let_everybody_in(night)
        created = self.call("POST", "/api/tables", date | {"format": "swiss"} | settings)
        self.id, self.path = created["_id"], f"/tables/{created['_id']}"
        self.players = {player["name"].split()[0]: player["_id"] for player in created["players"]}
        self.numbers = itertools.count(1)
        self.generation = self.call("POST", f"/api{self.path}/lease", {"device": str(uuid4())})["generation"]

    def let_everybody_in(self, night: str) -> None:
        volunteer = Volunteer(self.shop, self.call("POST", f"/api/door/nights/{night}/links", {"role": "door"}), "Bo")
        tickets = self.shop.rows(TICKETS.format(event=self.event["_id"]))
        found = {email: (code, h) for email, code, h in tickets}
        self.codes = {name: found[account.email][0] for name, account in self.accounts.items()}
        for account in self.accounts.values():
            volunteer.let_in(found[account.email][1], 1)

    def call(self, method: str, path: str, body: object = None) -> Any:
        answer = self.staff.call(method, path, body)
        answer.raise_for_status()
        return answer.json()

    def write(self, **entry: Any) -> None:
        numbered = [{"seq": next(self.numbers), **entry}]
        answer = self.call("POST", f"/api{self.path}/entries", {"generation": self.generation, "entries": numbered})
        assert [each["answer"] for each in answer["results"]] == ["stored"], answer

    def pair(self, *pairs: str, bye: str | None = None) -> None:
        """Pair the next round: `pair("Ann-Bob", "Cam-Dee")`."""
        number = len(self.get()["rounds"]) + 1
        tables = [{"players": [self.players[name] for name in pair.split("-")]} for pair in pairs]
        self.write(kind="round", number=number, tables=tables, bye=bye and self.players[bye])

    def enter(self, round_number: int, table: int, *games: int) -> None:
        self.write(kind="result", round=round_number, table=table, games=games)

    def end(self) -> None:
        self.write(kind="end")

    def hide(self) -> None:
        self.call("PUT", f"/api{self.path}", {"isHidden": True})

    def get(self) -> dict[str, Any]:
        return dict(self.call("GET", f"/api{self.path}"))

    def let_the_evening_pass(self) -> None:
        """Move the date into the past, with SQL because the shop moves no date there."""
        times = f"starts_at = {AT_TEN.format(hour=10)}, ends_at = {AT_TEN.format(hour=13)}"
        event = f"SELECT id FROM events_event WHERE public_id = '{self.event['_id']}'"
        self.shop.rows(f"UPDATE events_occurrence SET {times} WHERE event_id IN ({event})")
        self.shop.rows(f"UPDATE events_event SET {times} WHERE public_id = '{self.event['_id']}'")
