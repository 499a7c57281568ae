"""A shop that reaches PostgreSQL through PgBouncer in transaction mode, where each transaction has any connection."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from uuid import uuid4

import pytest

from tests.resilience.grown.test_least_rights import psql_folder
from tests.resilience.races.concurrent_buyers import buy_at_once, find_violations
from tests.resilience.races.two_servers import find_wrong_purchases
from tests.support.servers.pgbouncer import running_pgbouncer
from tests.support.servers.prepared_database import drop_postgresql, on_the_server, postgresql_url
from tests.support.servers.running_shop import UNHURRIED, RunningShop
from tests.support.shopping import next_week

POOLED = UNHURRIED | {"DISABLE_SERVER_SIDE_CURSORS": "1", "LIMITS_FACTOR": "100000"}
AT_ONCE = 12


@pytest.fixture(scope="module")
def shop() -> Iterator[RunningShop]:
    """Two servers and every command behind one PgBouncer, through which the database was migrated, too."""
    name = f"pooled_{uuid4().hex[:12]}"
    on_the_server(f"CREATE DATABASE {name}")
    try:
        with running_pgbouncer(name) as url, RunningShop(servers=2, flags=POOLED, database_url=url) as running:
            yield running
    finally:
        drop_postgresql(name)


def test_exports_and_checks_are_whole_while_seats_are_sold(shop: RunningShop) -> None:
    event = shop.add_event(name="Friday Draft", price=12, maximumEventCapacity=40, **next_week())
    sold = [answer for answer in buy_at_once(shop.crowd(16), event) if answer.status == 201]
    staff = shop.as_staff()

    def export(number: int) -> list[str]:
        return str(staff.call("GET", "/api/orders/export").text).splitlines()

    with ThreadPoolExecutor(AT_ONCE + 3) as pool:
        purchases = pool.submit(find_wrong_purchases, shop, 4)
        checks = [pool.submit(shop.check_books) for _ in range(2)]
        exports = list(pool.map(export, range(120)))

    assert purchases.result() == []
    assert all("No violations" in check.result() for check in checks)
    assert all(lines[-1].startswith(f"Rows: {len(lines) - 2},") for lines in exports)
    assert all(len(lines) - 2 >= len(sold) for lines in exports)


def test_everybody_at_once_gets_exactly_the_available_seats(shop: RunningShop) -> None:
    event = shop.add_event(name="Lantern Night", price=12, maximumEventCapacity=20, **next_week())

    assert find_violations(shop, event, buy_at_once(shop.crowd(40), event)) == []

    shop.manage("upkeep")
    assert "No violations" in shop.check_books()


def test_a_backup_asks_for_a_connection_of_its_own(shop: RunningShop, tmp_path) -> None:
    """pg_dump changes settings of a connection, and others would get that connection after it."""
    tools = {"PATH": f"{psql_folder()}:{shop.environment['PATH']}"}
    name = shop.database_url.rpartition("/")[2]
    refused, made = tmp_path / "refused.tar.gz", tmp_path / "made.tar.gz"

    with pytest.raises(AssertionError, match="DATABASE_URL leads to PgBouncer"):
        shop.manage("backup", str(refused), **tools)
    shop.manage("backup", str(made), DATABASE_URL=postgresql_url(name), **tools)

    assert (refused.exists(), made.exists()) == (False, True)
    assert shop.client().call("GET", "/api/products").ok
