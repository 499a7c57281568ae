"""Breached passwords are rejected, using a local list."""

import gzip
from pathlib import Path

import pytest
from django.contrib.auth import password_validation

from accounts.password_validators.breached import WIDTH, is_breached, load_hashes
from accounts.services.passwords import link_token
from tests.conftest import signed_in
from tests.support.factories import PASSWORD

BREACHED = "cessna172"  # not in Django's list of common passwords
SENTENCE = "This password is known from a data breach. Choose another one."


def test_the_list_is_long_sorted_and_without_duplicates():
    known = load_hashes()
    rows = [known[at : at + WIDTH] for at in range(0, len(known), WIDTH)]

    assert len(known) % WIDTH == 0
    assert len(rows) >= 100_000
    assert rows == sorted(set(rows))


def test_the_list_contains_djangos_common_passwords():
    djangos = Path(password_validation.__file__).with_name("common-passwords.txt.gz")
    passwords = gzip.decompress(djangos.read_bytes()).decode().split()

    assert [word for word in passwords if len(word) >= 8 and not is_breached(word)] == []


@pytest.mark.parametrize("password", [BREACHED, "Cessna172", "  CESSNA172 ", "iloveyou2", "liverpool1"])
def test_a_breached_password_is_found_whatever_its_case(password):
    assert is_breached(password)


@pytest.mark.parametrize("password", ["", PASSWORD, "correct mule pile staple", "\ud800" * 8, "密码密码", "x" * 1000])
def test_other_passwords_are_not_found(password):
    assert not is_breached(password)


def refused(response, field: str) -> bool:
    return response.status_code == 400 and response.json()["errors"][field] == [SENTENCE]


def test_breached_passwords_are_rejected_wherever_a_password_is_set(as_anonymous, as_visitor, visitor):
    newcomer = {"email": "new@example.com", "password": BREACHED, "firstName": "Noor"}
    by_link = {"token": link_token(visitor), "newPw": BREACHED}
    changed = {"currentPw": PASSWORD, "newPw": BREACHED}

    assert refused(as_anonymous.post("/api/users", newcomer, format="json"), "password")
    assert refused(as_anonymous.post("/api/users/set-password", by_link, format="json"), "newPw")
    assert refused(as_visitor.put("/api/users/change-password", changed, format="json"), "newPw")


def test_existing_breached_passwords_still_work(visitor):
    visitor.set_password(BREACHED)
    visitor.save()

    response = signed_in().post("/api/users/auth", {"email": visitor.email, "password": BREACHED}, format="json")

    assert response.status_code == 200
