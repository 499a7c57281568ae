"""Accounts in the console, and signing in to it."""

import re

import pytest
from django.test import Client

from accounts.models import User
from tests.support.factories import PASSWORD, UserFactory

USERS = "/admin-console/accounts/user/"


@pytest.fixture
def operator(db) -> User:
    return UserFactory(email="olu@example.com", first_name="Olu", last_name="Ade", is_staff=True, is_superuser=True)


@pytest.fixture
def console(operator) -> Client:
    client = Client(SERVER_NAME="localhost")
    client.force_login(operator)
    return client


def sign_in_to_console(email: str, password: str = PASSWORD):
    client = Client(SERVER_NAME="localhost")
    return client, client.post("/admin-console/login/", {"username": email, "password": password, "next": USERS})


def edit(client, user, **changes):
    """Submit the edit form with these changes."""
    url = f"{USERS}{user.pk}/change/"
    form = client.get(url).context["adminform"].form
    fields = {name: form.get_initial_for_field(field, name) for name, field in form.fields.items()}
    sent = {name: value for name, value in (fields | changes).items() if value not in (False, None)}
    return client.post(url, sent)


def test_an_account_created_in_the_console_can_sign_in(console):
    page = console.get(f"{USERS}add/")
    assert page.status_code == 200

    response = console.post(
        f"{USERS}add/",
        {
            "email": "new@example.com",
            "first_name": "Noor",
            "last_name": "",
            "usable_password": "true",
            "password1": PASSWORD,
            "password2": PASSWORD,
        },
    )

    assert response.status_code == 302
    assert User.objects.get(email="new@example.com").check_password(PASSWORD)


def test_deactivating_an_account_in_the_console_ends_its_sessions(console, as_visitor, visitor):
    edit(console, visitor, is_active=False)
    edit(console, visitor, is_active="on")

    visitor.refresh_from_db()
    assert visitor.is_active
    assert as_visitor.get("/api/users/profile").status_code == 401


@pytest.mark.parametrize("field", ["is_staff", "is_active"])
def test_the_last_admin_cannot_be_demoted_in_the_console(console, operator, field):
    response = edit(console, operator, **{field: False})

    assert response.status_code == 200
    assert "This is the last active admin." in response.content.decode()
    operator.refresh_from_db()
    assert operator.is_staff
    assert operator.is_active
    assert console.get(f"{USERS}{operator.pk}/delete/").status_code == 403


def test_accounts_cannot_be_deleted_in_bulk(console, visitor):
    assert "delete_selected" not in console.get(USERS).content.decode()


def test_an_operator_signs_in_to_the_console_by_email(operator):
    client, response = sign_in_to_console("OLU@example.com")

    assert (response.status_code, response["Location"]) == (302, USERS)
    assert client.get(USERS).status_code == 200


def test_others_cannot_sign_in_to_the_console(visitor):
    flagged = UserFactory(is_staff=True, is_superuser=True, requires_password_reset=True)
    gone = UserFactory(is_staff=True, is_superuser=True, is_active=False)

    for email, sentence in (
        (visitor.email, "staff account"),
        (flagged.email, "Set a new password first"),
        (gone.email, "This account is deactivated."),
        ("who@example.com", "Invalid email or password."),
    ):
        client, response = sign_in_to_console(email)
        assert response.status_code == 200
        assert sentence in response.content.decode()
        assert client.get(USERS).status_code == 302


def test_a_required_reset_blocks_the_console(console, operator):
    assert console.get(USERS).status_code == 200

    User.objects.filter(pk=operator.pk).update(requires_password_reset=True)

    assert console.get(USERS).status_code == 302


def test_sign_ins_to_the_console_are_throttled(operator, settings):
    settings.THROTTLES = settings.THROTTLES | {"sign_in_account": 2}

    pages = [sign_in_to_console("olu@example.com", f"guess {number}")[1].content.decode() for number in range(3)]

    assert ["Too many tries." in page for page in pages] == [False, False, True]


def test_admins_who_are_not_operators_cannot_see_accounts_in_the_console(as_admin):
    assert as_admin.get("/admin-console/").status_code == 200
    assert as_admin.get(USERS).status_code == 403


def test_password_fields_in_the_console_are_masked(console, visitor):
    pages = [
        (Client(SERVER_NAME="localhost"), "/admin-console/login/", 1),
        (console, f"{USERS}add/", 2),
        (console, f"{USERS}{visitor.pk}/password/", 2),
    ]

    for client, path, count in pages:
        inputs = re.findall(r"<input[^>]*autocomplete=\"[a-z]+-password\"[^>]*>", client.get(path).content.decode())
        assert len(inputs) == count, path
        assert all('type="password"' in field for field in inputs), path
