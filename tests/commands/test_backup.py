"""`backup` while orders are placed, and `restore` on another machine."""

import hashlib
import io
import json
import os
import random
import re
import shutil
import sqlite3
import subprocess
import sys
import tarfile
from contextlib import closing, suppress
from pathlib import Path
from threading import Event, Thread

import pytest
from django.conf import settings

from charityshop.db.backup import BackupProblem, unpack
from tests.support.servers.prepared_database import new_sqlite
from tests.support.servers.running_shop import ROOT, RunningShop
from tests.support.shopping import next_week, order_body

BUYERS, ORDERS_EACH, ORDERS_BEFORE = 40, 9, 10
PICTURE = "events/0123456789abcdef.jpg"


class Machine:
    """A machine with an empty database and media folder, controlled by manage.py."""

    def __init__(self, folder: Path) -> None:
        self.database, self.media = folder / "shop.sqlite3", folder / "media"
        files = {"DATABASE_URL": f"sqlite:///{self.database}", "MEDIA_ROOT": str(self.media)}
        self.environment = os.environ | {"DJANGO_SETTINGS_MODULE": "charityshop.settings"} | files

    def manage(self, *arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
        command, environment = [sys.executable, "manage.py", *arguments], self.environment | variables
        return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)

    def list_orders(self) -> set[str]:
        with closing(sqlite3.connect(self.database)) as database:
            return {row[0] for row in database.execute("SELECT public_id FROM orders_order")}


@pytest.fixture
def other_machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


