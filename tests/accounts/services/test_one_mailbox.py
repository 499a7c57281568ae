"""Two accounts never share a mailbox, and whoever types an address as they see it signs in."""

import pytest

from accounts.models import User
from charityshop.models import OutgoingMail
from discounts.models import Membership
from tests.conftest import signed_in
from tests.support.factories import UserFactory

PASSWORD = "a few random words"
ALIKE = [
    ("name@example.com", "name@example.com\u200b"),
    ("name@example.com", "na\u2060me@exa\u00admple.com"),
    ("name@example.com", "\ufeffNAME@EXAMPLE.COM"),
    ("name@example.com", "name@example。com"),
    ("a-b@my-club.example", "a‑b@my−club.example"),
    ("name@xn--bcher-kva.example", "name@bücher.example"),
    ("name@xn--bcher-kva.example", "name@BU\u0308CHER.example"),
]


def register(email, **names):
    form = {"email": email, "password": PASSWORD, "firstName": "Ana", "lastName": ""} | names
    return signed_in().post("/api/users", form, format="json")


@pytest.mark.parametrize(("pair", "first"), [*((pair, 0) for pair in ALIKE), (ALIKE[0], 1), (ALIKE[-1], 1)])
def test_addresses_that_look_alike_are_one_account(db, pair, first):
    assert register(pair[first]).status_code == 201
    taken = register(pair[1 - first])

    assert (taken.status_code, taken.json()["code"]) == (409, "email_taken")
    assert User.objects.filter(email__iexact=pair[0]).count() == 1
    for typed in pair:
        credentials = {"email": typed, "password": PASSWORD}
        assert signed_in().post("/api/users/auth", credentials, format="json").status_code == 200


def test_an_address_is_cleaned_wherever_somebody_types_it(as_visitor, as_admin, visitor):
    UserFactory(email="name@example.com")
    changed = as_visitor.put("/api/users/profile", {"email": "name@example.com\u200b"}, format="json")
    assert changed.json()["code"] == "email_taken"
    changed = as_admin.put(f"/api/users/{visitor.public_id}", {"email": "name@exam\u200bple.com"}, format="json")
    assert changed.json()["code"] == "email_taken"

    signed_in().post("/api/users/forgot-password", {"email": "name@\u200bexample.com"}, format="json")
    assert OutgoingMail.objects.get().to == "name@example.com"


def test_failed_sign_ins_are_counted_together(db, settings):
    settings.THROTTLES = settings.THROTTLES | {"sign_in_account": 2}
    typed = ["name@example.com", "name@example.com\u200b", "na\u200bme@example.com"]

    codes = [signed_in().post("/api/users/auth", {"email": each, "password": "x"}, format="json") for each in typed]

    assert [answer.status_code for answer in codes] == [401, 401, 429]


def test_members_are_found_by_the_number_and_address_that_they_see(as_admin, db):
    csv = "number,email,valid_until\nM‑7\u200b,Name@bücher.example\u200b,2099-12-31\n"
    digest = as_admin.post("/api/members/import", {"csv": csv}, format="json").json()["digest"]
    assert as_admin.post("/api/members/import", {"csv": csv, "digest": digest}, format="json").status_code == 200
    assert Membership.objects.get().number == "M-7"

    member = signed_in(UserFactory(email="name@xn--bcher-kva.example"))
    linked = member.post("/api/users/profile/membership", {"number": "m–\u20607"}, format="json")

    assert linked.status_code == 200
    again = csv.replace("M‑7\u200b", "m-7")
    plan = as_admin.post("/api/members/import", {"csv": again}, format="json").json()
    assert (plan["added"], plan["errors"]) == (0, [])
    twice = as_admin.post("/api/members/import", {"csv": csv + "m−7,other@example.com,2099-12-31\n"}, format="json")
    assert [error["column"] for error in twice.json()["errors"]] == ["number"]
