"""Clean texts that people type, compare them as people read them, and prepare them for files and emails."""

import re
import unicodedata
from datetime import date, datetime

import idna

# XML forbids control characters, and some calendars treat the others as line breaks.
UNPRINTABLE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ufffe\uffff\ud800-\udfff]")


def printable(text: str) -> str:
    """Replace characters that break calendar files and XML. Line breaks stay."""
    return UNPRINTABLE.sub(" ", text.replace("\r\n", "\n").replace("\r", "\n"))


def one_printable_line(text: str) -> str:
    return " ".join(printable(text).split())


# --- Names, addresses and codes --------------------------------------------------------------------------------------

# What nobody sees: Unicode's "default ignorable" characters without variation selectors, and the blank Braille pattern.
INVISIBLE = (
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164"
    "\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e00ff\U000e01f0-\U000e0fff"
)
SELECTORS = "\ufe00-\ufe0f\U000e0100-\U000e01ef"  # they choose between two pictures of the character before
HYPHENS = "\u2010-\u2015\u2043\u2212\ufe58\ufe63\uff0d"
EMOJI = "\u2190-\u2bff\U0001f000-\U0001faff"
JOINED = f"{EMOJI}\ufe0f\u0600-\u109f\u1700-\u1cff\ua800-\uabff"  # Arabic and Indic scripts need joiners inside a word
PICTURED = (
    f"{EMOJI}\u00a9\u00ae\u203c\u2049\u2122\u2139\u3030-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"  # or Han characters
)
UNSEEN = re.compile(
    rf"(?<![{JOINED}])[\u200c\u200d]|[\u200c\u200d](?![{JOINED}])"
    rf"|(?<![{PICTURED}])[{SELECTORS}](?!\u20e3)"  # which makes a keycap
    rf"|(?![\u200c\u200d])[{INVISIBLE}]"
)
MAX_DOMAIN_LENGTH = 253
HIDDEN = re.compile(f"[{INVISIBLE}{SELECTORS}]")
ANY_HYPHEN = re.compile(f"[{HYPHENS}]")


def clean(text: str) -> str:
    """Remove what nobody sees, so that texts that look alike are equal. Joiners and selectors with an effect stay."""
    while (seen := UNSEEN.sub("", text)) != text:  # what goes may have been why its neighbor stayed
        text = seen
    return unicodedata.normalize("NFC", text)


def clean_line(text: str) -> str:
    """Clean a name or another single line."""
    return one_printable_line(clean(text))


def clean_code(text: str) -> str:
    """Clean a code or number that people read and type: every hyphen is "-". Other letters that look alike stay."""
    return ANY_HYPHEN.sub("-", HIDDEN.sub("", text)).strip()


# Crockford's base 32 lacks I, L, O and U, so that codes can be read aloud and typed.
BASE32 = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
MISREAD = str.maketrans("OIL", "011")


def clean_base32(text: str) -> str:
    """Clean a code of these characters, in any case, with O for 0 and I or L for 1."""
    return clean_code(text).upper().translate(MISREAD)


def clean_email(text: str) -> str:
    """Return an email address in its one form: with its domain in lower case, and in ASCII as mail servers write it."""
    visible = one_printable_line(HIDDEN.sub("", text))
    local, at, domain = ANY_HYPHEN.sub("-", visible).rpartition("@")
    return f"{local}{at}{encode_domain(domain)}"


def shorten_name(first_name: str, last_name: str = "") -> str:
    """Return a first name and an initial, such as "Maya R.". A name in one part, such as "Maya Rossi", is split."""
    parts = f"{first_name} {last_name}".split()
    if not parts:
        return "Guest"
    return f"{parts[0]} {parts[-1][0].upper()}." if len(parts) > 1 else parts[0]


def encode_domain(domain: str) -> str:
    if len(domain) > MAX_DOMAIN_LENGTH:
        return domain  # which validation refuses
    try:
        return idna.encode(domain, uts46=True).decode().lower()
    except UnicodeError:  # including idna.IDNAError
        return domain.lower()


# --- Searching -------------------------------------------------------------------------------------------------------

# Marks that people leave out: accents, Hebrew vowel points and Arabic ones. In other scripts, marks are letters.
ACCENTS = (
    "\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u064b-\u065f\u0670\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff"
    "\ufe20-\ufe2f"
)
UNTYPED = f"{ACCENTS}{INVISIBLE}{SELECTORS}"  # ranges for a regular expression, also PostgreSQL's
IS_UNTYPED = re.compile(f"[{UNTYPED}]")
# Letters that Unicode doesn't decompose, and punctuation that keyboards lack.
SINGLE_CHARACTERS = dict(zip("øłđðħŧıς’‘ʼ′“”‐‑‒–—―−", "olddhtiσ''''\"\"-------", strict=True))
CHARACTER_PAIRS = {"ß": "ss", "æ": "ae", "œ": "oe", "þ": "th"}
REPLACEMENTS = str.maketrans(SINGLE_CHARACTERS | CHARACTER_PAIRS)


def fold(text: str) -> str:
    """Return a text as searches compare it: without case, accents and invisible characters. "Jose" finds José.

    `charityshop.db.folding` and `frontend/src/common/lib/fold.ts` do the same; `tests/fold_cases.json` tests all three.
    """
    if text.isascii():
        return text.lower()
    return IS_UNTYPED.sub("", unicodedata.normalize("NFKD", text)).lower().translate(REPLACEMENTS)


# --- Links -----------------------------------------------------------------------------------------------------------

# Text that email clients turn into links. A single letter after a dot is an initial: "J.R." is a name, "j.ru" a host.
LINK = re.compile(
    r"""
      [a-z0-9]:/                                # http:/
    | //                                        # //host
    | \\\\                                      # \\host
    | \b(?:data|ftp|https?|javascript|mailto|sms|tel):\S
    | [^\s.]\.[^\W\d_][^\s.]                    # host.example
    | \d\.\d+\.\d                               # 192.0.2.7
    | (?:\d\W*){7}                              # a phone number
    """,
    re.IGNORECASE | re.VERBOSE,
)


def format_short_day(local: date) -> str:
    """Format as "Fri, Dec 4": the one form of a day in texts, in the datetime's own time zone."""
    return f"{local:%a, %b} {local.day}"


def format_day_and_year(local: date) -> str:
    """Format as "Fri, Dec 4, 2026"."""
    return f"{format_short_day(local)}, {local.year}"


def format_time(local: datetime) -> str:
    """Format as "7:00 PM"."""
    return f"{local:%I:%M %p}".removeprefix("0")


def has_link(text: str) -> bool:
    """Return whether an email client could turn part of the text into a link, also with Unicode lookalikes."""
    plain = unicodedata.normalize("NFKC", text).replace("\u3002", ".")  # browsers treat this character as a dot
    visible = "".join(character for character in plain if unicodedata.category(character) not in ("Cf", "Mn"))
    return LINK.search(visible) is not None
