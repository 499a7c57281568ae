"""What browsers tell of the Content-Security-Policy becomes a line in the log, and no line says who was where."""

import json
from typing import Any

import pytest

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


def test_a_report_is_one_line_without_anything_personal(db: None, caplog: Any) -> None:
    answer = send({"csp-report": a_report()})

    assert answer.status_code == 204
    (record,) = [record for record in caplog.records if record.name == "charityshop.csp"]
    said = record.getMessage()
    assert "script-src-elem blocked evil.example on ^order/(?P<order>[^/]+)/?$ from this site:12" in said
    for private in ("secret", SECRET, "ana", "127.0.0.1"):
        assert private not in said


def test_the_reporting_apis_form_is_understood(db: None, caplog: Any) -> None:
    body = {"effectiveDirective": "img-src", "blockedURL": "data", "documentURL": "http://localhost:8000/about"}

    answer = send([{"type": "csp-violation", "body": body}, {"type": "deprecation", "body": {}}, 7], NEW)

    assert answer.status_code == 204
    assert "img-src blocked data on ^about/?$ from ?" in caplog.text


def test_nothing_in_a_report_begins_a_line_of_its_own(db: None, caplog: Any) -> None:
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
def test_what_is_no_report_is_refused(db: None, body: bytes, content_type: str, status: int) -> None:
    answer = send(None, content_type, body)

    assert answer.status_code == status
    if status >= 400:
        assert answer.json()["message"].endswith(".")


def test_one_address_fills_no_log(db: None, settings: Any, caplog: Any) -> None:
    settings.THROTTLES = settings.THROTTLES | {"csp_report": 3}

    answers = [send({"csp-report": a_report()}) for _ in range(5)]

    assert [answer.status_code for answer in answers] == [204, 204, 204, 429, 429]
    assert int(answers[-1]["Retry-After"]) > 0
    assert len([record for record in caplog.records if record.name == "charityshop.csp"]) == 3


def test_one_message_with_many_reports_is_cut(db: None, caplog: Any) -> None:
    send([{"body": {"effectiveDirective": "img-src"}}] * 100, NEW)

    assert len([record for record in caplog.records if record.name == "charityshop.csp"]) == 20
