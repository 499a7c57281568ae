"""On PostgreSQL the shop needs no right but to rows: `deploy/rights.sql` makes an account for it."""

from collections.abc import Iterator
from urllib.parse import urlsplit

import psycopg
import pytest

from tests.prepared_database import on_the_server
from tests.running_shop import ROOT, RunningShop
from tests.shopping import Shopper, next_week

PASSWORD = "only-for-tests"


@pytest.fixture(scope="module")
def shop() -> Iterator[RunningShop]:
    """Migrated by the database's owner, and served by an account of few rights."""
    on_the_server("DROP ROLE IF EXISTS shop_app")
    running = RunningShop()
    running.rows((ROOT / "deploy" / "rights.sql").read_text())
    running.rows(f"ALTER ROLE shop_app PASSWORD '{PASSWORD}'")
    owner = urlsplit(running.database_url).netloc.partition("@")[0]
    running.database_url = running.database_url.replace(f"//{owner}@", f"//shop_app:{PASSWORD}@")
    with running:
        yield running
    on_the_server("DROP ROLE shop_app")


def test_an_account_of_few_rights_is_enough_to_sell_seats_and_to_run_upkeep(shop: RunningShop) -> None:
    night = shop.add_night(name="A Night", price=12, maximumEventCapacity=8, **next_week())
    (client,) = shop.crowd(1)
    paid = Shopper(shop, client).buy(night, seats=2)
    refunded = shop.as_staff().call("POST", f"/api/orders/{paid['_id']}/refund", {"reason": "ill"})

    shop.manage("upkeep")

    assert refunded.ok, refunded.text
    assert "in order" in shop.check_books()


@pytest.mark.parametrize(
    "sql",
    ["CREATE TABLE mine (id int)", "DROP TABLE orders_order", "TRUNCATE orders_order CASCADE",
     "ALTER TABLE orders_order DROP COLUMN total_price", "CREATE ROLE another SUPERUSER", "COPY orders_order TO '/x'"],
)  # fmt: skip
def test_it_changes_no_table_and_reaches_nothing_else(shop: RunningShop, sql: str) -> None:
    with pytest.raises(psycopg.errors.InsufficientPrivilege):
        shop.rows(sql)
