"""The shop's own code starts no programs, runs no text as code, and reads no format that can carry code."""

import ast
from collections.abc import Iterator

import pytest

from tests.architecture.test_imports import LAYERS, ROOT, imported_packages

PROGRAMS = {"subprocess", "pty", "multiprocessing"}
CARRIES_CODE = {"pickle", "marshal", "shelve", "dill", "jsonpickle", "yaml", "xml", "lxml", "xmlrpc"}
RUNS_TEXT = {"eval", "exec", "compile", "__import__", "Template"}
STARTS_A_SHELL = {"system", "popen", "execv", "execve", "execvp", "spawnl", "spawnv"}
UNESCAPED = {"mark_safe", "SafeString"}
# Starts the demo's own servers, and is given nothing by a visitor.
DEMO = "orders/management/commands/run_demo.py"


def sources() -> Iterator[tuple[str, str]]:
    for layer in LAYERS:
        for file in sorted((ROOT / layer).rglob("*.py")):
            yield str(file.relative_to(ROOT)), file.read_text()


def called_names(source: str) -> set[str]:
    """What is called by a bare name, and what is called on os."""
    calls = [node.func for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]
    bare = {call.id for call in calls if isinstance(call, ast.Name)}
    on_os = {
        call.attr for call in calls
        if isinstance(call, ast.Attribute) and isinstance(call.value, ast.Name) and call.value.id == "os"
    }  # fmt: skip
    return bare | on_os


@pytest.mark.parametrize(
    ("packages", "allowed"), [(PROGRAMS, {DEMO}), (CARRIES_CODE, set())], ids=["programs", "formats that carry code"]
)
def test_nothing_else_imports(packages: set[str], allowed: set[str]) -> None:
    assert {path for path, source in sources() if imported_packages(source) & packages} == allowed


@pytest.mark.parametrize(
    ("names", "allowed"),
    [(RUNS_TEXT | STARTS_A_SHELL, set()), (UNESCAPED, {"charityshop/spa/page.py"})],
    ids=["text run as code", "text left unescaped"],
)
def test_nothing_else_calls(names: set[str], allowed: set[str]) -> None:
    assert {path for path, source in sources() if called_names(source) & names} == allowed


def test_a_pattern_is_a_constant_or_escaped() -> None:
    """A regular expression made of what somebody typed would be theirs to write."""
    built = {path for path, source in sources() for call in calls_of_re(source) if not is_constant(call.args[0])}

    assert built == {"accounts/password_validators/shop_words.py", "charityshop/erasure.py"}
    assert all("re.escape" in (ROOT / path).read_text() for path in built)


def test_a_format_is_a_constant() -> None:
    """A format somebody typed could read attributes: {0.__class__}."""
    calls = [(path, node) for path, source in sources() for node in ast.walk(ast.parse(source))]
    formats = {
        path for path, node in calls
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
        and node.func.attr in ("format", "format_map") and not is_constant(node.func.value)
    }  # fmt: skip

    assert formats == {"charityshop/spa/page.py"}  # the addresses of its own pages


def calls_of_re(source: str) -> Iterator[ast.Call]:
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.args:
            on = node.func.value
            if isinstance(on, ast.Name) and on.id == "re" and node.func.attr != "escape":
                yield node


def is_constant(node: ast.expr) -> bool:
    """A text, or one put together from texts that stand in capitals at the top of their module."""
    if isinstance(node, ast.Constant):
        return True
    if isinstance(node, ast.Name):
        return node.id.isupper()
    if isinstance(node, ast.JoinedStr):
        return all(is_constant(part.value if isinstance(part, ast.FormattedValue) else part) for part in node.values)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):  # "|".join(DAYS)
        return is_constant(node.func.value) and all(map(is_constant, node.args))
    return isinstance(node, ast.BinOp) and is_constant(node.left) and is_constant(node.right)
