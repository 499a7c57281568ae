"""Texts that users read use the glossary's words: event, upcoming, refund, skip."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("charityshop", "accounts", "events", "bookings", "orders")
# The words that users are not meant to read, and what to say instead.
INSTEAD = {
    r"(?<!game )(?<!card )(?<!Game )(?<!Card )\b[Nn]ights?\b": "event",
    r"\b[Cc]oming (?:dates?|events?|nights?)\b": "upcoming",
    r"\b(?:goes|go|went|gone) back\b(?! on sale)(?! into)": "refund",
    r"\b[Ss]econd factor\b": "two-step verification",
    r"\b[Ii]s posted\b|\bNothing is posted\b": "ships",
    r"\bletters at most\b": "characters",
    r"\b[Ss]till with the shop\b": "can still be refunded",
    r"\bgot their money back\b|\bgets? (?:their|your) money back\b": "refund",
    r"\b[Ss]witched off\b": "deactivated, turned off",
    r"\b[Ll]ook in again\b": "check back",
    r"\b[Tt]here is nothing you have to do\b": "no action needed",
    r"\b(?:[Ii]s|are|dates?\)?\}) snoozed\b": "skipped",
    r"\b[Bb]eing paid\b|\b[Aa]ll but abandoned\b|\b[Ww]ho comes next\b|\b[Ii]n use now\b": "standard terms",
}
# A shop's own pages, words that passwords may not consist of, and texts that are stored or are part of migrations.
EXEMPT = {
    "charityshop/branding/defaults.py",
    "accounts/password_validators/shop_words.py",
    "accounts/services/second_factor.py",
    "orders/models/payment.py",
    "orders/services/payments/pay_order.py",
}
DEMO = ("bookings/demo",)


def find_misused(text: str) -> list[str]:
    return [found.group() for pattern in INSTEAD for found in re.finditer(pattern, text)]


def python_texts(source: str) -> Iterator[str]:
    """Yield strings with a space, which are sentences or labels, but no docstrings."""
    tree = ast.parse(source)
    documents = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    strings = (node for node in ast.walk(tree) if isinstance(node, ast.Constant) and id(node) not in documents)
    yield from (node.value for node in strings if isinstance(node.value, str) and " " in node.value.strip())


def browser_texts(source: str) -> Iterator[str]:
    """Yield strings with a space, and what stands between tags; no comments and no imports."""
    source = re.sub(r"/\*.*?\*/|(?<![:\w])//[^\n]*", "", source, flags=re.S)
    for found in re.finditer(r'"[^"\n]*"|`[^`]*`|>[^<>;=]*(?=[<{])|}[^<>{};=()]*(?=<)', source):
        if " " in found.group().strip('"`>} \n'):
            yield " ".join(found.group().split())


def template_texts(source: str) -> Iterator[str]:
    yield re.sub(r"\{% comment %\}.*?\{% endcomment %\}|\{#.*?#\}|\{%.*?%\}|\{\{.*?\}\}", "", source, flags=re.S)


def list_misused() -> dict[str, list[str]]:
    python = [
        file for package in PACKAGES for file in (ROOT / package).rglob("*.py") if file.parent.name != "migrations"
    ]
    browser = [file for file in (ROOT / "frontend/src").rglob("*.ts*") if not re.search(r"\.(test|gen)\.", file.name)]
    templates = [file for file in (ROOT / "templates").rglob("*.*") if file.suffix in {".html", ".txt"}]
    assert min(len(python), len(browser), len(templates)) > 30, "the test finds files"
    found = dict[str, list[str]]()
    for files, texts in ((python, python_texts), (browser, browser_texts), (templates, template_texts)):
        for file in files:
            path = str(file.relative_to(ROOT))
            misused = [word for text in texts(file.read_text()) for word in find_misused(text)]
            if misused and path not in EXEMPT and not path.startswith((*DEMO, "frontend/src/testing")):
                found[path] = misused
    return found


def test_texts_use_the_standard_terms() -> None:
    assert list_misused() == {}


@pytest.mark.parametrize(
    ("texts", "source", "misused"),
    [
        (browser_texts, "<p>\n  No coming dates\n</p>", ["coming dates"]),
        (browser_texts, '<p title="See other nights">{count}</p>', ["nights"]),
        (browser_texts, "say(`${sum} went back.`) // what goes back", ["went back"]),
        (python_texts, '"""A night."""\nraise Missing("No such night.")', ["night"]),
        (template_texts, "{% if night %}<p>Your night</p>{% endif %}", ["night"]),
        (template_texts, "<p>Join our game nights</p>", []),
    ],
)
def test_misused_terms_are_found_within_texts(texts, source: str, misused: list[str]) -> None:
    assert [word for text in texts(source) for word in find_misused(text)] == misused
