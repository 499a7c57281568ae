"""Second factors: setup, sign-in, turning them off and removing lost ones."""

import pyotp
import pytest
from auditlog.models import LogEntry

from accounts import hashing, totp
from accounts.models import SecondFactor
from accounts.services.passwords import link_token
from charityshop.images.qr_code import BORDER
from charityshop.security.slots import Slots
from tests.accounts.factors import (
    ELSEWHERE,
    FACTOR,
    HERE,
    begin,
    code_of,
    confirm,
    set_up,
    sign_in,
    sign_in_to_console,
    status,
    with_both,
)
from tests.conftest import signed_in
from tests.support.factories import PASSWORD, UserFactory
from tests.support.messages import delivered
from tests.support.races import run_together

# --- Setup -----------------------------------------------------------------------------------------------------------


def test_setup_returns_a_qr_code_and_the_secret(as_admin, admin, clock):
    response = begin(as_admin)

    assert response.status_code == 200
    codes = response.json()
    assert codes["secret"] in codes["uri"]
    parsed = pyotp.parse_uri(codes["uri"])
    assert (parsed.name, parsed.issuer) == ("staff@example.com", "Cards for a Cause")
    assert codes["picture"]["path"].startswith("M")
    assert codes["picture"]["side"] > 2 * BORDER
    assert as_admin.get(FACTOR).json() == {"isOn": False, "isRequired": False, "recoveryCodesLeft": 0}
    assert status(admin) == 200, "it has no effect yet"


def test_the_first_code_turns_it_on_and_returns_recovery_codes(as_admin, admin, clock):
    elsewhere = signed_in(admin)
    begin(as_admin)

    response = confirm(as_admin, code_of(admin))

    codes = response.json()["recoveryCodes"]
    assert (response.status_code, len(set(codes))) == (200, totp.RECOVERY_CODES)
    assert as_admin.get(FACTOR).json() == {"isOn": True, "isRequired": False, "recoveryCodesLeft": 10}
    assert elsewhere.get("/api/users/profile").status_code == 401, "a session without the factor lives on"
    stored = str(list(SecondFactor.objects.values()))
    assert not [code for code in codes if totp.normalize_code(code)[totp.GROUP_LENGTH :] in stored]
    assert LogEntry.objects.filter(additional_data__did="second factor turned on").exists()
    assert [email.to for email in delivered("second_factor_changed")] == [["staff@example.com"]]


def test_setup_requires_the_password(as_admin):
    assert begin(as_admin, "not the one").json()["errors"]["currentPw"]
    assert begin(as_admin, "").status_code == 400
    assert confirm(as_admin, "123456").json()["code"] == "second_factor_not_begun"
    assert not SecondFactor.objects.exists()


def test_an_active_second_factor_is_not_replaced(sam):
    client, _ = sign_in(sam, code_of(sam))

    assert begin(client).json()["code"] == "second_factor_on"


# --- Sign-in ---------------------------------------------------------------------------------------------------------


def test_password_and_code_sign_in_and_the_password_alone_does_not(sam):
    client, response = sign_in(sam)

    assert (response.status_code, response.json()["code"]) == (401, "second_factor_required")
    assert client.get("/api/users/profile").status_code == 401
    assert status(sam, "") == 401
    _, response = sign_in(sam, code_of(sam), password="not the one")
    assert response.json() == {"message": "Invalid email or password.", "code": "wrong_credentials"}
    client, response = sign_in(sam, code_of(sam))
    assert response.status_code == 200
    assert set(response.json()) == {"_id", "firstName", "lastName", "email", "isAdmin", "requiresPasswordReset"}
    assert client.get("/api/users").status_code == 200


@pytest.mark.parametrize(("steps", "expected"), [(-2, 401), (-1, 200), (0, 200), (1, 200), (2, 401)])
def test_codes_may_be_off_by_half_a_minute(sam, steps, expected):
    assert status(sam, code_of(sam, steps=steps)) == expected


@pytest.mark.parametrize("code", ["000000", "12345", "k7qm-3vxd-9trw", "\u0661" * 6])
def test_invalid_codes_are_rejected(sam, code):
    _, response = sign_in(sam, code)

    assert (response.status_code, response.json()["code"]) == (401, "wrong_code")


def test_used_and_older_codes_are_rejected(sam, clock):
    code, older = code_of(sam), code_of(sam, steps=-1)

    assert [status(sam, code), status(sam, code), status(sam, older)] == [200, 401, 401]
    clock.wait(30)
    assert [status(sam, code), status(sam, code_of(sam))] == [401, 200]


