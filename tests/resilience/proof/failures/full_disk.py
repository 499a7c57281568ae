"""A full disk and a read-only folder for pictures: a clear error, nothing half-written, and all is well once there is
room again.

The disk is full for real: the shop's processes may not write a file past so many bytes (RLIMIT_FSIZE), which SQLite and
the pictures run into. PostgreSQL's own processes cannot be limited that way without stopping all of it, so there a
trigger answers `disk_full`, as PostgreSQL does, at each table that an order is written to.
"""

import resource
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from random import Random
from typing import Any

import psutil
import requests
from django.db import connection
from PIL import Image

from tests.support.servers.running_shop import UNHURRIED, Client, RunningShop
from tests.support.shopping import Shopper, an_order, next_week

ROOM = (0, 3_000, 9_000, 40_000, 70_000)  # bytes that a file may have
ROOM_FOR_PICTURES = (40_000, 90_000, 200_000)  # SQLite opens with 32 kB, so that the picture is what runs into it
TABLES = ("bookings_booking", "orders_order", "orders_orderline", "orders_payment", "auditlog_logentry")
SEATS = 1000
FLAGS = UNHURRIED | {"MAX_HELD_ORDERS": "100000"}
A_READ_ONLY_PLACE = Path("/sys/kernel")  # not even root may make a file there
ROWS = "SELECT (SELECT count(*) FROM orders_order), (SELECT count(*) FROM orders_orderline), \
(SELECT count(*) FROM bookings_booking)"
FULL = "CREATE FUNCTION disk_is_full() RETURNS trigger LANGUAGE plpgsql AS \
$$ BEGIN RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = 'disk_full'; END $$"


def fill_up() -> list[str]:
    """A sentence for everything that must not be. Needs a system with `prlimit`, such as Linux."""
    with RunningShop(flags=FLAGS, sabotage={"SABOTAGE_NO_PATIENCE": "1"}) as shop:
        staff, (buyer,) = shop.as_staff(), shop.crowd(1)
        night = shop.add_event(name="Full Night", price=12, maximumEventCapacity=SEATS, **next_week())
        Shopper(shop, buyer).buy(night)
        wrong = list(full_database(shop, buyer, night))
        wrong += full_media(shop, staff)
        wrong += read_only_media(shop, staff)
        Shopper(shop, buyer).buy(night)
        shop.manage("upkeep")
        said = shop.check_books("--paypal")
        return wrong + ([] if " 0 still on their way" in said else [said])


# --- The database --------------------------------------------------------------------------------------------------


def full_database(shop: RunningShop, buyer: Client, night: dict[str, Any]) -> Iterator[str]:
    """Placing and paying, at every place where the room may run out."""
    refusals = 0
    for where in ROOM if connection.vendor == "sqlite" else TABLES:
        full: Callable[..., Any] = little_room if connection.vendor == "sqlite" else full_table
        shopper = Shopper(shop, buyer)
        order = shopper.place(night)
        paypal_order_id = shopper.open_at_paypal(order)
        shopper.approve(paypal_order_id)
        before = shop.rows(ROWS)
        with full(shop, where):
            placed = buyer.call("POST", "/api/orders", an_order(night, seats=1))
            paid = buyer.call("PUT", f"/api/orders/{order['_id']}/pay", {"id": paypal_order_id})
        for answer in (placed, paid):
            refusals += not answer.ok
            yield from unclear(f"full at {where}", answer)
        if not placed.ok and shop.rows(ROWS) != before:
            yield f"full at {where}: {before} rows became {shop.rows(ROWS)}, and the buyer was refused"
        ended = shopper.pay(order, paypal_order_id)["status"]
        if ended not in ("paid", "capturing"):
            yield f"full at {where}: with room again, paying ends {ended}"
    if not refusals:
        yield "the disk was never full, so this shows nothing"


@contextmanager
def little_room(shop: RunningShop, room: int) -> Iterator[None]:
    """No file of the shop's may grow past `room` bytes."""
    processes = [psutil.Process(server.pid) for server in shop.running]
    pids = [one.pid for process in processes for one in (process, *process.children(recursive=True))]
    limits = {pid: resource.prlimit(pid, resource.RLIMIT_FSIZE) for pid in pids}
    for pid, (_, most) in limits.items():
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (room, most))
    try:
        yield
    finally:
        for pid, limit in limits.items():
            resource.prlimit(pid, resource.RLIMIT_FSIZE, limit)


@contextmanager
def full_table(shop: RunningShop, table: str) -> Iterator[None]:
    shop.rows(FULL)
    shop.rows(f"CREATE TRIGGER full_now BEFORE INSERT OR UPDATE ON {table} EXECUTE FUNCTION disk_is_full()")
    try:
        yield
    finally:
        shop.rows("DROP FUNCTION disk_is_full() CASCADE")


# --- Pictures ------------------------------------------------------------------------------------------------------


def full_media(shop: RunningShop, staff: Client) -> Iterator[str]:
    """A picture whose small sizes still fit, and whose larger ones do not."""
    media = shop.folder / "media"
    for room in ROOM_FOR_PICTURES:
        picture = a_picture(seed=room)
        with little_room(shop, room):
            answer = upload(staff, picture)
        yield from unclear(f"picture with {room} bytes of room", answer)
        yield from (f"{file.name} is half written" for file in broken_pictures(media))
    answer = upload(staff, picture)
    if answer.status_code != 201:
        yield f"with room again, the picture was answered {answer.status_code} {answer.text[:200]}"
    yield from (f"{file.name} is half written" for file in broken_pictures(media))


def read_only_media(shop: RunningShop, staff: Client) -> Iterator[str]:
    media = shop.folder / "media"
    kept = media.rename(shop.folder / "kept")
    media.symlink_to(A_READ_ONLY_PLACE, target_is_directory=True)
    try:
        answer = upload(staff, a_picture(seed=1))
    finally:
        media.unlink()
        kept.rename(media)
    if answer.ok:
        yield "a picture was taken into a read-only folder"
    yield from unclear("read-only folder", answer)


def upload(staff: Client, picture: bytes) -> requests.Response:
    files = {"image": ("night.png", picture, "image/png")}
    return staff.http.post(f"{staff.url}/api/upload", files=files, timeout=staff.patience)


def a_picture(seed: int) -> bytes:
    """Of noise, which no format makes small."""
    size, file = (900, 500), BytesIO()
    Image.frombytes("RGB", size, Random(seed).randbytes(size[0] * size[1] * 3)).save(file, "PNG")
    return file.getvalue()


def broken_pictures(media: Path) -> Iterator[Path]:
    for file in media.rglob("*.*"):
        try:
            Image.open(file).load()
        except Exception:  # decoders answer broken files with errors of every kind
            yield file


def unclear(where: str, answer: requests.Response) -> Iterator[str]:
    """An answer that is neither a success nor a 503 with a sentence."""
    if answer.ok:
        return
    is_json = answer.headers.get("Content-Type", "").startswith("application/json")
    is_told = is_json and str(answer.json().get("message", "")).endswith(".") and answer.headers.get("Retry-After")
    if answer.status_code != 503 or not is_told:
        yield f"{where}: {answer.status_code} {answer.text[:200]}"
