"""One word for each idea, one word for each sum of money (docs/ledger.md), and one form of a day: in all texts.

Identifiers and names of the API may be others: only texts are read, which are words with spaces or a capital letter.
"""

import ast
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.architecture.tree import APPS, ROOT, list_python_files

OTHER_WORDS = re.compile(
    r"(?<!-)\b(?:raised?|raising|proceeds|balances?)\b"
    r"|(?<!sales )(?<!sales-)(?<!income )\btax(?:es)?\b(?! receipts?\b)",
    re.IGNORECASE,
)
FIXED = re.compile(r"\bTaxes(?: (?:&|&amp;) Other Fees)?(?!\w)")  # labels with "sales tax" beside them
# Book, ticket, seat, date, event, discount code, sign in, cancel and hide have no other names, but in what is fixed.
OTHER_NAMES = re.compile(
    r"\b(?:reserv(?:e[ds]?|ing|ations?)|purchase[ds]?|coupons?|vouchers?|attendees?|customers?|participants?|occurrences?"
    r"|products?|wait ?lists?|log(?:ged)? (?:in|out)|snooz(?:ed?|ing)|archiv(?:ed|ing)|called off)\b",
    re.IGNORECASE,
)
FIXED_NAMES = {
    "Reservation Date", "Seats to Reserve", "Thank you for your purchase!", "Log In", "Edit Product",
    "Product created.", "Product updated!", "Product … deleted.", "Snooze this date",
    "Creating new product. Are you sure?", "Deleting product. Are you absolutely sure you want to do this?",
}  # fmt: skip
# Days are "Fri, Dec 4": these have no weekday. In Python, templates and TypeScript.
BARE_DAY = re.compile(
    r"(?<!%[aA], )%[bB]\.?(?: %-?d|\} \{[\w.]+\.day\})|\bdate:\"(?![^\"]*[Dl])[^\"]*\bj\b"
    r"|\{(?![^{}]*weekday)(?=[^{}]*\bday: \")[^{}]*\bmonth: \"(?:short|long)\""
)
COMMENTS = {
    ".html": re.compile(r"\{#.*?#\}|\{%.*?%\}|\{\{.*?\}\}|<!--.*?-->|<style.*?</style>", re.DOTALL),
    ".txt": re.compile(r"\{#.*?#\}|\{%.*?%\}|\{\{.*?\}\}", re.DOTALL),
    ".ts": re.compile(r"/\*.*?\*/|(?<![:\"'`\w])//[^\n]*|^import .*?$|Schemas\[.*?\]", re.DOTALL | re.MULTILINE),
}
COMMENTS[".tsx"] = COMMENTS[".ts"]
# A string, or what stands between tags and expressions of JSX.
SCRIPT_TEXT = re.compile(r"\"([^\"\n]*)\"|`([^`\n]*)`|(?<=[>}])([^<>{}=;:|()\[\]\"`]*)(?=[<{])")
IS_SENTENCE = re.compile(r"\S\s+\S")
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


def find_other_names(text: str) -> list[str]:
    for fixed in FIXED_NAMES:
        text = text.replace(fixed, "")
    return OTHER_NAMES.findall(text) if IS_SENTENCE.search(text) else []


def find_other_words(text: str) -> list[str]:
    return OTHER_WORDS.findall(FIXED.sub("", text)) if IS_TEXT.search(text) else []


@pytest.mark.parametrize("find", [find_other_words, find_other_names])
def test_no_text_has_another_word_for_a_sum_of_money_or_what_people_do(find: Callable[[str], list[str]]) -> None:
    texts = list(list_texts())

    assert len(texts) > 5_000
    assert [f"{name}: {text.strip()}" for name, text in texts if find(text)] == []


def test_no_text_names_a_day_without_its_weekday() -> None:
    sources = [path for app in APPS for path in list_python_files(app)]
    sources += [path for folder in ("templates", "frontend/src") for path in (ROOT / folder).rglob("*.*")]

    assert len(sources) > 900
    assert [
        path.name for path in sources if path.suffix in (".py", *COMMENTS) and BARE_DAY.search(path.read_text())
    ] == []


@pytest.mark.parametrize(
    ("source", "is_found"),
    [
        ('f"until {day:%b} {day.day}"', True),
        ('f"{at:%B %d, %Y}"', True),
        ('{{ at|date:"N j, Y" }}', True),
        ('format(at, { month: "long", day: "numeric" })', True),
        ('f"{local:%a, %b} {local.day}"', False),
        ('{{ at|date:"D, M j" }}', False),
        ('format(at, { weekday: "short", month: "short", day: "numeric" })', False),
    ],
)
def test_a_day_without_its_weekday_is_found(source: str, is_found: bool) -> None:
    assert bool(BARE_DAY.search(source)) == is_found


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
