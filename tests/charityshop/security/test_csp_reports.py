"""CSP violation reports are logged without personal data."""

import json
from typing import Any

import pytest

from charityshop.security.link_tokens import get_public_id, is_valid_link_token, make_link_token
from tests.conftest import signed_in

PATH = "/api/csp-report"
OLD = "application/csp-report"
NEW = "application/reports+json"
SECRET = "6b003b3692061a116f50a2ef"


def a_report(**changes: Any) -> dict[str, Any]:
    return {
        "document-uri": f"http://localhost:8000/order/{SECRET}?token=secret",
        "referrer": "http://localhost:8000/reset-password?token=secret",
        "effective-directive": "script-src-elem",
        "blocked-uri": "https://evil.example/secret.js?who=ana",
        "source-file": "http://localhost:8000/static/app/main.js",
        "line-number": 12,
        "script-sample": "alert('secret')",
    } | changes


def send(report: object, content_type: str = OLD, body: bytes | None = None) -> Any:
    sent = json.dumps(report).encode() if body is None else body
    return signed_in().generic("POST", PATH, sent, content_type=content_type)


def test_a_report_is_logged_in_one_line_without_personal_data(db: None, caplog: Any) -> None:
    response = send({"csp-report": a_report()})

    assert response.status_code == 204
    (record,) = [record for record in caplog.records if record.name == "charityshop.csp"]
    line = record.getMessage()
    assert "script-src-elem blocked evil.example on ^order/(?P<order>[^/]+)/?$ from this site:12" in line
    for private in ("secret", SECRET, "ana", "127.0.0.1"):
        assert private not in line


def test_the_reporting_api_format_is_accepted(db: None, caplog: Any) -> None:
    body = {"effectiveDirective": "img-src", "blockedURL": "data", "documentURL": "http://localhost:8000/about"}

    response = send([{"type": "csp-violation", "body": body}, {"type": "deprecation", "body": {}}, 7], NEW)

    assert response.status_code == 204
    assert "img-src blocked data on ^about/?$ from ?" in caplog.text


def test_a_report_cannot_inject_log_lines(db: None, caplog: Any) -> None:
    evil = "x\nINFO charityshop signed in"
    send({"csp-report": dict.fromkeys(a_report(), evil)})
    send({"csp-report": {key: ["list"] for key in a_report()}})

    assert "signed in" not in caplog.text
    assert "? blocked ? on ? from ?" in caplog.text


@pytest.mark.parametrize(
    ("body", "content_type", "status"),
    [
        (b"{", OLD, 400),
        (b"[" * 5000, OLD, 400),
        (b"\xff", OLD, 400),
        (b"{}", "text/plain", 415),
        (b"a=b", "application/x-www-form-urlencoded", 415),
        (b'{"csp-report": "' + b"x" * 20_000 + b'"}', OLD, 413),
        (b"7", OLD, 204),
        (b"[]", NEW, 204),
    ],
)
def test_invalid_reports_are_rejected(db: None, body: bytes, content_type: str, status: int) -> None:
    response = send(None, content_type, body)

    assert response.status_code == status
    if status >= 400:
        assert response.json()["message"].endswith(".")


def test_reports_are_throttled_per_ip_address(db: None, settings: Any, caplog: Any) -> None:
    settings.THROTTLES = settings.THROTTLES | {"csp_report": 3}

    responses = [send({"csp-report": a_report()}) for _ in range(5)]

    assert [response.status_code for response in responses] == [204, 204, 204, 429, 429]
    assert int(responses[-1]["Retry-After"]) > 0
    assert len([record for record in caplog.records if record.name == "charityshop.csp"]) == 3


def test_only_the_first_20_reports_of_a_request_are_logged(db: None, caplog: Any) -> None:
    send([{"body": {"effectiveDirective": "img-src"}}] * 100, NEW)

    assert len([record for record in caplog.records if record.name == "charityshop.csp"]) == 20


# --- Tokens of links --------------------------------------------------------------------------------------------------


ID = "6b02a1b7b7a35c44b1409f09"


def test_a_token_is_valid_for_its_kind_and_generation_only():
    token = make_link_token("seat", ID, 1)

    assert get_public_id(token) == ID
    assert is_valid_link_token(token, "seat", 1)
    assert not is_valid_link_token(token, "ticket", 1)
    assert not is_valid_link_token(token, "seat", 2)


def test_a_token_is_not_valid_for_another_row():
    signature = make_link_token("seat", ID, 1).partition(".")[2]

    assert not is_valid_link_token(f"{ID[:-1]}a.{signature}", "seat", 1)


@pytest.mark.parametrize(
    "token",
    ["", ".", ID, f"{ID}.", f"{ID}.{'0' * 63}", f"{ID}.{'0' * 64}x", f"{ID}.{'é' * 64}", f"{ID}.{'0' * 64}\n"],
)
def test_malformed_tokens_name_no_row_and_are_not_valid(token):
    assert get_public_id(token) == ""
    assert not is_valid_link_token(token, "seat", 1)


def test_tokens_of_an_earlier_secret_key_stay_valid_while_it_is_a_fallback(settings):
    settings.SECRET_KEY = "the old key of the tests, long enough for them"
    token = make_link_token("seat", ID, 1)

    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "the new key of the tests", [settings.SECRET_KEY]
    assert is_valid_link_token(token, "seat", 1)

    settings.SECRET_KEY_FALLBACKS = []
    assert not is_valid_link_token(token, "seat", 1)
