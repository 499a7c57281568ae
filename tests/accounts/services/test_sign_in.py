"""POST /api/users/auth and /api/users/logout."""

from time import process_time

import pytest

from charityshop import settings as the_shops_own
from tests.accounts.factors import NO_RIGHTS, post_sign_in
from tests.conftest import signed_in
from tests.support.factories import PASSWORD, UserFactory


def test_the_right_password_signs_in_and_returns_the_user(as_anonymous, visitor):
    response = post_sign_in("ana@example.com", client=as_anonymous)

    assert response.status_code == 200
    named = {"firstName": "Ana", "lastName": "Diaz", "email": "ana@example.com"}
    assert response.json() == {"_id": visitor.public_id} | named | NO_RIGHTS
    assert as_anonymous.get("/api/users/profile").json() == response.json()


@pytest.mark.parametrize(
    ("email", "password"), [("ana@example.com", "not the one"), ("who@example.com", PASSWORD), ("no address", PASSWORD)]
)
def test_a_wrong_password_and_an_unknown_address_get_the_same_response(as_anonymous, visitor, email, password):
    response = post_sign_in(email, password, client=as_anonymous)

    assert response.status_code == 401
    assert response.json() == {"message": "Invalid email or password.", "code": "wrong_credentials"}
    assert as_anonymous.get("/api/users/profile").status_code == 401


@pytest.mark.parametrize(("is_demo", "status"), [(True, 200), (False, 401)])
def test_the_demo_password_works_only_in_the_demo(as_anonymous, settings, is_demo, status):
    """A shop may use the database of a former demo."""
    settings.DEMO = is_demo
    UserFactory(email="admin@example.com", password=settings.DEMO_PASSWORD, is_staff=True, is_superuser=True)

    assert post_sign_in("admin@example.com", settings.DEMO_PASSWORD, client=as_anonymous).status_code == status


def test_a_hash_with_another_cost_is_renewed_at_sign_in(as_anonymous, settings):
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.Argon2PasswordHasher"]
    user = UserFactory(email="ana@example.com")
    settings.PASSWORD_HASHERS = the_shops_own.PASSWORD_HASHERS

    assert post_sign_in("ana@example.com", client=as_anonymous).status_code == 200
    user.refresh_from_db()
    assert user.password.startswith("argon2$argon2id$v=19$m=19456,t=2,p=1$")
    assert as_anonymous.get("/api/users/profile").status_code == 200
    assert post_sign_in("ana@example.com", client=as_anonymous).status_code == 200


def test_unknown_addresses_take_as_long_as_wrong_passwords(as_anonymous, settings):
    settings.PASSWORD_HASHERS = ["accounts.hashing.Argon2"]
    UserFactory(email="slow@example.com")

    wrong, unknown = (quickest_try(as_anonymous, email) for email in ("slow@example.com", "who@example.com"))

    assert wrong / 2 < unknown < wrong * 2


def quickest_try(client, email):
    """Return the processor time of the fastest of three tries, which depends least on other load."""

    def once():
        start = process_time()
        post_sign_in(email, "not the one", client=client)
        return process_time() - start

    return min(once() for _ in range(3))


def test_only_the_right_password_reveals_that_an_account_is_deactivated(as_anonymous):
    UserFactory(email="gone@example.com", is_active=False)

    right = post_sign_in("gone@example.com", client=as_anonymous)
    wrong = post_sign_in("gone@example.com", "not the one", client=as_anonymous)

    assert right.status_code == 403
    assert right.json()["message"] == "This account is deactivated. Please contact the organizer."
    assert wrong.status_code == 401
    assert as_anonymous.get("/api/users/profile").status_code == 401


def test_the_cookie_is_invalid_after_signing_out(as_anonymous, as_visitor, visitor):
    post_sign_in("ana@example.com", client=as_anonymous)
    cookie = as_anonymous.cookies["sessionid"].value

    response = as_anonymous.post("/api/users/logout")

    assert (response.status_code, response.json()) == (200, {"message": "Signed out."})
    with_old_cookie = signed_in()
    with_old_cookie.cookies["sessionid"] = cookie
    assert with_old_cookie.get("/api/users/profile").status_code == 401
    assert as_visitor.get("/api/users/profile").status_code == 200, "on another device"
