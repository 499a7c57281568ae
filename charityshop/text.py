"""What people typed, fit for files and emails that other programs read."""

import re
import unicodedata

# XML forbids the control characters, and some calendars take the others for ends of lines.
UNPRINTABLE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ufffe\uffff\ud800-\udfff]")


def printable(text: str) -> str:
    """The text without characters that break calendar files and XML; its lines stay."""
    return UNPRINTABLE.sub(" ", text.replace("\r\n", "\n").replace("\r", "\n"))


def one_printable_line(text: str) -> str:
    return " ".join(printable(text).split())


# What mail programs make clickable. A single letter after a dot is an initial: "J.R." is a name, "j.ru" is a host.
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
    """Whether a mail program could make a link of some of this, however it is spelled in Unicode."""
    plain = unicodedata.normalize("NFKC", text).replace("\u3002", ".")  # browsers read this full stop as a dot
    visible = "".join(character for character in plain if unicodedata.category(character) not in ("Cf", "Mn"))
    return LINK.search(visible) is not None


def one_line(text: str) -> str:
    """Return a text that somebody typed on one line, as an email's subject needs it."""
    return " ".join(text.split())
