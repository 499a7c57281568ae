"""Staff's second factor: setting it up, signing in with it here and at the console, and losing it."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier

import pyotp
import pytest
from auditlog.models import LogEntry
from django.db import connection
from django.test import Client
from django.utils import timezone

from accounts import codes
from accounts.models import RecoveryCode, SecondFactor, User
from accounts.passwords import link_token
from tests.conftest import signed_in
from tests.factories import PASSWORD, UserFactory
from tests.letters import delivered

FACTOR = "/api/users/second-factor"
HERE, ELSEWHERE = "203.0.113.9", "198.51.100.7"


@pytest.fixture
def clock(monkeypatch):
    """Stands still, so that a code is good until a test lets time pass: `clock.wait(30)`."""

    class Clock:
        now = timezone.now()

        def wait(self, seconds: float) -> None:
            self.now += timedelta(seconds=seconds)

    standing = Clock()
    monkeypatch.setattr(timezone, "now", lambda: standing.now)
    return standing


def code_of(person: User, *, steps: int = 0) -> str:
    """What the person's app shows, so many half minutes from now."""
    secret = SecondFactor.objects.get(user=person).secret
    return pyotp.TOTP(secret).at(timezone.now() + timedelta(seconds=30 * steps))


def begin(client, password: str = PASSWORD):
    return client.post(FACTOR, {"currentPw": password}, format="json")


def confirm(client, code: str):
    return client.put(FACTOR, {"code": code}, format="json")


def with_both(client, method: str, path: str, code: str, password: str = PASSWORD):
    return getattr(client, method)(path, {"currentPw": password, "code": code}, format="json")


def set_up(person: User) -> list[str]:
    """Give somebody a second factor; their recovery codes."""
    client = signed_in(person)
    begin(client)
    told = confirm(client, code_of(person)).json()["recoveryCodes"]
    SecondFactor.objects.update(last_step=0)  # as if that were a while ago
    return list(told)


def sign_in(person: User, code: str | None = None, *, password: str = PASSWORD, address: str = HERE):
    client = signed_in()
    sent = {"email": person.email, "password": password} | ({} if code is None else {"code": code})
    return client, client.post("/api/users/auth", sent, format="json", REMOTE_ADDR=address)


def status(person: User, code: str | None = None, **options: str) -> int:
    return int(sign_in(person, code, **options)[1].status_code)


@pytest.fixture
def sam(admin, clock) -> User:
    """Staff with a second factor."""
    set_up(admin)
    return User.objects.get(pk=admin.pk)


# --- Setting it up ---------------------------------------------------------------------------------------------------


def test_setting_up_draws_the_code_and_says_it_as_text(as_admin, admin, clock):
    answer = begin(as_admin)

    assert answer.status_code == 200
    told = answer.json()
    assert told["secret"] in told["uri"]
    parsed = pyotp.parse_uri(told["uri"])
    assert (parsed.name, parsed.issuer) == ("staff@example.com", "Cards for a Cause")
    assert told["picture"]["path"].startswith("M")
    assert told["picture"]["side"] > 2 * codes.QUIET
    assert as_admin.get(FACTOR).json() == {"isOn": False, "isRequired": False, "recoveryCodesLeft": 0}


def test_what_is_not_confirmed_counts_for_nothing(as_admin, admin, clock):
    begin(as_admin)

    assert status(admin) == 200


def test_the_apps_first_code_turns_it_on_and_tells_recovery_codes(as_admin, admin, clock):
    elsewhere = signed_in(admin)
    begin(as_admin)

    answer = confirm(as_admin, code_of(admin))

    told = answer.json()["recoveryCodes"]
    assert (answer.status_code, len(set(told))) == (200, codes.RECOVERY_CODES)
    assert as_admin.get(FACTOR).json() == {"isOn": True, "isRequired": False, "recoveryCodesLeft": 10}
    assert elsewhere.get("/api/users/profile").status_code == 401, "a session without the factor lives on"
    kept = str(list(RecoveryCode.objects.values()))
    assert not [code for code in told if codes.as_typed(code)[codes.GROUP :] in kept]
    assert LogEntry.objects.filter(additional_data__did="second factor turned on").exists()
    assert [letter.to for letter in delivered("second_factor_changed")] == [["staff@example.com"]]


