"""The screens, with the signed-in account and the cart."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from typing import Any
from urllib.parse import urlencode
from uuid import uuid4

from charityshop.settings.static import DEMO_PASSWORD
from charityshop.text import shorten_name
from tests.e2e.journeys.conftest import PASSWORD, Account, book, new_cart, staff_account
from tests.e2e.journeys.open_door import CODES, UNKNOWN_CODE, Volunteer
from tests.e2e.journeys.tables_evening import TablesEvening
from tests.e2e.screenshots.settings import EVENING
from tests.support.servers.running_shop import Client, RunningShop

PLAYERS = [
    "Theo Marsh", "June Okafor", "Zoë Kern", "Sam Rivers", "Ben Adeyemi", "Mateo Vargas", "Ingrid Solberg", "Tom Berg",
    "Yuki Sato", "Lena Fox",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Screen:
    name: str
    path: str
    account: Account | None = None
    cart: dict[str, Any] | None = None
    pin: str = ""
    """Of a link for volunteers."""
    code: str = ""
    """Typed at the door before the screenshot."""
    button: str = ""
    """Pressed before the screenshot."""
    link: str = ""
    """Followed before the screenshot."""
    is_whole: bool = True
    """Whether the screenshot shows the page below the screen, too."""


def new_member(shop: RunningShop) -> Account:
    """Create the account that is on all screenshots."""
    client = shop.client()
    about = {"email": "ana.diaz@example.com", "password": PASSWORD, "firstName": "Ana", "lastName": "Diaz"}
    made = client.call("POST", "/api/users", about)
    made.raise_for_status()
    return Account(about["email"], made.json(), client.http.cookies["sessionid"])


def demo_member(shop: RunningShop) -> Account:
    """Sign in as the member who has orders of the demo and is first on its waiting list."""
    client, email = shop.client(), "june@example.com"
    made = client.call("POST", "/api/users/auth", {"email": email, "password": DEMO_PASSWORD})
    made.raise_for_status()
    return Account(email, made.json(), client.http.cookies["sessionid"])


def screens_of(shop: RunningShop) -> list[Screen]:
    """Return the screens of the demo shop, with members who have orders, and staff."""
    shop.manage("seed_demo", "--only", "orders", "--only", "cause")
    dates = shop.client().call("GET", "/api/products/all").json()
    upcoming = [date for date in dates if date["inStock"]][:3]
    first, second = upcoming[0], next(date for date in upcoming if date["_id"] != upcoming[0]["_id"])
    member, staff = new_member(shop), staff_account(shop)
    order = book(shop, member, first, seats=2)
    cart = new_cart((first, 2), (second, 1))
    june = demo_member(shop)
    orders = Client(shop.url, session=june.session).call("GET", "/api/orders/my_orders").json()
    shared = find_order(orders, "First and Last Friday Tournament")
    refunded = find_order(orders, "Commander at the Kettle")
    canceled = find_order(orders, "Tuesday Pauper League")
    benefit = next(date for date in dates if date["name"] == "Twelve Hours for the Food Bank")
    month = shop.client().call("GET", "/api/ledger").json()["months"][1]["month"]
    full = next(date["_id"] for date in dates if date["name"] == "Tides of Emberfall Release Party")
    event = f"/product/{first['_id']}"
    link = open_door(shop, first)
    door = partial(Screen, path=link["url"].removeprefix(shop.url), pin=link["pin"])
    (inside,), (outside,), *_ = shop.rows(CODES.format(event=first["_id"]))
    return [
        Screen("home", "/"),
        Screen("events", "/page/1"),
        Screen("event", event),
        Screen("cart", "/cart", cart=cart),
        Screen("checkout", "/checkout/", member, cart),
        Screen("order", f"/order/{order['_id']}", member),
        Screen("order-shared", f"/order/{shared}", june),
        Screen("order-refunded", f"/order/{refunded}", june),
        Screen("order-canceled-date", f"/order/{canceled}", june),
        Screen("offer", f"/product/{full}", june),
        Screen("sign-in", "/login"),
        Screen("register", "/register"),
        Screen("profile", f"/user/{member.user['_id']}/", member),
        Screen("about", "/about"),
        Screen("event-with-goal", f"/product/{benefit['_id']}"),
        Screen(
            "checkout-gift",
            "/checkout/",
            member,
            cart | {"voucher": "LANTERN", "gift": {"choice": "5", "amount": 5}},
        ),
        Screen("give", "/give"),
        Screen("ledger", "/ledger"),
        Screen("ledger-month", f"/ledger/{month}"),
        Screen("not-found", "/no/such/page"),
        Screen("staff-home", "/admin", staff),
        Screen("staff-events", "/admin/products", staff),
        Screen("staff-event", f"/admin/product/{first['_id']}/edit", staff),
        Screen("staff-event-dates", f"/admin/product/{first['_id']}/edit?tab=dates", staff),
        Screen("staff-guests", f"/admin/product/{first['_id']}/guests", staff),
        Screen(
            "staff-door", f"/admin/product/{first['_id']}/guests/door?{urlencode({'date': first['startTime']})}", staff
        ),
        Screen("staff-waiting", f"/admin/product/{full}/guests", staff),
        Screen("staff-orders", "/admin/orders", staff),
        Screen("staff-users", "/admin/users", staff),
        Screen("staff-vouchers", "/admin/vouchers", staff),
        Screen("staff-members", "/admin/members", staff),
        Screen("staff-goals", "/admin/goals", staff),
        Screen("staff-figures", "/admin/figures", staff),
        Screen("staff-ledger", "/admin/ledger", staff),
        Screen("staff-ledger-month", f"/admin/ledger/{month}", staff),
        Screen("console", "/admin-console/", staff),
        door("door"),
        door("door-in", code=outside),
        door("door-double", code=inside),
        door("door-unknown", code=UNKNOWN_CODE),
        door("door-sell", button="Sell"),
        door("door-drawer", button="Drawer"),
    ]


def show_tables(shop: RunningShop) -> Iterator[Screen]:
    """Yield the screens of a tournament, the last of all: its event would be on other pictures."""
    start = EVENING + timedelta(minutes=30)
    times = {"startTime": start.isoformat(), "endTime": (start + timedelta(hours=3)).isoformat()}
    evening = TablesEvening(shop, PLAYERS, buyers=["Maya Rossi", "Omar Haddad"], name="Tuesday Swiss", **times)
    evening.let_in(*evening.codes)
    scorekeeper = partial(Screen, path=evening.get_path(), pin=evening.link["pin"])
    yield scorekeeper("tables-setup")
    path, write = pair_everybody(evening)
    order, maya = evening.orders["Maya Rossi"], evening.buyers["Maya Rossi"]
    yield Screen("tables-player", f"/order/{order}", maya, link="Table 2", is_whole=False)
    yield Screen("tables-wall", f"{path}?wall", is_whole=False)
    write({"seq": 3, "kind": "clock", "round": 1, "left": 34 * 60})
    yield scorekeeper("tables-round", button="Take over", is_whole=False)


def pair_everybody(evening: TablesEvening) -> tuple[str, Callable[..., None]]:
    """Pair the first round, enter a result and report others. Return the public address, and what writes more."""
    created = evening.call("POST", "/api/tables", evening.date | {"format": "swiss"})
    path, names = f"/tables/{created['_id']}", {player["name"]: player["_id"] for player in created["players"]}
    generation = evening.call("POST", f"/api{path}/lease", {"device": str(uuid4())})["generation"]

    def write(*entries: dict[str, Any]) -> None:
        evening.call("POST", f"/api{path}/entries", {"generation": generation, "entries": entries})

    seats = [names[shorten_name(name)] for name in [*PLAYERS[:2], "Omar Haddad", "Maya Rossi", *PLAYERS[2:]]]
    tables = [{"players": seats[number : number + 2]} for number in range(0, len(seats), 2)]
    write(
        {"seq": 1, "kind": "round", "number": 1, "tables": tables},
        {"seq": 2, "kind": "result", "round": 1, "table": 1, "games": [2, 1, 0]},
    )
    evening.report("Omar Haddad", 1, 2, games=[2, 1, 0])
    evening.report(PLAYERS[2], 1, 3, games=[2, 0, 0])
    evening.report(PLAYERS[3], 1, 3, games=[1, 2, 0])
    return path, write


def open_door(shop: RunningShop, date: dict[str, Any]) -> dict[str, Any]:
    """Open the door of a date with two phones that let in the same guest, and a till with an open drawer.

    Return the link of the till.
    """
    staff = shop.as_staff()
    opened = staff.call("POST", "/api/door/nights", {"product": date["_id"], "bookingDate": date["startTime"]})
    opened.raise_for_status()
    url = f"/api/door/nights/{opened.json()['_id']}/links"
    door, till = (dict(staff.call("POST", url, {"role": role}).json()) for role in ("door", "till"))
    phones = [Volunteer(shop, door, name) for name in ("Ana", "Bo")]
    guest = phones[0].call("GET", "list")["passes"][0]
    for phone in phones:
        phone.let_in(guest["h"], guest["seats"])
    cleo = Volunteer(shop, till, "Cleo")
    cleo.call("POST", "drawer", {"float": 50})
    cleo.call("PUT", "allotment", {"seats": 3})
    cleo.call("POST", "sales", {"seq": 1, "seats": 1, "given": 20})
    return till


def find_order(orders: list[dict[str, Any]], event: str) -> str:
    return next(str(order["_id"]) for order in orders if event in {line["name"] for line in order["orderItems"]})
