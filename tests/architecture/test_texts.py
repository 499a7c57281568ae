"""Texts that users read use the glossary's words: event, upcoming, refund, skip."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
APPS = ("accounts", "events", "waiting", "bookings", "discounts", "orders", "giving", "ledger", "door")
PACKAGES = ("charityshop", *APPS)
# Patterns of replaced words and phrases, and what to say instead.
INSTEAD = {
    # Events and dates
    r"(?<!game )(?<!card )(?<!Game )(?<!Card )\b[Nn]ights?\b": "event",
    r"\b[Cc]oming (?:dates?|events?|nights?)\b|\b(?:dates?|events?)(?: of it)? (?:is|are) coming\b": "upcoming",
    r"\b[Cc]omes out of this\b": "this schedule has no upcoming dates",
    r"\b[Ww]ho comes next\b": "next events",
    r"\b(?:[Ii]s|are|dates?\)?\}) snoozed\b": "skipped",
    r"\b(?:event|date|order|user) is gone\b": "no longer exists",
    # Money
    r"\b(?:goes|go|went|gone) back\b(?! on sale)(?! into)|\bon its way back\b": "refund",
    r"\b(?:[Gg]ive|[Gg]ave|[Gg]iven?|[Gg]iving)s? (?:\S+ ){0,3}(?:money|payments?|\{\w+\}) back\b": "refund",
    r"(?<!you )\b(?:got|gets?) (?:their|your) money back\b|\b[Cc]ame in, ": "refund, received",
    r"\b[Ss]till with the shop\b|\b[Pp]aid in the end\b": "can still be refunded, net paid",
    r"\b(?:[Ee]verything|[Aa]ll) that is left\b": "full remaining amount",
    r"\b[Aa]n amount; all\b|\b[Ss]ome of the dates\b": "custom amount, selected dates",
    r"\bthe way (?:you|they) paid\b|\b[Ww]hatever you paid\b": "to your original payment method",
    r"\b[Ss]eats are no longer yours\b": "we've released these seats",
    r"\b[Aa]s on any receipt\b|\b[Ss]tands (?:on|in) (?:your|the) order\b": "for your receipt, see the order history",
    r"\bPayPal is asked again\b": "we'll retry",
    r"\b[Kk]ept on record\b|\b[Nn]o mail says\b": "internal note, never emailed",
    r"\b[Tt]here is nothing you have to do\b|\b(?:need not|don't have to) do anything\b": "no action needed",
    r"\b[Ss]ee to it that\b": "we're on it",
    r"\b[Ii]s posted\b|\bNothing is posted\b": "ships",
    # Orders
    r"\b[Bb]eing paid\b|\b[Aa]ll but abandoned\b": "payment pending, all except abandoned",
    r"\bholds? (?:(?:has|had|have) )?(?:ran|run) out\b|\b[Tt]he hold ended\b": "expired",
    r"\bOrder of (?:\$?\{|[A-Z])": "Ana Diaz's order",
    r"""^["'`>}]*\s*What happened["'`]?$""": "history",
    r"\b[Dd]ecide on this\b|\b[Ww]hat is right\?": "review: accept or refuse?",
    r"\bSay why\b": "enter a reason",
    # Forms and pages
    r"\b[Pp]ublish it like this\b|\bas we filled it in\b": "publish with placeholder text?",
    r"\bMake it (?:\$?\{|\d)|\bmore on top\b": "change to, adding",
    r"\b[Aa]s they were added\b|\bClear the end\b": "date added, remove end date",
    r"\bmay have a date\b|\b[Ee]mpty: it goes on\b": "leave blank to repeat with no end",
    r"\b[Ss]ee them in the calendar\b|\b[Ss]how the window\b": "view calendar, go to the PayPal window",
    r"\b[Ll]ook in again\b|\bloaded completely\b": "check back, didn't finish loading",
    r"(?:\d|\}) letters\b(?!, digits)|\bletters at most\b": "characters",
    r"\bwithout a ground\b": "with a transparent background",
    r"\bbooks are not in order\b": "nightly check failed",
    # Accounts
    r"\b[Ss]econd factor\b|\bpassword alone opens\b": "two-step verification",
    r"\b[Ss]can this square\b|\bI have kept\b": "QR code, I've saved",
    r"\b[Ii]n use now\b|\bEnd it\b|\bThis one,": "active now, sign out, this device",
    r"\b[Oo]ld password still signs in\b": "only works to set a new one",
    r"\b[Ss]witched off\b": "deactivated, turned off",
    r"\b[Nn]obody here\b": "user not found",
}
# Texts that contain such words nevertheless, with the reason.
EXEMPT = {
    "second factor turned on": "stored in the audit log",
    "second factor turned off": "stored in the audit log",
    "second factor removed": "stored in the audit log",
    "Open the night's link again.": "fixed, because phones and other programs compare it",
    "This night is closed.": "fixed, as above",
    "Say why the drawer is off by {value}.": "fixed, as above",
    "> Tickets and gifts that PayPal has confirmed, minus refunds and fees. Sales tax isn't counted. What the nights "
    'cost is in{" "}': "fixed",
}


