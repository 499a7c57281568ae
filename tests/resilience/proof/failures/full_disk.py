"""A full disk and a read-only folder for images: a clear error, nothing half written, and sales go on afterwards.

The system limits the size of files that the shop's processes write (RLIMIT_FSIZE), which affects SQLite and uploaded
images. PostgreSQL's processes cannot be limited that way without stopping all of it. There a trigger raises
`disk_full`, as PostgreSQL does, on each table that an order is written to.
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

from tests.resilience.proof.consistency import asks_to_wait, find_inconsistencies
from tests.support.servers.running_shop import UNHURRIED, Client, RunningShop
from tests.support.shopping import Shopper, next_week, order_body

LIMITS = (0, 3_000, 9_000, 40_000, 70_000)  # the largest size of a file, in bytes
MEDIA_LIMITS = (40_000, 90_000, 200_000)  # SQLite needs 32 kB, so that the limit hits the image
TABLES = ("bookings_booking", "orders_order", "orders_orderline", "payments_payment", "auditlog_logentry")
SEATS = 1000
FLAGS = UNHURRIED | {"MAX_HELD_ORDERS": "100000"}
READ_ONLY_FOLDER = Path("/sys/kernel")  # not even root may create a file there
COUNT_ROWS = "SELECT (SELECT count(*) FROM orders_order), (SELECT count(*) FROM orders_orderline), \
(SELECT count(*) FROM bookings_booking)"
CREATE_FUNCTION = "CREATE FUNCTION disk_is_full() RETURNS trigger LANGUAGE plpgsql AS \
$$ BEGIN RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = 'disk_full'; END $$"


def fill_disk() -> list[str]:
    """Return a sentence for each violation. Needs a system with `prlimit`, such as Linux."""
    with RunningShop(flags=FLAGS, hooks={"HOOK_NO_PATIENCE": "1"}) as shop:
        staff, (buyer,) = shop.as_staff(), shop.crowd(1)
        event = shop.add_event(name="Friday Draft", price=12, maximumEventCapacity=SEATS, **next_week())
        Shopper(shop, buyer).buy(event)
        violations = list(fill_database(shop, buyer, event))
        violations += fill_media(shop, staff)
        violations += upload_to_read_only_folder(shop, staff)
        Shopper(shop, buyer).buy(event)
        shop.manage("upkeep")
        return violations + find_inconsistencies(shop)


# --- The database --------------------------------------------------------------------------------------------------


def fill_database(shop: RunningShop, buyer: Client, event: dict[str, Any]) -> Iterator[str]:
    """Place an order and pay another with too little space."""
    refusals = 0
    for where in LIMITS if connection.vendor == "sqlite" else TABLES:
        limit: Callable[..., Any] = limit_file_size if connection.vendor == "sqlite" else fail_writes
        shopper = Shopper(shop, buyer)
        order = shopper.place(event)
        paypal_order_id = shopper.open_at_paypal(order)
        shopper.approve(paypal_order_id)
        before = shop.rows(COUNT_ROWS)
        with limit(shop, where):
            placed = buyer.call("POST", "/api/orders", order_body(event, seats=1))
            paid = buyer.call("PUT", f"/api/orders/{order['_id']}/pay", {"id": paypal_order_id})
        for answer in (placed, paid):
            refusals += not answer.ok
            yield from find_unclear(f"full at {where}", answer)
        if not placed.ok and shop.rows(COUNT_ROWS) != before:
            yield f"full at {where}: {before} rows became {shop.rows(COUNT_ROWS)}, and the buyer was refused"
        ended = shopper.pay(order, paypal_order_id)["status"]
        if ended not in ("paid", "capturing"):
            yield f"full at {where}: with space again, the order ends {ended}"
    if not refusals:
        yield "the disk was never full, so this shows nothing"


@contextmanager
def limit_file_size(shop: RunningShop, size: int) -> Iterator[None]:
    """Let no file of the shop grow beyond `size` bytes."""
    processes = [psutil.Process(server.pid) for server in shop.running]
    pids = [one.pid for process in processes for one in (process, *process.children(recursive=True))]
    limits = {pid: resource.prlimit(pid, resource.RLIMIT_FSIZE) for pid in pids}
    for pid, (_, maximum) in limits.items():
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (size, maximum))
    try:
        yield
    finally:
        for pid, limit in limits.items():
            resource.prlimit(pid, resource.RLIMIT_FSIZE, limit)


@contextmanager
def fail_writes(shop: RunningShop, table: str) -> Iterator[None]:
    shop.rows(CREATE_FUNCTION)
    shop.rows(f"CREATE TRIGGER full_now BEFORE INSERT OR UPDATE ON {table} EXECUTE FUNCTION disk_is_full()")
    try:
        yield
    finally:
        shop.rows("DROP FUNCTION disk_is_full() CASCADE")


# --- Images --------------------------------------------------------------------------------------------------------


def fill_media(shop: RunningShop, staff: Client) -> Iterator[str]:
    """Upload images whose small sizes still fit, and whose larger ones do not."""
    media = shop.folder / "media"
    for size in MEDIA_LIMITS:
        image = make_image(seed=size)
        with limit_file_size(shop, size):
            answer = upload(staff, image)
        yield from find_unclear(f"image with {size} bytes of space", answer)
        yield from (f"{file.name} is half written" for file in find_broken_images(media))
    answer = upload(staff, image)
    if answer.status_code != 201:
        yield f"with space again, the image was answered {answer.status_code} {answer.text[:200]}"
    yield from (f"{file.name} is half written" for file in find_broken_images(media))


def upload_to_read_only_folder(shop: RunningShop, staff: Client) -> Iterator[str]:
    media = shop.folder / "media"
    moved = media.rename(shop.folder / "moved")
    media.symlink_to(READ_ONLY_FOLDER, target_is_directory=True)
    try:
        answer = upload(staff, make_image(seed=1))
    finally:
        media.unlink()
        moved.rename(media)
    if answer.ok:
        yield "an image was stored in a read-only folder"
    yield from find_unclear("read-only folder", answer)


def upload(staff: Client, image: bytes) -> requests.Response:
    files = {"image": ("event.png", image, "image/png")}
    return staff.http.post(f"{staff.url}/api/upload", files=files, timeout=staff.patience)


def make_image(seed: int) -> bytes:
    """Return an image of noise, which no format compresses well."""
    size, file = (900, 500), BytesIO()
    Image.frombytes("RGB", size, Random(seed).randbytes(size[0] * size[1] * 3)).save(file, "PNG")
    return file.getvalue()


def find_broken_images(media: Path) -> Iterator[Path]:
    for file in media.rglob("*.*"):
        try:
            Image.open(file).load()
        except Exception:  # decoders raise errors of every kind for broken files
            yield file


def find_unclear(where: str, answer: requests.Response) -> Iterator[str]:
    """Report an answer that is neither a success nor a 503 with a sentence."""
    if not answer.ok and not asks_to_wait(answer):
        yield f"{where}: {answer.status_code} {answer.text[:200]}"
