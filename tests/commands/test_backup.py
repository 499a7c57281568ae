"""`backup` while orders run, and `restore` somewhere else: every order that was answered before is there."""

import hashlib
import io
import json
import os
import re
import shutil
import sqlite3
import subprocess
import sys
import tarfile
from contextlib import closing
from pathlib import Path
from threading import Event, Thread

import pytest
from django.conf import settings

from tests.support.servers.running_shop import ROOT, RunningShop
from tests.support.shopping import next_week, order_body

BUYERS, ORDERS_EACH, ANSWERED_BEFORE = 60, 9, 15


class Elsewhere:
    """Another machine: manage.py on an empty database and media folder."""

    def __init__(self, folder: Path) -> None:
        self.database, self.media = folder / "shop.sqlite3", folder / "media"
        self.environment = os.environ | {
            "DJANGO_SETTINGS_MODULE": "charityshop.settings",
            "DATABASE_URL": f"sqlite:///{self.database}",
            "MEDIA_ROOT": str(self.media),
        }

    def manage(self, *arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "manage.py", *arguments]
        return subprocess.run(
            command, cwd=ROOT, env=self.environment | variables, capture_output=True, text=True, check=False
        )

    def orders(self) -> set[str]:
        with closing(sqlite3.connect(self.database)) as database:
            return {row[0] for row in database.execute("SELECT public_id FROM orders_order")}


@pytest.fixture
def elsewhere(tmp_path: Path) -> Elsewhere:
    return Elsewhere(tmp_path)


