"""Only operators change operators' accounts, in the API and in the console."""

from html import unescape

import pytest
from django.contrib.auth.models import Permission
from django.test import Client

from accounts.models import SecondFactor, User
from tests.conftest import signed_in
from tests.support.factories import UserFactory, in_days
from tests.support.messages import delivered

SENTENCE = "Only an operator can change an operator's account."
USERS = "/admin-console/accounts/user/"


def put(client, user, **changes):
    return client.put(f"/api/users/{user.public_id}", changes, format="json")


def reset(client, user, **more):
    return client.put("/api/users/reset-password", {"userId": user.public_id} | more, format="json")


ACTIONS = {
    "rename": lambda client, user: put(client, user, firstName="Someone"),
    "change the email address": lambda client, user: put(client, user, email="mine@example.com"),
    "demote": lambda client, user: put(client, user, isAdmin=False),
    "deactivate": lambda client, user: put(client, user, isDeactivated=True),
    "delete": lambda client, user: client.delete(f"/api/users/{user.public_id}"),
    "reset the password": reset,
    "lock the password": lambda client, user: reset(client, user, lockPassword=True),
    "remove the second factor": lambda client, user: client.delete(f"/api/users/{user.public_id}/second-factor"),
}
every_action = pytest.mark.parametrize("act", ACTIONS.values(), ids=ACTIONS.keys())


@pytest.fixture
def operator(db) -> User:
    user = UserFactory(email="olu@example.com", first_name="Olu", is_staff=True, is_superuser=True)
    SecondFactor.objects.create(user=user, secret="JBSWY3DPEHPK3PXP" * 2, confirmed_at=in_days(0))
    return user


@pytest.fixture
def manager(db) -> Client:
    """A staff member with all permissions on accounts in the console who is not an operator."""
    user = UserFactory(email="manager@example.com", is_staff=True)
    user.user_permissions.set(Permission.objects.filter(content_type__app_label="accounts"))
    client = Client(SERVER_NAME="localhost")
    client.force_login(user)
    return client


def state_of(user: User) -> dict[str, object]:
    return User.objects.filter(pk=user.pk).values().get()


@every_action
def test_admins_cannot_change_operators(as_admin, operator, act):
    as_operator = signed_in(operator)
    before = state_of(operator)

    response = act(as_admin, operator)

    assert (response.status_code, response.json()) == (403, {"message": SENTENCE, "code": "permission_denied"})
    assert state_of(operator) == before
    assert SecondFactor.objects.filter(user=operator).exists()
    assert as_operator.get("/api/users/profile").status_code == 200, "still signed in"
    assert delivered() == []


def test_accounts_that_staff_may_not_change_are_marked(as_admin, admin, operator):
    listed = {row["email"]: row.get("isReadOnly") for row in as_admin.get("/api/users").json()["users"]}

    assert listed == {"olu@example.com": True, admin.email: None}
    assert as_admin.get(f"/api/users/{operator.public_id}").json()["isReadOnly"] is True
    assert "isReadOnly" not in signed_in(operator).get(f"/api/users/{operator.public_id}").json()


# --- Console ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("page", ["change/", "password/", "delete/"])
def test_console_forms_do_not_change_operators_for_others(manager, operator, page):
    before = state_of(operator)
    form = {
        "email": "mine@example.com",
        "first_name": "Olu",
        "password1": "my own phrase",
        "password2": "my own phrase",
        "usable_password": "true",
        "set-password": "1",
        "post": "yes",
    }

    response = manager.post(f"{USERS}{operator.pk}/{page}", form)

    assert response.status_code == 403
    assert SENTENCE in unescape(response.content.decode())
    assert state_of(operator) == before


def test_only_operators_remove_an_operators_second_factor_in_the_console(manager, operator):
    form = {"action": "remove_second_factor", "_selected_action": [operator.pk]}

    response = manager.post(USERS, form, follow=True)

    assert SENTENCE in unescape(response.content.decode())
    assert SecondFactor.objects.filter(user=operator).exists()


def test_only_operators_make_operators_in_the_console(manager, admin):
    form = {"email": admin.email, "first_name": "Sam", "is_active": "on", "is_staff": "on", "is_superuser": "on"}

    assert manager.post(f"{USERS}{admin.pk}/change/", form).status_code == 302

    admin.refresh_from_db()
    assert (admin.first_name, admin.is_superuser) == ("Sam", False)
