"""Clean user input for files and emails that other programs read."""

import re
import unicodedata

# XML forbids control characters, and some calendars treat the others as line breaks.
UNPRINTABLE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ufffe\uffff\ud800-\udfff]")


def printable(text: str) -> str:
    """Replace characters that break calendar files and XML. Line breaks stay."""
    return UNPRINTABLE.sub(" ", text.replace("\r\n", "\n").replace("\r", "\n"))


def one_printable_line(text: str) -> str:
    return " ".join(printable(text).split())


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


def has_link(text: str) -> bool:
    """Return whether an email client could turn part of the text into a link, also with Unicode lookalikes."""
    plain = unicodedata.normalize("NFKC", text).replace("\u3002", ".")  # browsers treat this character as a dot
    visible = "".join(character for character in plain if unicodedata.category(character) not in ("Cf", "Mn"))
    return LINK.search(visible) is not None
