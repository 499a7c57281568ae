"""What the shop says about money has one word for each sum (docs/ledger.md): in templates, emails, and on all screens.

Identifiers and names of the API may be others: only texts are read, which are words with spaces or a capital letter.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.architecture.tree import APPS, ROOT, list_python_files

OTHER_WORDS = re.compile(
    r"(?<!-)\b(?:raised?|raising|proceeds|balances?)\b"
    r"|(?<!sales )(?<!sales-)(?<!income )\btax(?:es)?\b(?! receipts?\b)",
    re.IGNORECASE,
)
FIXED = re.compile(r"\bTaxes(?: (?:&|&amp;) Other Fees)?(?!\w)")  # labels with "sales tax" beside them
COMMENTS = {
    ".html": re.compile(r"\{#.*?#\}|\{%.*?%\}|\{\{.*?\}\}|<!--.*?-->|<style.*?</style>", re.DOTALL),
    ".txt": re.compile(r"\{#.*?#\}|\{%.*?%\}|\{\{.*?\}\}", re.DOTALL),
    ".ts": re.compile(r"/\*.*?\*/|(?<![:\"'`\w])//[^\n]*|^import .*?$|Schemas\[.*?\]", re.DOTALL | re.MULTILINE),
}
COMMENTS[".tsx"] = COMMENTS[".ts"]
# A string, or what stands between tags and expressions of JSX.
SCRIPT_TEXT = re.compile(r"\"([^\"\n]*)\"|`([^`\n]*)`|(?<=[>}])([^<>{}=;:|()\[\]\"`]*)(?=[<{])")
IS_TEXT = re.compile(r"\S\s+\S|^\s*[A-Z]")
NOT_READ = ("help_text", "description")  # of the API


def list_script_texts(text: str) -> Iterator[str]:
    for groups in SCRIPT_TEXT.findall(text):
        for found in groups:
            yield re.sub(r"\$\{[^}]*\}", "…", found)


def list_python_texts(path: Path) -> Iterator[str]:
    """Yield the strings of a module without its docstrings, and without what the API's description says."""
    tree, left_out = ast.parse(path.read_text()), set[ast.AST]()
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr):
            left_out.add(node.value)
        elif isinstance(node, ast.keyword) and node.arg in NOT_READ and "api" in path.parts:
            left_out.update(ast.walk(node.value))
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in left_out:
            yield "" if "BEGIN" in node.value else node.value  # SQL


def list_texts() -> Iterator[tuple[str, str]]:
    for app in APPS:
        for path in list_python_files(app):
            if "migrations" not in path.parts:
                yield from ((path.name, text) for text in list_python_texts(path))
    for folder in ("templates", "frontend/src"):
        for path in (ROOT / folder).rglob("*.*"):
            if path.suffix in COMMENTS and not re.search(r"\.test\.|\.gen\.|/testing/", path.as_posix()):
                text = COMMENTS[path.suffix].sub(" ", path.read_text())
                texts = list_script_texts(text) if folder == "frontend/src" else re.split(r"<[^>]*>", text)
                yield from ((path.name, found) for found in texts)


def find_other_words(text: str) -> list[str]:
    return OTHER_WORDS.findall(FIXED.sub("", text)) if IS_TEXT.search(text) else []


def test_no_text_has_another_word_for_a_sum_of_money() -> None:
    texts = list(list_texts())

    assert len(texts) > 5_000
    assert [f"{name}: {text.strip()}" for name, text in texts if find_other_words(text)] == []


@pytest.mark.parametrize(
    ("text", "is_found"),
    [
        ("<p>{amount} raised so far</p>", True),
        ("<dt>Balance</dt>", True),
        ("`${sum} was raised`", True),
        ('label="incl. $3.60 tax"', True),
        ("const { balance, raised } = sums < 0 ? raised : balance", False),
        ('["raised", "balance"]', False),
        ('<SumRow label="Taxes" note="sales tax">', False),
    ],
)
def test_a_word_on_a_screen_is_found_and_an_identifier_is_not(text: str, is_found: bool) -> None:
    assert any(map(find_other_words, list_script_texts(text))) == is_found
