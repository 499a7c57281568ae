"""Each log message is one line with its request ID, whatever its text contains."""

import logging
import sys
from io import StringIO

import pytest

from charityshop.observability.log_format import REQUEST_ID, SingleLineFormatter


def logged(message: str, *args: object, exc_info: object = None) -> list[str]:
    out = StringIO()
    handler = logging.StreamHandler(out)
    handler.setFormatter(SingleLineFormatter())
    log = logging.Logger("shop.test")
    log.addHandler(handler)
    log.warning(message, *args, exc_info=exc_info)
    return out.getvalue().splitlines()


@pytest.mark.parametrize(
    "evil",
    [
        "ana\n2026-11-20T12:00:00Z INFO accounts [-] signed in", "a\r\nb", "a\rb", "a\x0bb", "a\x1b[2Kb", "a\x85b",
        "a\u2028b", "a\u2029b", "a\u202eb", "a\x00b", "a\x7fb",
    ],
)  # fmt: skip
def test_control_characters_are_escaped(evil: str) -> None:
    lines = logged("the name is %s.", evil)

    assert len(lines) == 1
    assert lines[0].isprintable()
    assert "WARNING shop.test [-] the name is a" in lines[0]


@pytest.mark.parametrize(
    "token",
    [
        f"{'1a' * 12}.{'b2' * 32}",
        f"{'1a' * 12}%2E{'b2' * 32}",
        f"{'1a' * 12}.%62{'2' * 63}",
        f"{'1A' * 12}.{'B2' * 32}",
    ],
)
def test_tokens_of_links_are_not_logged(token: str) -> None:
    (line,) = logged("127.0.0.1 GET %s 404", f"/seats/{token}?from=mail")

    assert "b2b2" not in line.lower()
    assert "2222" not in line
    assert line.lower().endswith(f"get /seats/{'1a' * 12}.[signature]?from=mail 404")


def test_a_line_has_the_request_id_and_the_time_in_utc() -> None:
    token = REQUEST_ID.set("0123456789abcdef")
    (line,) = logged("hello")
    REQUEST_ID.reset(token)

    assert "[0123456789abcdef] hello" in line
    assert line.split(" ")[0].endswith("Z")


def test_error_messages_in_tracebacks_cannot_forge_lines() -> None:
    try:
        raise ValueError("bad\n2026-11-20T12:00:00Z INFO accounts [-] signed in")
    except ValueError:
        lines = logged("broke", exc_info=sys.exc_info())

    assert len(lines) > 3
    assert all(line.startswith("  | ") for line in lines[1:])
