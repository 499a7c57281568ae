"""Imports run one way: orders → bookings → events → accounts → charityshop."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
LAYERS = ["charityshop", "accounts", "events", "bookings", "orders"]  # each may import those before it


def imported_packages(source: str) -> set[str]:
    names: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and node.level == 0:
            names.add(node.module)
    return {name.split(".")[0] for name in names}


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


def test_an_import_that_runs_the_wrong_way_is_seen() -> None:
    assert imported_packages("def later():\n    from orders.models import Order\n") == {"orders"}
