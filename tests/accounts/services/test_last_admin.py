"""One active admin always remains."""

import pytest

from accounts.models import User
from accounts.services.users import change_user
from charityshop.exceptions import Forbidden
from tests.conftest import signed_in
from tests.support.factories import UserFactory
from tests.support.races import run_together

DISMISSALS = {
    "demote": lambda client, user: client.put(f"/api/users/{user.public_id}", {"isAdmin": False}, format="json"),
    "deactivate": lambda client, user: client.put(
        f"/api/users/{user.public_id}", {"isDeactivated": True}, format="json"
    ),
    "delete": lambda client, user: client.delete(f"/api/users/{user.public_id}"),
}
every_dismissal = pytest.mark.parametrize("dismiss", DISMISSALS.values(), ids=DISMISSALS.keys())


@every_dismissal
def test_the_last_active_admin_cannot_resign(as_admin, admin, dismiss):
    UserFactory(is_staff=True, is_active=False)  # a deactivated admin doesn't count

    response = dismiss(as_admin, admin)

    assert response.status_code == 409
    assert response.json()["message"] == "This is the last active admin. Make somebody else an admin first."
    assert list(User.objects.active_admins()) == [admin]


@every_dismissal
@pytest.mark.django_db(transaction=True)
def test_admins_who_demote_each_other_concurrently_leave_one(dismiss):
    admins = [UserFactory(is_staff=True) for _ in range(4)]
    clients, others = [signed_in(admin) for admin in admins], [*admins[1:], admins[0]]

    answers = run_together(
        *(
            lambda client=client, other=other: dismiss(client, other)
            for client, other in zip(clients, others, strict=True)
        )
    )

    statuses = [answer.status_code for answer in answers]
    assert User.objects.active_admins().count() >= 1
    assert statuses.count(200) == len(admins) - User.objects.active_admins().count()
    assert set(statuses) <= {200, 401, 403, 404, 409}


@pytest.mark.django_db
def test_an_admin_demoted_while_waiting_for_the_lock_demotes_no_one():
    dismissed, colleague = UserFactory(is_staff=True), UserFactory(is_staff=True)
    User.objects.filter(pk=dismissed.pk).update(is_staff=False)  # `dismissed` has the rights from before

    for user, changes in ((colleague, {"is_staff": False}), (dismissed, {"is_staff": True})):
        with pytest.raises(Forbidden):
            change_user(user_id=user.pk, by=dismissed, **changes)

    assert list(User.objects.active_admins()) == [colleague]
