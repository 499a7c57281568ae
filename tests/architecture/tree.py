"""The shop's apps in one list."""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
# What each app may import. A map, because apps above `changes` need not know each other, and `paypal` knows none.
SHOP = ["charityshop", "accounts", "events", "bookings", "discounts", "orders", "paypal", "payments", "changes"]
MAY_IMPORT = {app: set(SHOP[:place]) for place, app in enumerate(SHOP)}
MAY_IMPORT |= {"paypal": set(), "giving": set(SHOP), "ledger": {*SHOP, "giving"}, "door": set(SHOP)}
MAY_IMPORT["tables"] = {*SHOP, "door"}
MAY_IMPORT["recaps"] = {*SHOP, "giving", "door", "tables"}
MAY_IMPORT["figures"] = {*SHOP, "giving", "door"}
APPS = list(MAY_IMPORT)


def list_python_files(package: str) -> list[Path]:
    files = sorted((ROOT / package).rglob("*.py"))
    assert files, package
    return files
