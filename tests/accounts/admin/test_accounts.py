"""Accounts in the console, and signing in to it."""

import pytest

from accounts.models import User
from tests.accounts.factors import sign_in_to_console
from tests.support.factories import PASSWORD

USERS = "/admin-console/accounts/user/"


def edit(client, user, **changes):
    """Submit the edit form with these changes."""
    url = f"{USERS}{user.pk}/change/"
    form = client.get(url).context["adminform"].form
    fields = {name: form.get_initial_for_field(field, name) for name, field in form.fields.items()}
    sent = {name: value for name, value in (fields | changes).items() if value not in (False, None)}
    return client.post(url, sent)


def test_an_account_created_in_the_console_can_sign_in(console):
    names = {"email": "new@example.com", "first_name": "Noor", "last_name": ""}
    passwords = {"usable_password": "true", "password1": PASSWORD, "password2": PASSWORD}

    assert console.post(f"{USERS}add/", names | passwords).status_code == 302

    assert User.objects.get(email="new@example.com").check_password(PASSWORD)


def test_two_operators_keep_each_others_changes_of_an_account(console, visitor, other_visitor):
    url = f"{USERS}{visitor.pk}/change/"
    page = console.get(url).context["adminform"].form
    shown = {name: page[name].value() or "" for name in page.fields if page[name].value() is not False}
    edit(console, visitor, is_staff="on", last_name="Ruiz")

    assert console.post(url, shown | {"requires_password_reset": "on"}).status_code == 302
    visitor.refresh_from_db()
    assert (visitor.is_staff, visitor.last_name, visitor.requires_password_reset) == (True, "Ruiz", True)

    refused = console.post(url, shown | {"first_name": "Anna"})

    form = refused.context["adminform"].form
    assert "changed this at" in str(form.errors["last_name"])
    assert "“Ruiz”. Save again to keep yours." in str(form.errors["last_name"])
    again = {name: form[name].value() or "" for name in form.fields if form[name].value() is not False}
    assert (again["first_name"], again["last_name"], again["is_staff"]) == ("Anna", "Ruiz", True)
    assert console.post(url, again).status_code == 302
    visitor.refresh_from_db()
    assert (visitor.first_name, visitor.last_name, visitor.is_staff) == ("Anna", "Ruiz", True)


def test_an_account_is_not_deleted_in_the_console_after_another_operator_changed_it(console, visitor):
    url = f"{USERS}{visitor.pk}/delete/"
    asked = console.get(url)
    edit(console, visitor, last_name="Ruiz")

    shown = console.post(url, {"post": "yes", "digest": asked.context["digest"]}, follow=True)

    message = str(list(shown.context["messages"])[-1])
    assert "changed this account at" in message
    assert "Nothing was deleted." in message
    assert "Ana Ruiz" in shown.content.decode()
    assert console.post(url, {"post": "yes", "digest": shown.context["digest"]}).status_code == 302
    assert not User.objects.filter(pk=visitor.pk).exists()


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
    assert "delete_selected" not in console.get(USERS).content.decode()


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"is_staff": False}, "staff account"),
        ({"requires_password_reset": True}, "Set a new password first"),
        ({"is_active": False}, "This account is deactivated."),
        ({"email": "other@example.com"}, "Invalid email or password."),
    ],
)
def test_others_cannot_sign_in_to_the_console(operator, console, fields, sentence):
    assert console.get(USERS).status_code == 200
    User.objects.filter(pk=operator.pk).update(**fields)

    client, response = sign_in_to_console(operator)

    assert response.status_code == 200
    assert sentence in response.content.decode()
    assert client.get(USERS).status_code == 302
    assert console.get(USERS).status_code == (200 if "email" in fields else 302), "who is signed in already"


def test_sign_ins_to_the_console_are_throttled(operator, settings):
    settings.THROTTLES = settings.THROTTLES | {"sign_in_account": 2}

    pages = [sign_in_to_console(operator, password=f"guess {number}")[1].content.decode() for number in range(3)]

    assert ["Too many tries." in page for page in pages] == [False, False, True]