@pytest.mark.django_db(transaction=True)
def test_concurrent_requests_can_use_a_code_only_once(settings, monkeypatch):
    settings.THROTTLES = settings.THROTTLES | {"second_factor_address": 100}
    user, threads = UserFactory(is_staff=True), 4
    set_up(user)
    monkeypatch.setattr(hashing, "slots", Slots(threads))  # so that none is rejected
    code = code_of(user)

    assert sorted(run_together(*[lambda: status(user, code)] * threads)) == [200] + [401] * (threads - 1)


def test_an_emailed_link_does_not_bypass_the_second_factor(sam):
    new = "some other random words"
    response = signed_in().post("/api/users/set-password", {"token": link_token(sam), "newPw": new}, format="json")
    assert response.status_code == 200

    assert status(sam, password=new) == 401
    assert status(sam, code_of(sam), password=new) == 200


# --- Limits ----------------------------------------------------------------------------------------------------------


def test_wrong_codes_are_throttled_and_missing_ones_are_not(sam, settings):
    settings.THROTTLES = settings.THROTTLES | {"second_factor_address": 3}

    assert [status(sam) for _ in range(5)] == [401] * 5
    assert [status(sam, "000000") for _ in range(4)] == [401, 401, 401, 429]
    assert status(sam, code_of(sam)) == 429
    assert status(sam, code_of(sam), address=ELSEWHERE) == 200


def test_unknown_addresses_share_a_limit_on_codes_and_known_ones_do_not(sam, settings):
    settings.THROTTLES = settings.THROTTLES | {"second_factor_account": 3}
    assert status(sam, code_of(sam, steps=-1), address=HERE) == 200

    guesses = [status(sam, "000000", address=f"192.0.2.{number}") for number in range(5)]

    assert guesses == [401, 401, 401, 429, 429]
    assert status(sam, code_of(sam), address=ELSEWHERE) == 429
    assert status(sam, code_of(sam), address=HERE) == 200


# --- Recovery codes --------------------------------------------------------------------------------------------------


def test_a_recovery_code_works_once(admin, clock):
    theirs, *_ = set_up(UserFactory(is_staff=True))
    one, other, *_ = set_up(admin)

    assert [status(admin, code) for code in (theirs, one, one)] == [401, 200, 401]
    client, response = sign_in(admin, other.upper().replace("-", " "))
    assert response.status_code == 200
    assert client.get(FACTOR).json()["recoveryCodesLeft"] == 8


def test_new_recovery_codes_replace_the_old_ones(admin, clock):
    old, *_ = set_up(admin)
    client, _ = sign_in(admin, code_of(admin, steps=-1))

    renewed = with_both(client, "post", f"{FACTOR}/recovery-codes", code_of(admin))

    assert renewed.status_code == 200
    new = renewed.json()["recoveryCodes"]
    assert [status(admin, old), status(admin, new[0])] == [401, 200]
    assert LogEntry.objects.filter(additional_data__did="recovery codes renewed").exists()


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


def test_nobody_removes_their_own_second_factor_and_operators_remove_those_of_operators(sam):
    path, own = f"/api/users/{sam.public_id}/second-factor", sign_in(sam, code_of(sam))[0]
    sam.is_superuser = True
    sam.save()

    assert own.delete(path).status_code == 403
    assert status(sam) == 401
    assert signed_in(UserFactory(is_staff=True, is_superuser=True)).delete(path).status_code == 200


# --- Where it is required ---------------------------------------------------------------------------------------------


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
    assert signed_in(admin).get("/admin-console/").status_code == 302


def test_drafts_are_hidden_without_the_second_factor(required, as_admin):
    assert as_admin.get("/api/products?status=draft").json()["total"] == 0


def test_a_required_reset_comes_before_the_second_factor(required, db):
    flagged = UserFactory(is_staff=True, requires_password_reset=True)
    client = signed_in(flagged)

    assert begin(client).json()["code"] == "password_reset_required"
    changed = client.put("/api/users/change-password", {"newPw": "some other random words"}, format="json")
    assert changed.status_code == 200


def test_the_console_requires_the_code(sam):
    client, response = sign_in_to_console(sam)

    assert response.status_code == 200
    assert "Enter the code from your authenticator app." in response.content.decode()
    assert 'autocomplete="one-time-code"' in response.content.decode()
    assert client.get("/admin-console/").status_code == 302
    client, response = sign_in_to_console(sam, code=code_of(sam))
    assert response.status_code == 302
    assert client.get("/admin-console/").status_code == 200


def test_an_operator_removes_a_lost_second_factor_in_the_console(sam, operator, console):
    chosen = {"action": "remove_second_factor", "_selected_action": [sam.pk, operator.pk]}

    response = console.post("/admin-console/accounts/user/", chosen, follow=True)

    shown = {str(message) for message in response.context["messages"]}
    assert shown == {
        f"{sam} now signs in without two-step verification, and was notified by email.",
        f"{operator}: Turn off your own two-step verification on your profile.",
    }
    assert status(sam) == 200
