"""A second factor as people use it: set up, and signed in with."""

from datetime import timedelta

import pyotp
from django.test import Client
from django.utils import timezone

from accounts.models import SecondFactor, User
from tests.conftest import signed_in
from tests.support.factories import PASSWORD

FACTOR = "/api/users/second-factor"
HERE, ELSEWHERE = "203.0.113.9", "198.51.100.7"


def code_of(person: User, *, steps: int = 0) -> str:
    """What the person's app shows, so many half minutes from now."""
    secret = SecondFactor.objects.get(user=person).secret
    return pyotp.TOTP(secret).at(timezone.now() + timedelta(seconds=30 * steps))


def begin(client, password: str = PASSWORD):
    return client.post(FACTOR, {"currentPw": password}, format="json")


def confirm(client, code: str):
    return client.put(FACTOR, {"code": code}, format="json")


def with_both(client, method: str, path: str, code: str, password: str = PASSWORD):
    return getattr(client, method)(path, {"currentPw": password, "code": code}, format="json")


def set_up(person: User) -> list[str]:
    """Give somebody a second factor; their recovery codes."""
    client = signed_in(person)
    begin(client)
    told = confirm(client, code_of(person)).json()["recoveryCodes"]
    SecondFactor.objects.update(last_step=0)  # as if that were a while ago
    return list(told)


def sign_in(person: User, code: str | None = None, *, password: str = PASSWORD, address: str = HERE):
    client = signed_in()
    sent = {"email": person.email, "password": password} | ({} if code is None else {"code": code})
    return client, client.post("/api/users/auth", sent, format="json", REMOTE_ADDR=address)


def status(person: User, code: str | None = None, **options: str) -> int:
    return int(sign_in(person, code, **options)[1].status_code)


def knock(person: User, **more: str):
    client = Client(SERVER_NAME="localhost")
    fields = {"username": person.email, "password": PASSWORD, "next": "/admin-console/"}
    return client, client.post("/admin-console/login/", fields | more)
