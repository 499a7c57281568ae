"""What people typed, fit for files that other programs read."""

import re

# XML forbids the control characters, and some calendars take the others for ends of lines.
UNPRINTABLE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ufffe\uffff\ud800-\udfff]")


def printable(text: str) -> str:
    """The text without characters that break calendar files and XML; its lines stay."""
    return UNPRINTABLE.sub(" ", text.replace("\r\n", "\n").replace("\r", "\n"))


def one_printable_line(text: str) -> str:
    return " ".join(printable(text).split())