@pytest.fixture(scope="module")
def small_shop(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a shop and of its backup, made once."""
    folder = tmp_path_factory.mktemp("small-shop")
    shop = Elsewhere(folder)
    assert shop.manage("migrate", "--verbosity", "0").returncode == 0
    shop.media.mkdir()
    (shop.media / "picture.webp").write_bytes(b"a picture")
    done = shop.manage("backup", str(folder / "shop.tar.gz"))
    assert done.returncode == 0, done.stderr
    return folder


@pytest.fixture
def backed_up(small_shop: Path, elsewhere: Elsewhere, tmp_path: Path) -> Path:
    """The backup of a small shop; `elsewhere` is that shop."""
    shutil.copytree(small_shop, tmp_path, dirs_exist_ok=True)
    return tmp_path / "shop.tar.gz"


@pytest.mark.skipif(not settings.SQLITE, reason="PostgreSQL has tools of its own")
@pytest.mark.django_db(transaction=True)
def test_every_order_answered_before_the_backup_began_is_in_it(elsewhere, tmp_path):
    file = tmp_path / "shop.tar.gz"
    with RunningShop() as shop:
        event = shop.add_event(name="Race Night", price=12, maximumEventCapacity=1000, **next_week())
        (shop.folder / "media").mkdir(exist_ok=True)
        (shop.folder / "media" / "picture.webp").write_bytes(b"a picture")
        buyers = shop.crowd(BUYERS)
        answered: list[str] = []
        enough, stop = Event(), Event()

        def go_on_ordering() -> None:
            for buyer in buyers * ORDERS_EACH:
                answered.append(buyer.call("POST", "/api/orders", order_body(event, seats=1)).json()["_id"])
                if len(answered) == ANSWERED_BEFORE:
                    enough.set()
                if stop.is_set():
                    return

        # A busy shop always has a connection open, so what is written stands in the -wal file for long.
        with closing(sqlite3.connect(shop.folder / "shop.sqlite3")) as another:
            another.execute("SELECT count(*) FROM orders_order").fetchone()
            buying = Thread(target=go_on_ordering)
            buying.start()
            assert enough.wait(60)
            before = set(answered)
            shop.manage("backup", str(file))
            during = set(answered) - before
            stop.set()
            buying.join(60)

    restored = elsewhere.manage("restore", str(file))

    assert restored.returncode == 0, restored.stderr
    assert "No violations." in restored.stdout
    assert during, "no order was placed while the backup was made, so this shows nothing"
    assert before <= elsewhere.orders() <= set(answered)
    assert (elsewhere.media / "picture.webp").read_bytes() == b"a picture"
    assert file.stat().st_mode & 0o777 == 0o600


def test_a_shop_that_is_there_is_replaced_only_by_force(elsewhere, backed_up):
    with closing(sqlite3.connect(elsewhere.database)) as database, database:
        database.execute("UPDATE django_migrations SET applied = '2001-01-01'")

    refused = elsewhere.manage("restore", str(backed_up))
    with closing(sqlite3.connect(elsewhere.database)) as database:
        remaining = database.execute("SELECT count(*) FROM django_migrations WHERE applied = '2001-01-01'").fetchone()[
            0
        ]
    forced = elsewhere.manage("restore", str(backed_up), "--force")

    assert refused.returncode == 1
    assert "--force" in refused.stderr
    assert remaining
    assert forced.returncode == 0, forced.stderr
    with closing(sqlite3.connect(elsewhere.database)) as database:
        assert not database.execute("SELECT 1 FROM django_migrations WHERE applied = '2001-01-01'").fetchall()


MAKE_IT_ONES_OWN = """
from io import BytesIO
from PIL import Image
from charityshop.branding.logo import store_logo
from charityshop.models import ShopSettings
from charityshop.branding.shop import save_settings
picture = BytesIO()
Image.new("RGB", (300, 150), "crimson").save(picture, "PNG")
picture.seek(0)
logo = store_logo(picture)
row = ShopSettings(name="Foam & Felt", felt="#5B2A86", logo=logo.name, logo_width=288, logo_height=144)
save_settings(row, by=None)
"""
SAY_WHOSE_IT_IS = """
from django.test import Client
page = Client().get("/about", headers={"host": "localhost"}).content.decode()
print(page)
"""


def test_what_a_club_made_of_the_shop_is_there_after_a_restore(elsewhere, backed_up, tmp_path):
    there = Elsewhere(tmp_path / "there")
    (tmp_path / "there").mkdir()
    assert elsewhere.manage("shell", "-c", MAKE_IT_ONES_OWN).returncode == 0

    elsewhere.manage("backup", str(tmp_path / "own.tar.gz"))
    restored = there.manage("restore", str(tmp_path / "own.tar.gz"))
    page = there.manage("shell", "-c", SAY_WHOSE_IT_IS).stdout

    assert restored.returncode == 0, restored.stderr
    assert "<title>About Us · Foam &amp; Felt</title>" in page
    assert '<meta name="theme-color" content="#5B2A86">' in page
    addresses = re.findall(r"/media/(brand/[0-9a-z-]+\.png)", page)
    assert len(set(addresses)) == 3  # in the header, in the tab, on a phone
    assert [name for name in addresses if not (there.media / name).is_file()] == []


def rewritten(file: Path, changes: dict[str, bytes]) -> Path:
    """The archive with other content under these names, as if a disk or a person had changed it."""
    with tarfile.open(file) as tar:
        contents = {member.name: tar.extractfile(member).read() for member in tar} | changes
    with tarfile.open(file, "w:gz") as tar:
        for name, content in contents.items():
            member = tarfile.TarInfo(name)
            member.size = len(content)
            tar.addfile(member, io.BytesIO(content))
    return file


def from_a_newer_shop(file: Path, folder: Path) -> Path:
    with tarfile.open(file) as tar:
        (folder / "newer.sqlite3").write_bytes(tar.extractfile("shop.sqlite3").read())
        label = json.loads(tar.extractfile("backup.json").read())
    with closing(sqlite3.connect(folder / "newer.sqlite3")) as database, database:
        database.execute(
            "INSERT INTO django_migrations (app, name, applied) VALUES ('orders', '9999_later', '2030-01-01')"
        )
    content = (folder / "newer.sqlite3").read_bytes()
    label["database_sha256"] = hashlib.sha256(content).hexdigest()
    return rewritten(file, {"shop.sqlite3": content, "backup.json": json.dumps(label).encode()})


@pytest.mark.parametrize(
    ("spoil", "sentence"),
    [
        (lambda file, _: rewritten(file, {"shop.sqlite3": b"nonsense"}), "is damaged"),
        (lambda file, _: rewritten(file, {"media/../../escaped": b"x"}), "has no place in a backup"),
        (lambda file, _: file.write_bytes(file.read_bytes()[: file.stat().st_size // 2]), "cannot be read"),
        (from_a_newer_shop, "does not know orders.9999_later"),
    ],
    ids=["another database", "a path outside", "cut off", "newer"],
)
def test_a_backup_that_is_not_right_changes_nothing(elsewhere, backed_up, tmp_path, spoil, sentence):
    spoil(backed_up, tmp_path)
    elsewhere.media.joinpath("picture.webp").write_bytes(b"today's")
    before = elsewhere.database.read_bytes()

    refused = elsewhere.manage("restore", str(backed_up), "--force")

    assert refused.returncode == 1
    assert sentence in refused.stderr
    assert "Traceback" not in refused.stderr
    assert elsewhere.database.read_bytes() == before
    assert (elsewhere.media / "picture.webp").read_bytes() == b"today's"
    assert not (tmp_path.parent / "escaped").exists()


def test_a_backup_overwrites_no_file(elsewhere, backed_up):
    refused = elsewhere.manage("backup", str(backed_up))

    assert refused.returncode == 1
    assert "is there already" in refused.stderr


@pytest.mark.parametrize(("command", "tool"), [(["backup"], "pg_dump"), (["restore", "shop.tar.gz"], "pg_restore")])
def test_postgresql_is_left_to_its_own_tools_and_the_password_is_not_shown(elsewhere, command, tool):
    url = "postgresql://shop:hunter2@db.example.org:5433/cards"

    refused = elsewhere.manage(*command, DATABASE_URL=url)

    assert refused.returncode == 1
    assert tool in refused.stderr
    assert "postgresql://shop@db.example.org:5433/cards" in refused.stderr
    assert "hunter2" not in refused.stderr + refused.stdout
