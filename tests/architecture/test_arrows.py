"""Imports run one way: orders → bookings → events → accounts → charityshop. And only orders/paypal/ calls PayPal."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
LAYERS = ["charityshop", "accounts", "events", "bookings", "orders"]  # each may import those before it
SPEAKS_HTTP = {"requests", "paypalserversdk", "httpx", "urllib3", "urllib.request", "http.client"}
LOOKS_AT_ITSELF = {"orders/management/commands/run_demo.py"}  # waits until its own two servers answer


def imported_packages(source: str) -> set[str]:
    return {name.split(".")[0] for name in imported_modules(source)}


def imported_modules(source: str) -> set[str]:
    names: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and node.level == 0:
            names.add(node.module)
            names.update(f"{node.module}.{alias.name}" for alias in node.names)
    return names


def strays(layer: str, forbidden: set[str]) -> dict[str, set[str]]:
    files = sorted((ROOT / layer).rglob("*.py"))
    assert files
    found = {str(file.relative_to(ROOT)): imported_packages(file.read_text()) & forbidden for file in files}
    return {file: names for file, names in found.items() if names}


@pytest.mark.parametrize("layer", LAYERS)
def test_a_layer_imports_only_itself_and_the_layers_below_it(layer: str) -> None:
    assert strays(layer, set(LAYERS[LAYERS.index(layer) + 1 :]) | {"tests", "paypal_simulator"}) == {}


def test_the_simulator_shares_no_code_with_the_shop() -> None:
    assert strays("paypal_simulator", {*LAYERS, "django", "tests"}) == {}


def test_nothing_but_one_package_talks_with_paypal() -> None:
    modules = [file for layer in LAYERS for file in (ROOT / layer).rglob("*.py")]
    callers = {str(file.relative_to(ROOT)) for file in modules if imported_modules(file.read_text()) & SPEAKS_HTTP}

    assert {path for path in callers if not path.startswith("orders/paypal/")} == LOOKS_AT_ITSELF
    assert callers - LOOKS_AT_ITSELF, "the test sees who does"


def test_an_import_that_runs_the_wrong_way_is_seen() -> None:
    assert imported_packages("def later():\n    from orders.models import Order\n") == {"orders"}
