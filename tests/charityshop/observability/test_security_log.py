"""The security log: sign-ins, rejections, and what it must not contain."""

import logging
import re
import sys
from collections.abc import Callable
from contextlib import AbstractContextManager
from io import StringIO
from pathlib import Path
from smtplib import SMTPDataError, SMTPRecipientsRefused, SMTPSenderRefused
from typing import Any

import pytest
import requests
from django.conf import settings
from django.db import IntegrityError

from accounts.models import User
from charityshop.observability import security_log
from charityshop.observability.log_format import SingleLineFormatter
from tests.conftest import signed_in
from tests.orders.api_calls import create_order
from tests.support.factories import PASSWORD, OccurrenceFactory

Committed = Callable[..., AbstractContextManager[Any]]
HERE = "address=127.0.0.1"


@pytest.fixture
def lines(caplog: pytest.LogCaptureFixture, django_capture_on_commit_callbacks: Committed) -> Callable[..., list[str]]:
    """Return the lines that a call logs after its transaction commits."""

    def lines_of(call: Callable[[], object]) -> list[str]:
        caplog.clear()
        with django_capture_on_commit_callbacks(execute=True):
            call()
        return [record.getMessage() for record in caplog.records if record.name == "security"]

    caplog.set_level("INFO", logger="security")
    return lines_of


Lines = Callable[..., list[str]]


def try_password(password: str, email: str = "ana@example.com") -> Any:
    return signed_in().post("/api/users/auth", {"email": email, "password": password}, format="json")


# --- Signing in ------------------------------------------------------------------------------------------------------


def test_a_sign_in_is_logged_with_user_and_method(lines: Lines, visitor: User) -> None:
    assert lines(lambda: try_password(PASSWORD)) == [f"event=signed_in person={visitor.public_id} by=password"]


def test_a_failed_sign_in_is_logged_with_account_and_address(lines: Lines, visitor: User, admin: User) -> None:
    def at_the_console() -> None:
        signed_in().post("/admin-console/login/", {"username": "staff@example.com", "password": "not the password"})

    for attempt, account in (
        (lambda: try_password("not the password"), visitor.public_id),
        (lambda: try_password("x" * 9, "who@example.com"), "-"),
        (at_the_console, admin.public_id),
    ):
        assert lines(attempt) == [f"event=sign_in_refused person={account} reason=wrong_credentials {HERE}"]


def test_throttled_sign_ins_are_logged(lines: Lines, visitor: User, settings: Any) -> None:
    settings.THROTTLES = settings.THROTTLES | {"sign_in_account": 1}
    try_password("not the password")

    logged = lines(lambda: try_password("not the password"))

    assert logged[0] == f"event=sign_in_refused person={visitor.public_id} reason=throttled {HERE}"
    assert "event=refused person=- status=429 code=throttled method=POST path=/api/users/auth" in logged[1]


# --- Accounts --------------------------------------------------------------------------------------------------------


def test_account_changes_are_logged(lines: Lines, as_visitor: Any, as_admin: Any, admin: User) -> None:
    user = User.objects.get(email="ana@example.com")
    whose, new = f"person={user.public_id}", f"{PASSWORD} anew"

    def change_password() -> None:
        data = {"currentPw": PASSWORD, "newPw": new}
        assert as_visitor.put("/api/users/change-password", data, format="json").status_code == 200

    def change_rights() -> None:
        as_admin.put(f"/api/users/{user.public_id}", {"isAdmin": True, "email": "a@example.com"}, format="json")

    assert lines(lambda: as_visitor.put("/api/users/profile", {"email": "b@example.com"}, format="json")) == [
        f"event=email_changed {whose} by={user.public_id}"
    ]
    assert lines(change_password) == [f'event=password_changed {whose} by="the current password"']
    assert lines(change_rights) == [
        f"event=rights_changed {whose} by={admin.public_id} is_staff=True",
        f"event=email_changed {whose} by={admin.public_id}",
    ]


# --- Rejections ------------------------------------------------------------------------------------------------------


EVIL = {"headers": {"Origin": "https://evil.example"}}
TWICE = '{"email": "a@example.com", "email": "b@example.com"}'


