"""Second factors that are turned off or removed."""

from auditlog.models import LogEntry

from accounts.models import RecoveryCode, SecondFactor
from tests.accounts.factors import FACTOR, code_of, sign_in, status, with_both
from tests.conftest import signed_in
from tests.support.factories import PASSWORD, UserFactory
from tests.support.messages import delivered


def test_turning_it_off_requires_both_factors(sam):
    client, _ = sign_in(sam, code_of(sam, steps=-1))
    code = code_of(sam)

    assert with_both(client, "delete", FACTOR, code, "not the one").status_code == 400
    assert with_both(client, "delete", FACTOR, "000000").json()["code"] == "wrong_code"
    assert status(sam) == 401
    assert with_both(client, "delete", FACTOR, code).status_code == 200

    assert status(sam) == 200
    assert LogEntry.objects.filter(additional_data__did="second factor turned off").exists()
    assert with_both(client, "delete", FACTOR, code).json()["code"] == "second_factor_off"


def test_staff_remove_a_lost_second_factor_with_an_audit_entry_and_an_email(sam):
    colleague, theirs = UserFactory(is_staff=True), sign_in(sam, code_of(sam))[0]

    response = signed_in(colleague).delete(f"/api/users/{sam.public_id}/second-factor")

    assert (response.status_code, response.json()) == (200, {"message": "Two-step verification turned off."})
    assert theirs.get("/api/users/profile").status_code == 401
    assert status(sam) == 200
    assert LogEntry.objects.get(additional_data__did="second factor removed").actor_id == colleague.pk
    assert "was turned off by staff" in delivered("second_factor_changed")[-1].subject
    assert signed_in(colleague).delete(f"/api/users/{sam.public_id}/second-factor").status_code == 409


def test_who_may_not_remove_a_second_factor(sam, as_visitor, as_anonymous):
    path, own = f"/api/users/{sam.public_id}/second-factor", sign_in(sam, code_of(sam))[0]
    sam.is_superuser = True
    sam.save()

    assert [client.delete(path).status_code for client in (as_anonymous, as_visitor, own)] == [401, 403, 403]
    assert signed_in(UserFactory(is_staff=True)).delete(path).status_code == 403, "an operator's, by an admin"
    assert status(sam) == 401
    assert signed_in(UserFactory(is_staff=True, is_superuser=True)).delete(path).status_code == 200


def test_the_second_factor_is_deleted_with_the_account(sam):
    UserFactory(is_staff=True)
    client, _ = sign_in(sam, code_of(sam))

    assert client.delete("/api/users/profile", {"currentPw": PASSWORD}, format="json").status_code == 200

    assert not SecondFactor.objects.exists()
    assert not RecoveryCode.objects.exists()
