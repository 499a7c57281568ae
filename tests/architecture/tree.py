"""The shop's apps in one list, and the tests that a file of the source tree defines."""

import ast
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
# What each app may import. A map, because apps above `changes` need not know each other, and `paypal` knows none.
SHOP = [
    "charityshop", "outbox", "accounts", "events", "bookings", "discounts", "orders", "paypal", "payments", "notices",
    "changes",
]  # fmt: skip
MAY_IMPORT = {app: set(SHOP[:place]) for place, app in enumerate(SHOP)}
MAY_IMPORT |= {"paypal": set(), "giving": set(SHOP), "ledger": {*SHOP, "giving"}, "door": set(SHOP)}
MAY_IMPORT["purchases"] = {*SHOP, "giving"}
MAY_IMPORT["attention"] = {*SHOP, "giving", "purchases"}
MAY_IMPORT["tables"] = {*SHOP, "door"}
MAY_IMPORT["recaps"] = {*SHOP, "giving", "door", "tables"}
MAY_IMPORT["figures"] = {*SHOP, "giving", "door"}
MAY_IMPORT["privacy"] = {*SHOP, "giving", "purchases", "door", "tables"}
MAY_IMPORT["operations"] = {*SHOP, "attention", "door", "giving", "ledger", "recaps", "tables"}
MAY_IMPORT["demo"] = set(MAY_IMPORT)  # and nothing imports the demo
APPS = list(MAY_IMPORT)


def list_python_files(package: str) -> list[Path]:
    files = sorted((ROOT / package).rglob("*.py"))
    assert files, package
    return files


@cache
def list_python_tests(path: Path) -> frozenset[str]:
    if not (path.is_file() and path.name.startswith("test_")):
        return frozenset()
    tree = ast.parse(path.read_text())
    functions = (node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))
    return frozenset(name for name in functions if name.startswith("test_"))