def find_misused(text: str) -> list[str]:
    return [found.group() for pattern in INSTEAD if text not in EXEMPT for found in re.finditer(pattern, text)]


def python_texts(source: str) -> Iterator[str]:
    """Yield strings with a space, which are sentences or labels, but no docstrings. Values are shown as {value}."""
    tree = ast.parse(source)
    left_out = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        text = node.value if isinstance(node, ast.Constant) else ""
        if isinstance(node, ast.JoinedStr):
            text = "".join(str(part.value) if isinstance(part, ast.Constant) else "{value}" for part in node.values)
            left_out |= {id(part) for part in node.values}
        if isinstance(text, str) and " " in text.strip() and id(node) not in left_out:
            yield text


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
    browser = [
        file for file in (ROOT / "frontend/src").rglob("*.ts*") if not re.search(r"\.(test|gen)\.|/testing/", str(file))
    ]
    templates = [file for file in (ROOT / "templates").rglob("*.*") if file.suffix in {".html", ".txt"}]
    assert min(len(python), len(browser), len(templates)) > 30, "the test finds files"
    found = dict[str, list[str]]()
    for files, texts in ((python, python_texts), (browser, browser_texts), (templates, template_texts)):
        for file in files:
            path = str(file.relative_to(ROOT))
            misused = [word for text in texts(file.read_text()) for word in find_misused(text)]
            if misused:
                found[path] = misused
    return found


def test_texts_use_the_standard_terms() -> None:
    assert list_misused() == {}


def test_every_exempt_text_exists() -> None:
    sources = [file.read_text() for package in PACKAGES for file in (ROOT / package).rglob("*.py")]
    shown = {text for file in (ROOT / "frontend/src").rglob("*.tsx") for text in browser_texts(file.read_text())}

    assert [text for text in EXEMPT.keys() - shown if not any(f'"{text}"' in source for source in sources)] == []


@pytest.mark.parametrize(
    "phrase",
    """
    More nights like this
    It is public now, but no date of it is coming
    No coming date comes out of this
    Who comes next
    That event is gone
    Your payment goes back
    PayPal refused to give {amount} back
    $X came in, $Y went back
    Everything that is left
    Some of the dates
    Whatever you paid for these seats
    These seats are no longer yours
    It stands on your order, as on any receipt
    PayPal is asked again
    Kept on record
    There is nothing you have to do
    We know about it, and see to it that you get it
    Paid in the end
    Nothing is posted
    All but abandoned
    The hold ended before payment
    Order of Ana Diaz
    What happened
    Decide on this payment
    Publish it like this?
    Some of it is still as we filled it in
    Make it 3 seats
    Add to Cart puts 2 more on top
    As they were added
    The last day that may have a date
    Clear the end
    See them in the calendar
    Show the window
    Look in again soon
    has not loaded completely
    500 letters
    without a ground
    The books are not in order
    With it, your password alone opens nothing
    I have kept them
    scan this square
    End it
    The old password still signs in
    This account is switched off
    There is nobody here by that name
    """.strip().splitlines(),
)
def test_replaced_phrases_are_found(phrase: str) -> None:
    assert find_misused(phrase.strip())


def test_similar_phrases_are_allowed() -> None:
    for phrase in (
        "Join our game nights",
        "be at least 20 letters, digits or signs",
        "What happened, such as a refund",
    ):
        assert find_misused(phrase) == []


@pytest.mark.parametrize(
    ("texts", "source", "misused"),
    [
        (browser_texts, "<p>\n  No coming dates\n</p>", ["coming dates"]),
        (browser_texts, '<p title="See other nights">{count}</p>', ["nights"]),
        (browser_texts, "say(`${sum} went back.`) // what goes back", ["went back"]),
        (python_texts, '"""A night."""\nraise Missing("No such night.")', ["night"]),
        (python_texts, 'raise Refused(f"PayPal refused to give {amount} back.")', ["give {value} back"]),
        (template_texts, "{% if night %}<p>Your night</p>{% endif %}", ["night"]),
        (template_texts, "<p>Join our game nights</p>", []),
    ],
)
def test_misused_terms_are_found_within_texts(texts, source: str, misused: list[str]) -> None:
    assert [word for text in texts(source) for word in find_misused(text)] == misused