@pytest.mark.parametrize(
    ("method", "path", "body", "more", "refused"),
    [
        ("GET", "/api/users", "", {}, "status=403 code=permission_denied"),
        ("POST", "/api/users/logout", "{}", EVIL, "status=403 code=cross_origin"),
        ("POST", "/api/users", TWICE, {}, "status=400 code=parse_error"),
        ("POST", "/api/users", "a=b", {"content_type": "text/plain"}, "status=415 code=unsupported_media_type"),
        ("POST", "/api/users", f'{{"email": "{"x" * 3_000_000}"}}', {}, "status=413 code=too_large"),
    ],
    ids=["forbidden", "cross-site", "malformed", "no JSON", "too large"],
)
def test_refused_requests_are_logged_with_the_user(lines, as_visitor, visitor, method, path, body, more, refused):
    sent = {"content_type": "application/json"} | more

    (line,) = lines(lambda: as_visitor.generic(method, path, body, **sent))

    who = "-" if "cross_origin" in refused else visitor.public_id
    assert line == f"event=refused person={who} {refused} method={method} path={path} {HERE}"


def test_requests_for_other_users_objects_are_logged(lines: Lines, as_other_visitor: Any, as_visitor: Any) -> None:
    path = f"/api/orders/{create_order(as_visitor, OccurrenceFactory())['_id']}"

    (line,) = lines(lambda: as_other_visitor.get(path))

    assert f"status=404 code=not_found method=GET path={path} {HERE}" in line
    assert lines(lambda: as_visitor.get(path)) == []


def test_invalid_session_cookies_are_logged(lines: Lines, as_anonymous: Any) -> None:
    assert lines(lambda: as_anonymous.get("/api/users/profile")) == []

    as_anonymous.cookies[settings.SESSION_COOKIE_NAME] = "0" * 32
    (line,) = lines(lambda: as_anonymous.get("/api/users/profile"))

    assert "person=- status=401 code=not_signed_in" in line
    assert "0" * 32 not in line


# --- Contents --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("evil", ["x person=admin", 'x" person="admin', "x\nevent=signed_in person=admin", "ä" * 300])
def test_values_cannot_inject_other_values(evil: str) -> None:
    line = security_log.line_of("refused", None, {"path": evil, "status": 403})

    assert re.fullmatch(r'event=refused person=- path="(?:[^"\\\n]|\\.)*" status=403', line)
    assert len(line) < 1300


# --- The format -------------------------------------------------------------------------------------------------------


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
    [f"{'1a' * 12}{rest}" for rest in (f".{'b2' * 32}", f"%2E{'b2' * 32}", f".%62{'2' * 63}")]
    + [f"{'1A' * 12}.{'B2' * 32}"],
)
def test_tokens_of_links_are_not_logged(token: str) -> None:
    (line,) = logged("127.0.0.1 GET %s 404", f"/seats/{token}?from=mail")

    assert "b2b2" not in line.lower()
    assert "2222" not in line
    assert line.lower().endswith(f"get /seats/{'1a' * 12}.[signature]?from=mail 404")


@pytest.mark.parametrize(
    "error",
    [
        ValueError("invalid literal: 'ana@example.com'\n2026-11-20T12:00:00Z INFO accounts [-] signed in"),
        KeyError("ana@example.com"),
        SMTPRecipientsRefused({"ana@example.com": (550, b"5.1.1 <ana@example.com>: User unknown")}),
        SMTPSenderRefused(553, b"<ana@example.com> not allowed", "ana@example.com"),
        SMTPDataError(554, b"ana@example.com is listed"),
        requests.ConnectionError("https://discord.com/api/webhooks/ana@example.com refused"),
    ],
    ids=lambda error: type(error).__name__,
)
def test_tracebacks_say_where_and_which_error_but_quote_nothing_that_was_typed(error: Exception) -> None:
    error.add_note("while handling ana@example.com")
    try:
        try:
            raise error
        except type(error) as first:
            raise RuntimeError(f"failed for {first}") from first
    except RuntimeError:
        lines = logged("broke", exc_info=sys.exc_info())

    text = "\n".join(lines)
    assert "ana@" not in text
    assert all(line.startswith("  | ") for line in lines[1:]), "no text of an error forges a line"
    assert f"  | {type(error).__name__}" in text
    assert lines[-1] == "  | RuntimeError"
    assert Path(__file__).name in text


def test_a_violated_constraint_is_named_without_the_rows_values(visitor) -> None:
    try:
        User.objects.create_user(visitor.email)
    except IntegrityError:
        lines = logged("broke", exc_info=sys.exc_info())

    assert visitor.email not in "\n".join(lines)
    assert re.search(r"IntegrityError .*(one_account_per_email|accounts_user)", lines[-1])