def test_a_wrong_first_code_turns_nothing_on(as_admin, admin, clock):
    begin(as_admin)

    answer = confirm(as_admin, code_of(admin, steps=9))

    assert (answer.status_code, answer.json()["code"]) == (400, "wrong_code")
    assert answer.json()["errors"]["code"]
    assert status(admin) == 200


def test_setting_up_takes_the_password_and_staff(as_admin, as_visitor, as_nobody):
    assert [begin(client).status_code for client in (as_visitor, as_nobody)] == [403, 401]
    assert begin(as_admin, "not the one").json()["errors"]["currentPw"]
    assert begin(as_admin, "").status_code == 400
    assert confirm(as_admin, "123456").json()["code"] == "second_factor_not_begun"
    assert not SecondFactor.objects.exists()


def test_one_that_is_on_is_not_set_up_over(sam):
    client, _ = sign_in(sam, code_of(sam))

    assert begin(client).json()["code"] == "second_factor_on"


# --- Signing in ------------------------------------------------------------------------------------------------------


def test_the_password_alone_does_not_open_the_account(sam):
    client, answer = sign_in(sam)

    assert (answer.status_code, answer.json()["code"]) == (401, "second_factor_required")
    assert client.get("/api/users/profile").status_code == 401
    assert status(sam, "") == 401


def test_the_code_does(sam):
    client, answer = sign_in(sam, code_of(sam))

    assert answer.status_code == 200
    assert set(answer.json()) == {"_id", "firstName", "lastName", "email", "isAdmin", "requiresPasswordReset"}
    assert client.get("/api/users").status_code == 200


def test_who_has_none_needs_none(visitor):
    assert [status(visitor), status(visitor, "123456")] == [200, 200]


def test_a_wrong_password_tells_nothing_of_the_second_factor(sam):
    _, answer = sign_in(sam, code_of(sam), password="not the one")

    assert answer.json() == {"message": "Invalid email or password.", "code": "wrong_credentials"}


@pytest.mark.parametrize(("steps", "expected"), [(-2, 401), (-1, 200), (0, 200), (1, 200), (2, 401)])
def test_a_phones_clock_may_be_off_by_half_a_minute(sam, steps, expected):
    assert status(sam, code_of(sam, steps=steps)) == expected


def test_a_code_is_typed_as_people_type(sam):
    code = code_of(sam)

    assert status(sam, f" {code[:3]} {code[3:]} ") == 200


@pytest.mark.parametrize("code", ["000000", "12345", "1234567", "abcdef", "k7qm-3vxd-9trw", "x" * 40, "\u0661" * 6])
def test_a_made_up_code_opens_nothing(sam, code):
    _, answer = sign_in(sam, code)

    assert (answer.status_code, answer.json()["code"]) == (401, "wrong_code")


def test_a_used_code_is_good_no_more_and_neither_are_older_ones(sam, clock):
    code, older = code_of(sam), code_of(sam, steps=-1)

    assert [status(sam, code), status(sam, code), status(sam, older)] == [200, 401, 401]
    clock.wait(30)
    assert [status(sam, code), status(sam, code_of(sam))] == [401, 200]


@pytest.mark.django_db(transaction=True)
def test_of_many_with_one_code_at_once_a_single_one_gets_in(settings):
    settings.THROTTLES = settings.THROTTLES | {"second_factor_address": 100}
    person, people = UserFactory(is_staff=True), 4
    set_up(person)
    code, together = code_of(person), Barrier(people)

    def run(number: int) -> int:
        try:
            together.wait(timeout=20)
            return status(person, code)
        finally:
            connection.close()

    with ThreadPoolExecutor(people) as pool:
        assert sorted(pool.map(run, range(people))) == [200] + [401] * (people - 1)


