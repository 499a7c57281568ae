"""An evening with a tournament: named tickets, a door, and links for the tables."""

import itertools
from datetime import timedelta
from typing import Any
from uuid import uuid4

from bookings.pass_codes import hash_code
from charityshop.text import shorten_name
from tests.e2e.journeys.conftest import book, new_account, new_event
from tests.e2e.journeys.open_door import Volunteer
from tests.support.servers.running_shop import RunningShop

TICKETS = """
SELECT ticket.label, ticket.public_id, ticket.code, account.email FROM bookings_pass AS ticket
JOIN bookings_booking AS booking ON booking.id = ticket.booking_id
LEFT JOIN accounts_user AS account ON account.id = booking.user_id
JOIN events_occurrence AS date ON date.id = booking.occurrence_id
JOIN events_event AS event ON event.id = date.event_id
WHERE event.public_id = '{event}' AND ticket.ended_because = ''
"""


class TablesEvening:
    """Each name has a ticket of one seat: `buyers` bought theirs, staff booked the others. Nobody is in yet."""

    def __init__(self, shop: RunningShop, names: list[str], buyers: list[str] | None = None, **fields: Any) -> None:
        self.shop, self.staff = shop, shop.as_staff()
        seats = len(names) + 1
        capacity = seats + len(buyers or [])
        self.event = new_event(
            shop, **{"name": "Friday Swiss", "ahead": timedelta(hours=2), "maximumEventCapacity": capacity} | fields
        )
        self.date = {"product": self.event["_id"], "bookingDate": self.event["startTime"]}
        self.staff.ask("POST", "/api/bookings", self.date | {"reservationSeats": seats})
        ((_, ticket, *_),) = shop.rows(TICKETS.format(event=self.event["_id"]))
        for name in names:
            self.staff.ask("POST", f"/api/passes/{ticket}/split", {"seats": 1, "label": name})
        rows = shop.rows(TICKETS.format(event=self.event["_id"]))
        self.codes = {label: code for label, _, code, _ in rows if label}
        self.buyers = {name: new_account(shop, *name.split()) for name in buyers or []}
        self.orders = {name: book(shop, account, self.event, seats=1)["_id"] for name, account in self.buyers.items()}
        bought = {email: code for *_, code, email in shop.rows(TICKETS.format(event=self.event["_id"]))}
        self.codes |= {name: bought[account.email] for name, account in self.buyers.items()}
        self.door_id = self.staff.ask("POST", "/api/door/nights", self.date)["_id"]
        self.link = self.create_link("tables")
        self.door = Volunteer(shop, self.create_link("door"), "Dora")

    def create_link(self, role: str) -> dict[str, Any]:
        return dict(self.staff.ask("POST", f"/api/door/nights/{self.door_id}/links", {"role": role}))

    def let_in(self, *names: str) -> None:
        entry = {"kind": "in", "seats": 1, "how": "scan", "forced": False}
        self.door.send(*({**entry, "h": hash_code(self.codes[name])} for name in names))

    def get_path(self, link: dict[str, Any] | None = None) -> str:
        return str((link or self.link)["url"]).removeprefix(self.shop.url)

    @property
    def tables(self) -> dict[str, Any]:
        """The tournament as everybody sees it."""
        (found,) = self.staff.ask("GET", f"/api/tables?product={self.event['_id']}")["tables"]
        return dict(self.staff.ask("GET", f"/api/tables/{found['_id']}"))

    def list_seats(self, round_number: int) -> list[list[str]]:
        """Return who sits at each table of a round."""
        found = self.tables
        short = {each["_id"]: each["name"] for each in found["players"]}
        names = {shorten_name(name): name for name in self.codes}
        tables = found["rounds"][round_number - 1]["tables"]
        return [[names[short[player]] for player in table["players"]] for table in tables]

    def report(self, name: str, round_number: int, table: int, **result: Any) -> None:
        body = {"round": round_number, "table": table, "code": self.codes[name]} | result
        self.shop.client().ask("POST", f"/api/tables/{self.tables['_id']}/reports", body)


class RunningTables(TablesEvening):
    """A tournament that an organizer keeps, and whose players are inside. They are named by their first names."""

    def __init__(self, shop: RunningShop, *names: str) -> None:
        super().__init__(shop, [], buyers=list(names))
        self.let_in(*names)
        created = self.staff.ask("POST", "/api/tables", self.date | {"format": "swiss"})
        self.path = f"/tables/{created['_id']}"
        self.players = {player["name"].split()[0]: player["_id"] for player in created["players"]}
        self.numbers = itertools.count(1)
        self.generation = self.staff.ask("POST", f"/api{self.path}/lease", {"device": str(uuid4())})["generation"]

    def write(self, **entry: Any) -> None:
        numbered = [{"seq": next(self.numbers), **entry}]
        answer = self.staff.ask(
            "POST", f"/api{self.path}/entries", {"generation": self.generation, "entries": numbered}
        )
        assert [each["answer"] for each in answer["results"]] == ["stored"], answer

    def pair(self, *pairs: str) -> None:
        """Pair the first round: `pair("Ann-Bob", "Cam-Dee")`."""
        tables = [{"players": [self.players[name] for name in pair.split("-")]} for pair in pairs]
        self.write(kind="round", number=1, tables=tables)

    def enter(self, table: int, *games: int) -> None:
        self.write(kind="result", round=1, table=table, games=games)

    def hide(self) -> None:
        self.staff.ask("PUT", f"/api{self.path}", {"isHidden": True})
