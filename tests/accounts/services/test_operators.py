"""Operators, who sign in to the console, and the last admin."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from accounts.models import SecondFactor, User
from accounts.services.users import change_user
from charityshop.exceptions import Forbidden
from tests.accounts.factors import post_sign_in, reset
from tests.conftest import signed_in
from tests.support.factories import PASSWORD, UserFactory, in_days
from tests.support.messages import delivered
from tests.support.races import run_together

SENTENCE = "Only an operator can change an operator's account."
USERS = "/admin-console/accounts/user/"


def put(client, user, **changes):
    return client.put(f"/api/users/{user.public_id}", changes, format="json")


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


@pytest.fixture
def operator(operator) -> User:
    SecondFactor.objects.create(user=operator, secret="JBSWY3DPEHPK3PXP" * 2, confirmed_at=in_days(0))
    return operator


def state_of(user: User) -> dict[str, object]:
    return User.objects.filter(pk=user.pk).values().get()


@pytest.mark.parametrize("act", ACTIONS.values(), ids=ACTIONS.keys())
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


@pytest.mark.parametrize("page", ["change/", "password/", "delete/"])
def test_only_operators_change_accounts_in_the_console(as_admin, admin, operator, page):
    for user in (operator, admin):
        before = state_of(user)

        assert as_admin.get(f"{USERS}{user.pk}/{page}").status_code == 403
        assert as_admin.post(f"{USERS}{user.pk}/{page}", {"post": "yes", "is_superuser": "on"}).status_code == 403
        assert state_of(user) == before
    form = {"action": "remove_second_factor", "_selected_action": [operator.pk]}
    assert as_admin.post(USERS, form).status_code == 403
    assert SecondFactor.objects.filter(user=operator).exists()


def test_an_operator_is_created_from_environment_variables_and_not_twice(db, monkeypatch):
    named = {"EMAIL": "Olu@Example.com", "FIRST_NAME": "Olu", "LAST_NAME": "Ade", "PASSWORD": PASSWORD}
    for name, value in named.items():
        monkeypatch.setenv(f"DJANGO_SUPERUSER_{name}", value)

    call_command("createsuperuser", "--noinput", stdout=StringIO())

    operator = User.objects.get()
    assert (operator.email, operator.first_name, operator.last_name) == ("Olu@example.com", "Olu", "Ade")
    assert (operator.is_staff, operator.is_superuser) == (True, True)
    assert post_sign_in("olu@example.com").json()["isAdmin"] is True
    monkeypatch.setenv("DJANGO_SUPERUSER_EMAIL", "OLU@example.com")
    with pytest.raises(CommandError, match="already taken"):
        call_command("createsuperuser", "--noinput", stdout=StringIO())


every_dismissal = pytest.mark.parametrize("action", ["demote", "deactivate", "delete"])


@every_dismissal
def test_the_last_active_admin_cannot_resign(as_admin, admin, action):
    UserFactory(is_staff=True, is_active=False)  # a deactivated admin doesn't count

    response = ACTIONS[action](as_admin, admin)

    assert response.status_code == 409
    assert response.json()["message"] == "This is the last active admin. Make somebody else an admin first."
    assert list(User.objects.active_admins()) == [admin]


@every_dismissal
@pytest.mark.django_db(transaction=True)
def test_admins_who_demote_each_other_concurrently_leave_one(action):
    admins = [UserFactory(is_staff=True) for _ in range(4)]
    pairs = [(signed_in(admin), other) for admin, other in zip(admins, [*admins[1:], admins[0]], strict=True)]

    answers = run_together(*(lambda pair=pair: ACTIONS[action](*pair) for pair in pairs))

    statuses = [answer.status_code for answer in answers]
    assert User.objects.active_admins().count() >= 1
    assert statuses.count(200) == len(admins) - User.objects.active_admins().count()
    assert set(statuses) <= {200, 401, 403, 404, 409}


def test_an_admin_demoted_while_waiting_for_the_lock_demotes_no_one():
    dismissed, colleague = UserFactory(is_staff=True), UserFactory(is_staff=True)
    User.objects.filter(pk=dismissed.pk).update(is_staff=False)  # `dismissed` has the rights from before

    for user, changes in ((colleague, {"is_staff": False}), (dismissed, {"is_staff": True})):
        with pytest.raises(Forbidden):
            change_user(user_id=user.pk, by=dismissed, **changes)

    assert list(User.objects.active_admins()) == [colleague]
