"""The shop's code starts no programs, evaluates no text as code, and reads no format that can contain code."""

import ast
from collections.abc import Iterator

import pytest

from tests.architecture.test_imports import imported_packages
from tests.architecture.tree import APPS, ROOT, list_python_files

PROGRAMS = {"subprocess", "pty", "multiprocessing"}
CAN_CONTAIN_CODE = {"pickle", "marshal", "shelve", "dill", "jsonpickle", "yaml", "xml", "lxml", "xmlrpc"}
EVALUATES_TEXT = {"eval", "exec", "compile", "__import__", "Template"}
STARTS_PROGRAMS = {"system", "popen", "execv", "execve", "execvp", "spawnl", "spawnv"}
UNESCAPED = {"mark_safe", "SafeString"}
# Start the demo's servers, a trial of a backup, pg_dump and pg_restore, without any input of visitors.
STARTS = {
    "demo/management/commands/run_demo.py",
    "operations/services/keep_backups.py",
    "charityshop/db/postgresql_tools.py",
}


def read_sources() -> Iterator[tuple[str, str]]:
    for app in APPS:
        for file in list_python_files(app):
            yield str(file.relative_to(ROOT)), file.read_text()


def called_names(source: str) -> set[str]:
    """Return the names of functions called directly, and of those called on os."""
    calls = [node.func for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]
    bare = {call.id for call in calls if isinstance(call, ast.Name)}
    on_os = {
        call.attr
        for call in calls
        if isinstance(call, ast.Attribute) and isinstance(call.value, ast.Name) and call.value.id == "os"
    }
    return bare | on_os


@pytest.mark.parametrize(
    ("packages", "allowed"),
    [(PROGRAMS, STARTS), (CAN_CONTAIN_CODE, set())],
    ids=["programs", "formats that can contain code"],
)
def test_nothing_else_imports(packages: set[str], allowed: set[str]) -> None:
    assert {path for path, source in read_sources() if imported_packages(source) & packages} == allowed


@pytest.mark.parametrize(
    ("names", "allowed"),
    [(EVALUATES_TEXT | STARTS_PROGRAMS, set()), (UNESCAPED, {"charityshop/spa/page.py"})],
    ids=["evaluated text", "unescaped text"],
)
def test_nothing_else_calls(names: set[str], allowed: set[str]) -> None:
    assert {path for path, source in read_sources() if called_names(source) & names} == allowed


def test_a_pattern_is_a_constant_or_escaped() -> None:
    """Otherwise users could write regular expressions."""
    built = {path for path, source in read_sources() for call in calls_of_re(source) if not is_constant(call.args[0])}

    assert built == {"accounts/password_validators/shop_words.py", "charityshop/erasure.py"}
    assert all("re.escape" in (ROOT / path).read_text() for path in built)


def test_a_format_is_a_constant() -> None:
    """A format from a user could read attributes, such as {0.__class__}."""
    calls = [(path, node) for path, source in read_sources() for node in ast.walk(ast.parse(source))]
    formats = {
        path
        for path, node in calls
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in ("format", "format_map")
        and not is_constant(node.func.value)
    }

    assert formats == {"charityshop/spa/page.py"}  # the paths of its own pages


def calls_of_re(source: str) -> Iterator[ast.Call]:
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.args:
            on = node.func.value
            if isinstance(on, ast.Name) and on.id == "re" and node.func.attr != "escape":
                yield node


def is_constant(node: ast.expr) -> bool:
    """Return whether the node is a literal, or combined of literals and constants in capitals."""
    if isinstance(node, ast.Constant):
        return True
    if isinstance(node, ast.Name):
        return node.id.isupper()
    if isinstance(node, ast.JoinedStr):
        return all(is_constant(part.value if isinstance(part, ast.FormattedValue) else part) for part in node.values)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):  # "|".join(DAYS)
        return is_constant(node.func.value) and all(map(is_constant, node.args))
    return isinstance(node, ast.BinOp) and is_constant(node.left) and is_constant(node.right)