def test_a_new_password_by_mail_does_not_go_past_it(sam):
    words = "some other random words"
    answer = signed_in().post("/api/users/set-password", {"token": link_token(sam), "newPw": words}, format="json")
    assert answer.status_code == 200

    assert status(sam, password=words) == 401
    assert status(sam, code_of(sam), password=words) == 200


# --- Guessing --------------------------------------------------------------------------------------------------------


def test_guessing_codes_runs_into_a_limit_and_missing_ones_do_not(sam, settings):
    settings.THROTTLES = settings.THROTTLES | {"second_factor_address": 3}

    assert [status(sam) for _ in range(5)] == [401] * 5
    assert [status(sam, "000000") for _ in range(4)] == [401, 401, 401, 429]
    assert status(sam, code_of(sam)) == 429
    assert status(sam, code_of(sam), address=ELSEWHERE) == 200


def test_guessing_from_everywhere_ends_too_and_not_for_who_signed_in_from_there_before(sam, settings):
    settings.THROTTLES = settings.THROTTLES | {"second_factor_account": 3}
    assert status(sam, code_of(sam, steps=-1), address=HERE) == 200

    guesses = [status(sam, "000000", address=f"192.0.2.{number}") for number in range(5)]

    assert guesses == [401, 401, 401, 429, 429]
    assert status(sam, code_of(sam), address=ELSEWHERE) == 429
    assert status(sam, code_of(sam), address=HERE) == 200


# --- Recovery codes --------------------------------------------------------------------------------------------------


def test_a_recovery_code_opens_the_account_once(admin, clock):
    one, other, *_ = set_up(admin)

    assert [status(admin, one), status(admin, one)] == [200, 401]
    client, answer = sign_in(admin, other.upper().replace("-", " "))
    assert answer.status_code == 200
    assert client.get(FACTOR).json()["recoveryCodesLeft"] == 8


def test_new_recovery_codes_take_the_place_of_the_old(admin, clock):
    old, *_ = set_up(admin)
    client, _ = sign_in(admin, code_of(admin, steps=-1))

    renewed = with_both(client, "post", f"{FACTOR}/recovery-codes", code_of(admin))

    assert renewed.status_code == 200
    new = renewed.json()["recoveryCodes"]
    assert [status(admin, old), status(admin, new[0])] == [401, 200]
    assert LogEntry.objects.filter(additional_data__did="recovery codes renewed").exists()


def test_nobodys_recovery_code_opens_somebody_elses_account(admin, clock):
    other = UserFactory(is_staff=True)
    theirs, *_ = set_up(other)
    set_up(admin)

    assert status(admin, theirs) == 401


# --- Without it again ------------------------------------------------------------------------------------------------


def test_turning_it_off_takes_both_factors(sam):
    client, _ = sign_in(sam, code_of(sam, steps=-1))
    code = code_of(sam)

    assert with_both(client, "delete", FACTOR, code, "not the one").status_code == 400
    assert with_both(client, "delete", FACTOR, "000000").json()["code"] == "wrong_code"
    assert status(sam) == 401
    assert with_both(client, "delete", FACTOR, code).status_code == 200

    assert status(sam) == 200
    assert LogEntry.objects.filter(additional_data__did="second factor turned off").exists()
    assert with_both(client, "delete", FACTOR, code).json()["code"] == "second_factor_off"