@pytest.fixture(scope="module")
def small_shop(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a small shop and its backup, shared by all tests."""
    folder = tmp_path_factory.mktemp("small-shop")
    shop = Machine(folder)
    new_sqlite(folder)
    shop.media.mkdir()
    (shop.media / "picture.webp").write_bytes(b"a picture")
    (shop.media / "events").mkdir()
    (shop.media / PICTURE).write_bytes(random.Random(1).randbytes(100_000))
    done = shop.manage("backup", str(folder / "shop.tar.gz"))
    assert done.returncode == 0, done.stderr
    return folder


@pytest.fixture
def backed_up(small_shop: Path, other_machine: Machine, tmp_path: Path) -> Path:
    """The backup of a small shop, which runs on `other_machine`."""
    shutil.copytree(small_shop, tmp_path, dirs_exist_ok=True)
    return tmp_path / "shop.tar.gz"


@pytest.mark.skipif(not settings.SQLITE, reason="tests/upgrades backs up PostgreSQL")
@pytest.mark.django_db(transaction=True)
def test_a_backup_contains_every_order_placed_before_it_began(other_machine, tmp_path):
    file = tmp_path / "shop.tar.gz"
    with RunningShop() as shop:
        event = shop.add_event(name="Booster Draft", price=12, maximumEventCapacity=1000, **next_week())
        (shop.folder / "media").mkdir(exist_ok=True)
        (shop.folder / "media" / "picture.webp").write_bytes(b"a picture")
        buyers = shop.crowd(BUYERS)
        placed: list[str] = []
        has_orders, stop = Event(), Event()

        def place_orders() -> None:
            for buyer in buyers * ORDERS_EACH:
                placed.append(buyer.call("POST", "/api/orders", order_body(event, seats=1)).json()["_id"])
                if len(placed) == ORDERS_BEFORE:
                    has_orders.set()
                if stop.is_set():
                    return

        # A busy shop always has an open connection, so changes stay in the -wal file for a long time.
        with closing(sqlite3.connect(shop.folder / "shop.sqlite3")) as another:
            another.execute("SELECT count(*) FROM orders_order").fetchone()
            ordering = Thread(target=place_orders)
            ordering.start()
            assert has_orders.wait(60)
            before = set(placed)
            shop.manage("backup", str(file))
            during = set(placed) - before
            stop.set()
            ordering.join(60)

    restored = other_machine.manage("restore", str(file))

    assert restored.returncode == 0, restored.stderr
    assert "No violations." in restored.stdout
    assert during, "no order was placed during the backup, so the test proves nothing"
    assert before <= other_machine.list_orders() <= set(placed)
    assert (other_machine.media / "picture.webp").read_bytes() == b"a picture"
    assert file.stat().st_mode & 0o777 == 0o600


def test_existing_data_is_replaced_only_with_force_and_a_backup_never(other_machine, backed_up):
    def is_marked() -> bool:
        with closing(sqlite3.connect(other_machine.database)) as database:
            return bool(database.execute("SELECT 1 FROM django_migrations WHERE applied = '2001-01-01'").fetchall())

    with closing(sqlite3.connect(other_machine.database)) as database, database:
        database.execute("UPDATE django_migrations SET applied = '2001-01-01'")

    refused = other_machine.manage("restore", str(backed_up))
    assert (refused.returncode, is_marked()) == (1, True)
    assert "--force" in refused.stderr
    forced = other_machine.manage("restore", str(backed_up), "--force")
    assert (forced.returncode, is_marked()) == (0, False), forced.stderr
    again = other_machine.manage("backup", str(backed_up))
    assert again.returncode == 1
    assert "already exists" in again.stderr


def rewrite_archive(file: Path, changes: dict[str, bytes | None]) -> Path:
    """Replace files in the archive, like disk damage or manual changes. None: leave it out."""
    with tarfile.open(file) as tar:
        contents = {member.name: tar.extractfile(member).read() for member in tar} | changes
    with tarfile.open(file, "w:gz") as tar:
        for name, content in contents.items():
            if content is not None:
                member = tarfile.TarInfo(name)
                member.size = len(content)
                tar.addfile(member, io.BytesIO(content))
    return file


def flip_bit(file: Path, place: int, bit: int = 0) -> None:
    content = bytearray(file.read_bytes())
    content[place] ^= 1 << bit
    file.write_bytes(content)


def flip_in_picture(file: Path, folder: Path) -> None:
    """Flip a bit near the end, where the archive has the incompressible picture."""
    flip_bit(file, file.stat().st_size - 50_000)


def make_newer(file: Path, folder: Path) -> Path:
    with tarfile.open(file) as tar:
        (folder / "newer.sqlite3").write_bytes(tar.extractfile("shop.sqlite3").read())
        label = json.loads(tar.extractfile("backup.json").read())
    with closing(sqlite3.connect(folder / "newer.sqlite3")) as database, database:
        later = "('orders', '9999_later', '2030-01-01')"
        database.execute(f"INSERT INTO django_migrations (app, name, applied) VALUES {later}")
    content = (folder / "newer.sqlite3").read_bytes()
    label["database_sha256"] = hashlib.sha256(content).hexdigest()
    return rewrite_archive(file, {"shop.sqlite3": content, "backup.json": json.dumps(label).encode()})


@pytest.mark.parametrize(
    ("change", "message"),
    [(make_newer, "does not know orders.9999_later"), (flip_in_picture, "cannot be read")],
    ids=["newer", "a flipped bit"],
)
def test_an_invalid_backup_changes_nothing(other_machine, backed_up, tmp_path, change, message):
    change(backed_up, tmp_path)
    other_machine.media.joinpath("picture.webp").write_bytes(b"today's")
    before = other_machine.database.read_bytes()

    refused = other_machine.manage("restore", str(backed_up), "--force")

    assert refused.returncode == 1
    assert message in refused.stderr
    assert "Traceback" not in refused.stderr
    assert other_machine.database.read_bytes() == before
    assert (other_machine.media / "picture.webp").read_bytes() == b"today's"


only_sqlite = pytest.mark.skipif(not settings.SQLITE, reason="the small shop has SQLite")


def read_files(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@only_sqlite
def test_every_flipped_bit_of_a_backup_is_noticed(small_shop, tmp_path):
    file = Path(shutil.copy(small_shop / "shop.tar.gz", tmp_path))
    size = file.stat().st_size
    unpack(file, tmp_path / "intact")
    places = {*range(20), *range(20, size, size // 60), *range(size - 12, size)}

    for place in sorted(places):
        for bit in range(8) if place > size - 12 else (place % 8,):  # the last bits before the checksum fill a byte
            flip_bit(file, place, bit)
            folder = tmp_path / f"{place}-{bit}"
            with suppress(BackupProblem):
                unpack(file, folder)
                assert read_files(folder) == read_files(tmp_path / "intact"), "only a bit that says nothing is ignored"
            flip_bit(file, place, bit)

    unpack(file, tmp_path / "intact again")


@only_sqlite
def test_a_backup_that_is_cut_or_longer_is_refused(small_shop, tmp_path):
    whole, file = (small_shop / "shop.tar.gz").read_bytes(), tmp_path / "shop.tar.gz"
    cut = [whole[:size] for size in (0, 9, -1, -8, len(whole) // 2)]

    for number, content in enumerate([*cut, whole + b"\0", whole + b"garbage", whole + whole]):
        file.write_bytes(content)
        with pytest.raises(BackupProblem, match="cannot be read as a backup"):
            unpack(file, tmp_path / f"unpacked {number}")


@only_sqlite
@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({f"media/{PICTURE}": b"another"}, f"the image {PICTURE} is not as it was"),
        ({f"media/{PICTURE}": None}, f"the image {PICTURE} is not as it was"),
        ({f"media/{PICTURE}": None, "media/events/other.jpg": b"a picture"}, f"the image {PICTURE} is not as it was"),
        ({"media/another.jpg": b"a picture"}, "the image another.jpg is not as it was"),
        ({"media": b"a file"}, "cannot be read as a backup"),
        ({"backup.json": None}, "cannot be read as a backup"),
        ({"backup.json": b'{"format": 1, "made_at": "2026-01-01T00:00:00Z", "database_sha256": ""}'}, "is of format 1"),
        ({"backup.json": b"[]"}, "cannot be read as a backup"),
        ({"shop.sqlite3": None}, "has no shop.sqlite3"),
        ({"shop.sqlite3": b"nonsense"}, "its database is not the one that was backed up"),
        ({"../outside": b""}, "../outside does not belong in a backup"),
        ({"media/../../outside": b""}, "media/../../outside does not belong in a backup"),
        ({"notes.txt": b""}, "notes.txt does not belong in a backup"),
    ],
    ids=str,
)
def test_a_backup_has_exactly_the_files_that_were_backed_up(small_shop, tmp_path, changes, message):
    file = rewrite_archive(Path(shutil.copy(small_shop / "shop.tar.gz", tmp_path)), changes)

    with pytest.raises(BackupProblem, match=re.escape(message)):
        unpack(file, tmp_path / "unpacked")
