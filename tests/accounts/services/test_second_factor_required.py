"""REQUIRE_SECOND_FACTOR=staff."""

import pytest
from django.test import Client

from tests.accounts.factors import FACTOR, begin, code_of, confirm, sign_in_to_console
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


def test_buyers_need_no_second_factor(required, as_visitor):
    assert as_visitor.get("/api/orders/my_orders").status_code == 200


def test_an_unknown_value_stops_the_start(monkeypatch):
    from charityshop.settings import env  # noqa: PLC0415

    monkeypatch.setenv("REQUIRE_SECOND_FACTOR", "everybody")

    with pytest.raises(Exception, match="REQUIRE_SECOND_FACTOR has to be one of none, staff"):
        env.get_choice("REQUIRE_SECOND_FACTOR", "none", ("none", "staff"))
