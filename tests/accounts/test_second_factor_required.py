"""A second factor that is asked of all staff."""

import pytest
from django.test import Client

from tests.accounts.factors import FACTOR, begin, code_of, confirm, knock
from tests.conftest import signed_in
from tests.support.factories import PASSWORD, UserFactory


@pytest.fixture
def required(settings):
    settings.REQUIRE_SECOND_FACTOR = "staff"


def test_staff_without_one_set_it_up_and_do_nothing_else(required, as_admin, admin, clock):
    held_up = [as_admin.get("/api/users"), as_admin.get("/api/orders"), as_admin.get("/api/users/sessions")]
    held_up.append(as_admin.put("/api/users/profile", {"email": "new@example.com"}, format="json"))
    held_up.append(as_admin.delete("/api/users/profile", {"currentPw": PASSWORD}, format="json"))
    assert {answer.json()["code"] for answer in held_up} == {"second_factor_setup_required"}
    assert as_admin.get("/api/users/profile").json()["mustSetUpSecondFactor"] is True
    assert as_admin.get(FACTOR).json()["isRequired"] is True

    begin(as_admin)
    assert confirm(as_admin, code_of(admin)).status_code == 200

    assert as_admin.get("/api/users").status_code == 200
    assert "mustSetUpSecondFactor" not in as_admin.get("/api/users/profile").json()


def test_the_console_is_closed_to_them_too(required, as_admin, admin):
    client, answer = knock(admin)

    assert "set up your second factor" in answer.content.decode()
    assert client.get("/admin-console/").status_code == 302
    inside = Client(SERVER_NAME="localhost")
    inside.force_login(admin)
    assert inside.get("/admin-console/").status_code == 302


def test_drafts_are_hidden_from_them(required, as_admin):
    assert as_admin.get("/api/products?status=draft").json()["total"] == 0


def test_a_new_password_comes_first_where_both_are_asked(required, db):
    flagged = UserFactory(is_staff=True, requires_password_reset=True)
    client = signed_in(flagged)

    assert begin(client).json()["code"] == "password_reset_required"
    changed = client.put("/api/users/change-password", {"newPw": "some other random words"}, format="json")
    assert changed.status_code == 200


def test_buyers_are_not_asked(required, as_visitor):
    assert as_visitor.get("/api/orders/my_orders").status_code == 200


def test_an_unknown_value_stops_the_start(monkeypatch):
    from charityshop.settings import env  # noqa: PLC0415

    monkeypatch.setenv("REQUIRE_SECOND_FACTOR", "everybody")

    with pytest.raises(Exception, match="REQUIRE_SECOND_FACTOR has to be one of none, staff"):
        env.get_choice("REQUIRE_SECOND_FACTOR", "none", ("none", "staff"))
