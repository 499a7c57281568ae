"""REQUIRE_SECOND_FACTOR=staff, and second factors in the console."""

import pytest
from django.test import Client

from accounts.models import SecondFactor
from tests.accounts.factors import FACTOR, begin, code_of, confirm, sign_in_to_console, status
from tests.conftest import signed_in
from tests.support.factories import PASSWORD, UserFactory


@pytest.fixture
def required(settings):
    settings.REQUIRE_SECOND_FACTOR = "staff"


def test_staff_without_a_second_factor_can_only_set_it_up(required, as_admin, admin, clock):
    held_up = [as_admin.get("/api/users"), as_admin.get("/api/orders"), as_admin.get("/api/users/sessions")]
    held_up.append(as_admin.put("/api/users/profile", {"email": "new@example.com"}, format="json"))
    held_up.append(as_admin.delete("/api/users/profile", {"currentPw": PASSWORD}, format="json"))
    assert {response.json()["code"] for response in held_up} == {"second_factor_setup_required"}
    assert as_admin.get("/api/users/profile").json()["mustSetUpSecondFactor"] is True
    assert as_admin.get(FACTOR).json()["isRequired"] is True

    begin(as_admin)
    assert confirm(as_admin, code_of(admin)).status_code == 200

    assert as_admin.get("/api/users").status_code == 200
    assert "mustSetUpSecondFactor" not in as_admin.get("/api/users/profile").json()


def test_the_console_requires_the_second_factor(required, as_admin, admin):
    client, response = sign_in_to_console(admin)

    assert "set up two-step verification" in response.content.decode()
    assert client.get("/admin-console/").status_code == 302
    inside = Client(SERVER_NAME="localhost")
    inside.force_login(admin)
    assert inside.get("/admin-console/").status_code == 302


def test_drafts_are_hidden_without_the_second_factor(required, as_admin):
    assert as_admin.get("/api/products?status=draft").json()["total"] == 0


def test_a_required_reset_comes_before_the_second_factor(required, db):
    flagged = UserFactory(is_staff=True, requires_password_reset=True)
    client = signed_in(flagged)

    assert begin(client).json()["code"] == "password_reset_required"
    changed = client.put("/api/users/change-password", {"newPw": "some other random words"}, format="json")
    assert changed.status_code == 200


def test_an_unknown_value_stops_the_start(monkeypatch):
    from charityshop.settings import env  # noqa: PLC0415

    monkeypatch.setenv("REQUIRE_SECOND_FACTOR", "everybody")

    with pytest.raises(Exception, match="REQUIRE_SECOND_FACTOR has to be one of none, staff"):
        env.get_choice("REQUIRE_SECOND_FACTOR", "none", ("none", "staff"))


def test_the_console_requires_the_code(sam):
    client, response = sign_in_to_console(sam)

    assert response.status_code == 200
    assert "Enter the code from your authenticator app." in response.content.decode()
    assert 'autocomplete="one-time-code"' in response.content.decode()
    assert client.get("/admin-console/").status_code == 302
    client, response = sign_in_to_console(sam, code=code_of(sam))
    assert response.status_code == 302
    assert client.get("/admin-console/").status_code == 200


def test_an_operator_removes_a_lost_second_factor_in_the_console(sam, clock):
    operator = UserFactory(is_staff=True, is_superuser=True)
    client, _ = sign_in_to_console(operator)
    chosen = {"action": "remove_second_factor", "_selected_action": [sam.pk, operator.pk]}

    response = client.post("/admin-console/accounts/user/", chosen, follow=True)

    shown = {str(message) for message in response.context["messages"]}
    assert shown == {
        f"{sam} now signs in without two-step verification, and was notified by email.",
        f"{operator}: Turn off your own two-step verification on your profile.",
    }
    assert status(sam) == 200


def test_the_console_does_not_show_the_secret(sam):
    operator = UserFactory(is_staff=True, is_superuser=True)
    client, _ = sign_in_to_console(operator)
    factor = SecondFactor.objects.get()
    code = factor.recovery_codes.first()

    pages = [f"secondfactor/{factor.pk}/change/", f"recoverycode/{code.pk}/change/", "recoverycode/", "secondfactor/"]
    shown = "".join(client.get(f"/admin-console/accounts/{page}").content.decode() for page in pages)

    assert factor.secret not in shown
    assert code.encoded not in shown
