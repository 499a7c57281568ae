"""Sign in, and set up and use second factors."""

from datetime import timedelta

import pyotp
from django.test import Client
from django.utils import timezone

from accounts.models import SecondFactor, User
from tests.conftest import signed_in
from tests.support.factories import PASSWORD

FACTOR = "/api/users/second-factor"
NO_RIGHTS = {"isAdmin": False, "requiresPasswordReset": False}
HERE, ELSEWHERE = "203.0.113.9", "198.51.100.7"


def code_of(user: User, *, steps: int = 0) -> str:
    """Return the code that the user's app shows now, or `steps` half minutes later."""
    secret = SecondFactor.objects.get(user=user).secret
    return pyotp.TOTP(secret).at(timezone.now() + timedelta(seconds=30 * steps))


def begin(client, password: str = PASSWORD):
    return client.post(FACTOR, {"currentPw": password}, format="json")


def confirm(client, code: str):
    return client.put(FACTOR, {"code": code}, format="json")


def with_both(client, method: str, path: str, code: str, password: str = PASSWORD):
    return getattr(client, method)(path, {"currentPw": password, "code": code}, format="json")


def set_up(user: User) -> list[str]:
    """Set up a second factor. Return the recovery codes."""
    client = signed_in(user)
    begin(client)
    codes = confirm(client, code_of(user)).json()["recoveryCodes"]
    SecondFactor.objects.update(last_step=0)  # so that the current code can be used again
    return list(codes)


def reset(client, user: User, **more):
    return client.put("/api/users/reset-password", {"userId": user.public_id} | more, format="json")


def post_sign_in(email: str, password: str = PASSWORD, *, client=None, address: str = HERE, **more: str):
    sent = {"email": email, "password": password} | more
    return (client or signed_in()).post("/api/users/auth", sent, format="json", REMOTE_ADDR=address)


def sign_in(user: User, code: str | None = None, *, password: str = PASSWORD, address: str = HERE):
    client, more = signed_in(), {} if code is None else {"code": code}
    return client, post_sign_in(user.email, password, client=client, address=address, **more)


def status(user: User, code: str | None = None, **options: str) -> int:
    return int(sign_in(user, code, **options)[1].status_code)


def sign_in_to_console(user: User, **more: str):
    client = Client(SERVER_NAME="localhost")
    fields = {"username": user.email, "password": PASSWORD, "next": "/admin-console/"}
    return client, client.post("/admin-console/login/", fields | more)
