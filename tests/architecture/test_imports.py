"""Imports run one way, and only paypal/ calls PayPal.

Between apps: ledger → giving → changes → notices → payments → orders → discounts → bookings → events → accounts →
outbox → charityshop, tables → door → changes, recaps → giving, tables, figures → giving, door, purchases → giving,
attention → purchases, privacy → purchases, tables, and operations → attention, recaps, ledger; paypal imports none
of them, and demo all.
Within an app: site, admin → api → services, selectors → models. Modules that are named in strings count as imports.
"""

import ast
import re
from collections.abc import Iterator

import pytest

from tests.architecture.tree import APPS, MAY_IMPORT, ROOT, list_python_files

PARTS = {"models": 0, "selectors": 1, "services": 1, "api": 2, "site": 3, "admin": 3}  # none imports a higher one
COMPOSED_HERE = ("charityshop/settings/", "charityshop/urls.py")  # list the apps and their URLs, as Django requires
MAKES_HTTP_REQUESTS = {"requests", "paypalserversdk", "httpx", "urllib3", "urllib.request", "http.client"}
# Call the demo's own servers on this machine: until they answer, and to approve payments at the PayPal simulator.
CALLS_THE_DEMO = {"demo/sales.py", "demo/management/commands/run_demo.py"}
POSTS_TO_DISCORD = "outbox/discord/delivery.py"
PAYPALS_HOST = "paypal.com"  # not a module of our package
DOTTED = re.compile(r"\w+(\.\w+)+")


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


def named_packages(source: str) -> set[str]:
    """Return the first parts of dotted strings such as "orders.mails.render_email"."""
    strings = (node.value for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Constant))
    texts = {text for text in strings if isinstance(text, str) and DOTTED.fullmatch(text)}
    return {text.split(".")[0] for text in texts - {PAYPALS_HOST}}


def find_uses(package: str, forbidden: set[str]) -> dict[str, set[str]]:
    found = {
        str(file.relative_to(ROOT)): imported_packages(file.read_text()) & forbidden
        for file in list_python_files(package)
    }
    return {file: names for file, names in found.items() if names}


def packages_out_of_reach(app: str) -> set[str]:
    return {*MAY_IMPORT, "tests", "paypal_simulator"} - MAY_IMPORT[app] - {app}


@pytest.mark.parametrize("layer", APPS)
def test_a_layer_imports_only_itself_and_the_layers_below_it(layer: str) -> None:
    assert find_uses(layer, packages_out_of_reach(layer)) == {}


@pytest.mark.parametrize("layer", APPS)
def test_a_layer_names_no_module_of_a_layer_above_it_in_a_string(layer: str) -> None:
    sources = {str(file.relative_to(ROOT)): file.read_text() for file in list_python_files(layer)}
    found = {name: named_packages(source) & packages_out_of_reach(layer) for name, source in sources.items()}

    assert {name: named for name, named in found.items() if named and not name.startswith(COMPOSED_HERE)} == {}


def test_only_operations_and_the_demo_call_commands() -> None:
    files = [(app, file) for app in APPS for file in list_python_files(app)]

    assert {app for app, file in files if "call_command" in file.read_text()} == {"operations", "demo"}
    assert {app for app, file in files if file.parent.name == "commands"} == {"payments", "operations", "demo"}


def test_the_simulator_shares_no_code_with_the_shop() -> None:
    assert find_uses("paypal_simulator", {*APPS, "django", "tests"}) == {}


def test_only_one_package_calls_paypal() -> None:
    modules = [file for layer in APPS for file in (ROOT / layer).rglob("*.py")]
    callers = {
        str(file.relative_to(ROOT)) for file in modules if imported_modules(file.read_text()) & MAKES_HTTP_REQUESTS
    }

    assert {path for path in callers if not path.startswith("paypal/")} == CALLS_THE_DEMO | {POSTS_TO_DISCORD}
    assert callers - CALLS_THE_DEMO, "the test finds callers"


def upward_imports(module: str, source: str) -> Iterator[str]:
    """Name each import of a higher part of the module's own app."""
    for name in sorted(imported_modules(source)):
        importing, imported = part_of(module), part_of(name)
        if module.split(".")[0] == name.split(".")[0] and importing and imported:
            reads_only = importing == "selectors" and imported == "services"
            if PARTS[imported] > PARTS[importing] or reads_only:
                yield f"{module} → {name}"


def part_of(module: str) -> str:
    """Return the part of its app that a module belongs to, and nothing for the app's pure modules."""
    _, _, rest = module.partition(".")
    part = rest.split(".")[0]
    return part if part in PARTS else ""


def modules_of(app: str) -> Iterator[tuple[str, str]]:
    for file in list_python_files(app):
        yield ".".join(file.relative_to(ROOT).with_suffix("").parts), file.read_text()


@pytest.mark.parametrize("app", APPS[1:])
def test_within_an_app_imports_run_from_views_to_models(app: str) -> None:
    assert [each for module, source in modules_of(app) for each in upward_imports(module, source)] == []
