"""Accounts in the operators' console, and the console's door."""

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


def knock(email: str, password: str = PASSWORD):
    client = Client(SERVER_NAME="localhost")
    return client, client.post("/admin-console/login/", {"username": email, "password": password, "next": USERS})


def edit(client, person, **changes):
    """Send the edit form as the console draws it, with these changes."""
    url = f"{USERS}{person.pk}/change/"
    form = client.get(url).context["adminform"].form
    fields = {name: form.get_initial_for_field(field, name) for name, field in form.fields.items()}
    sent = {name: value for name, value in (fields | changes).items() if value not in (False, None)}
    return client.post(url, sent)


@pytest.mark.parametrize("words", ["ana@example", "diaz", "Ana"])
def test_people_are_found_by_address_and_name(console, visitor, other_visitor, words):
    answer = console.get(USERS, {"q": words})

    assert list(answer.context["cl"].result_list) == [visitor]


def test_people_are_found_by_their_id(console, visitor, other_visitor):
    answer = console.get(USERS, {"q": visitor.public_id})

    assert list(answer.context["cl"].result_list) == [visitor]


def test_the_console_opens_an_account_that_can_sign_in(console):
    page = console.get(f"{USERS}add/")
    assert page.status_code == 200

    answer = console.post(
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

    assert answer.status_code == 302
    assert User.objects.get(email="new@example.com").check_password(PASSWORD)


def test_an_account_can_be_edited(console, visitor):
    answer = edit(console, visitor, first_name="Anna", requires_password_reset="on")

    assert answer.status_code == 302
    visitor.refresh_from_db()
    assert (visitor.first_name, visitor.requires_password_reset, visitor.is_active) == ("Anna", True, True)
    assert visitor.check_password(PASSWORD)


def test_switching_an_account_off_here_ends_its_sessions_for_good(console, as_visitor, visitor):
    edit(console, visitor, is_active=False)
    edit(console, visitor, is_active="on")

    visitor.refresh_from_db()
    assert visitor.is_active
    assert as_visitor.get("/api/users/profile").status_code == 401


@pytest.mark.parametrize("field", ["is_staff", "is_active"])
def test_the_last_admin_stays_here_too(console, operator, field):
    answer = edit(console, operator, **{field: False})

    assert answer.status_code == 200
    assert "This is the last active admin." in answer.content.decode()
    operator.refresh_from_db()
    assert operator.is_staff
    assert operator.is_active
    assert console.get(f"{USERS}{operator.pk}/delete/").status_code == 403


def test_nobody_is_deleted_by_the_dozen(console, visitor):
    assert "delete_selected" not in console.get(USERS).content.decode()


def test_an_operator_signs_in_with_the_email_address(operator):
    client, answer = knock("OLU@example.com")

    assert (answer.status_code, answer["Location"]) == (302, USERS)
    assert client.get(USERS).status_code == 200


def test_the_console_stays_shut_for_everybody_else(visitor):
    flagged = UserFactory(is_staff=True, is_superuser=True, requires_password_reset=True)
    gone = UserFactory(is_staff=True, is_superuser=True, is_active=False)

    for email, sentence in (
        (visitor.email, "staff account"),
        (flagged.email, "Set a new password first"),
        (gone.email, "This account is switched off."),
        ("who@example.com", "Invalid email or password."),
    ):
        client, answer = knock(email)
        assert answer.status_code == 200
        assert sentence in answer.content.decode()
        assert client.get(USERS).status_code == 302


def test_a_session_of_the_shop_opens_nothing_here_while_a_new_password_is_due(console, operator):
    assert console.get(USERS).status_code == 200

    User.objects.filter(pk=operator.pk).update(requires_password_reset=True)

    assert console.get(USERS).status_code == 302


def test_guessing_here_runs_into_the_shops_limits(operator, settings):
    settings.THROTTLES = settings.THROTTLES | {"sign_in_account": 2}

    pages = [knock("olu@example.com", f"guess {number}")[1].content.decode() for number in range(3)]

    assert ["Too many tries." in page for page in pages] == [False, False, True]


def test_an_admin_who_is_no_operator_sees_no_accounts(as_admin):
    assert as_admin.get("/admin-console/").status_code == 200
    assert as_admin.get(USERS).status_code == 403


def test_every_password_field_of_the_console_hides_what_is_typed(console, visitor):
    pages = [
        (Client(SERVER_NAME="localhost"), "/admin-console/login/", 1),
        (console, f"{USERS}add/", 2),
        (console, f"{USERS}{visitor.pk}/password/", 2),
    ]

    for client, path, count in pages:
        inputs = re.findall(r"<input[^>]*autocomplete=\"[a-z]+-password\"[^>]*>", client.get(path).content.decode())
        assert len(inputs) == count, path
        assert all('type="password"' in field for field in inputs), path