def test_staff_take_away_a_lost_one_on_record_and_by_mail(sam):
    colleague, theirs = UserFactory(is_staff=True), sign_in(sam, code_of(sam))[0]

    answer = signed_in(colleague).delete(f"/api/users/{sam.public_id}/second-factor")

    assert (answer.status_code, answer.json()) == (200, {"message": "Second factor removed."})
    assert theirs.get("/api/users/profile").status_code == 401
    assert status(sam) == 200
    assert LogEntry.objects.get(additional_data__did="second factor removed").actor_id == colleague.pk
    assert "was removed by staff" in delivered("second_factor_changed")[-1].subject
    assert signed_in(colleague).delete(f"/api/users/{sam.public_id}/second-factor").status_code == 409


def test_who_may_not_take_it_away(sam, as_visitor, as_nobody):
    path, own = f"/api/users/{sam.public_id}/second-factor", sign_in(sam, code_of(sam))[0]
    sam.is_superuser = True
    sam.save()

    assert [client.delete(path).status_code for client in (as_nobody, as_visitor, own)] == [401, 403, 403]
    assert signed_in(UserFactory(is_staff=True)).delete(path).status_code == 403, "an operator's, by an admin"
    assert status(sam) == 401
    assert signed_in(UserFactory(is_staff=True, is_superuser=True)).delete(path).status_code == 200


def test_a_deleted_account_leaves_no_second_factor(sam):
    UserFactory(is_staff=True)
    client, _ = sign_in(sam, code_of(sam))

    assert client.delete("/api/users/profile", {"currentPw": PASSWORD}, format="json").status_code == 200

    assert not SecondFactor.objects.exists()
    assert not RecoveryCode.objects.exists()


# --- The console -----------------------------------------------------------------------------------------------------


def knock(person: User, **more: str):
    client = Client(SERVER_NAME="localhost")
    fields = {"username": person.email, "password": PASSWORD, "next": "/admin-console/"}
    return client, client.post("/admin-console/login/", fields | more)


def test_the_console_asks_for_the_code_too(sam):
    client, answer = knock(sam)

    assert answer.status_code == 200
    assert "Enter the code from your authenticator app." in answer.content.decode()
    assert 'autocomplete="one-time-code"' in answer.content.decode()
    assert client.get("/admin-console/").status_code == 302
    client, answer = knock(sam, code=code_of(sam))
    assert answer.status_code == 302
    assert client.get("/admin-console/").status_code == 200


def test_a_wrong_code_opens_no_console(sam):
    client, answer = knock(sam, code="000000")

    assert "That code is not right" in answer.content.decode()
    assert client.get("/admin-console/").status_code == 302


def test_an_operator_removes_a_lost_one_in_the_console(sam, clock):
    operator = UserFactory(is_staff=True, is_superuser=True)
    client, _ = knock(operator)
    chosen = {"action": "remove_second_factor", "_selected_action": [sam.pk, operator.pk]}

    answer = client.post("/admin-console/accounts/user/", chosen, follow=True)

    told = {str(message) for message in answer.context["messages"]}
    assert told == {
        f"{sam} signs in without a second factor now, and was told so by mail.",
        f"{operator}: Turn off your own second factor on your profile.",
    }
    assert status(sam) == 200


def test_the_console_shows_no_secret(sam):
    operator = UserFactory(is_staff=True, is_superuser=True)
    client, _ = knock(operator)
    factor = SecondFactor.objects.get()
    code = factor.recovery_codes.first()

    pages = [f"secondfactor/{factor.pk}/change/", f"recoverycode/{code.pk}/change/", "recoverycode/", "secondfactor/"]
    shown = "".join(client.get(f"/admin-console/accounts/{page}").content.decode() for page in pages)

    assert factor.secret not in shown
    assert code.encoded not in shown


# --- Asked of staff --------------------------------------------------------------------------------------------------


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
    from charityshop import environment  # noqa: PLC0415

    monkeypatch.setenv("REQUIRE_SECOND_FACTOR", "everybody")

    with pytest.raises(Exception, match="REQUIRE_SECOND_FACTOR has to be one of none, staff"):
        environment.choice("REQUIRE_SECOND_FACTOR", "none", ("none", "staff"))
