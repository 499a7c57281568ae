"""Unexpected errors are reported in JSON by the API, and without details."""

import pytest
from django.db import OperationalError, connection
from django.test import Client

from tests.conftest import signed_in

pytestmark = pytest.mark.urls("tests.charityshop.api.broken_urls")
WAYS = ["drf", "plain"]


@pytest.fixture
def client(db) -> Client:
    return Client(raise_request_exception=False, SERVER_NAME="localhost")


@pytest.mark.parametrize("way", WAYS)
def test_an_unexpected_error_is_a_500_in_json_without_details(client, way):
    response = client.get(f"/api/{way}/bug")

    assert response.status_code == 500
    assert response["Content-Type"] == "application/json"
    assert response.json() == {"message": "Something broke on our side. Try again in a minute.", "code": "server_error"}
    assert "secret" not in response.content.decode()


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("kind", ["database", "connection"])
def test_an_unavailable_database_is_a_503_with_retry_after(client, way, kind):
    response = client.get(f"/api/{way}/{kind}")

    assert response.status_code == 503
    assert int(response["Retry-After"]) > 0
    assert response.json() == {"message": "The shop is busy right now. Try again in a few seconds.", "code": "busy"}


@pytest.mark.parametrize("way", WAYS)
def test_a_domain_error_has_a_code_and_details(client, way):
    response = client.get(f"/api/{way}/refusal")

    assert response.status_code == 409
    assert response.json() == {"message": "That does not go together.", "code": "clash", "short": [1]}


@pytest.mark.parametrize("way", WAYS)
def test_a_temporary_rejection_has_retry_after(client, way):
    response = client.get(f"/api/{way}/hurry")

    assert response.status_code == 429
    assert response["Retry-After"] == "7"


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(("kind", "status"), [("permission", 403), ("suspicious", 400)])
def test_errors_of_django_are_json_without_details(client, way, kind, status):
    response = client.get(f"/api/{way}/{kind}")

    assert response.status_code == status
    assert response["Content-Type"] == "application/json"
    assert response.json()["message"].endswith(".")
    assert "secret" not in response.content.decode()


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "/api/users/profile"),
        ("POST", "/api/users/auth"),
        ("POST", "/api/users"),
        ("POST", "/api/users/logout"),
        ("POST", "/api/users/forgot-password"),
        ("GET", "/api/users"),
    ],
)
def test_api_calls_return_503_while_the_database_is_unavailable(as_admin, method, path):
    as_admin.raise_request_exception = False
    body = '{"email": "ana@example.com", "password": "a few random words", "firstName": "Ana"}'

    with connection.execute_wrapper(gone):
        response = as_admin.generic(method, path, body, content_type="application/json")

    assert response.status_code == 503
    assert int(response["Retry-After"]) > 0
    assert response.json()["message"]


def test_a_database_error_while_saving_the_session_is_a_503(client):
    with connection.execute_wrapper(gone):
        response = client.get("/api/change_session")

    assert response.status_code == 503
    assert int(response["Retry-After"]) > 0


def test_the_session_survives_a_database_failure(as_visitor):
    as_visitor.raise_request_exception = False

    with connection.execute_wrapper(gone):
        as_visitor.get("/api/users/profile")

    assert as_visitor.get("/api/users/profile").status_code == 200


def test_only_readiness_fails_without_the_database(db):
    client = signed_in()

    with connection.execute_wrapper(gone):
        assert client.get("/healthz").json() == {"status": "ok"}
        assert client.get("/readyz").status_code == 503

    assert client.get("/readyz").json() == {"status": "ok"}


def gone(execute, sql, params, many, context):
    raise OperationalError("server closed the connection unexpectedly")


@pytest.mark.parametrize(
    ("path", "status", "heading"),
    [
        ("/page/bug", 500, "Something broke on our side."),
        ("/page/database", 503, "The shop is busy."),
        ("/page/permission", 403, "This is not allowed."),
        ("/demo/nothing", 404, "Page not found."),
    ],
)
def test_error_pages_have_a_heading_and_a_link_to_the_home_page(client, path, status, heading):
    response = client.get(path, headers={"accept": "text/html"})

    assert response.status_code == status
    assert response["Content-Type"].startswith("text/html")
    page = response.content.decode()
    assert f"<h1>{heading}</h1>" in page
    assert '<a href="/">Home</a>' in page
    assert "secret" not in page


def test_a_missing_csrf_token_shows_an_error_page(db):
    strict = Client(enforce_csrf_checks=True, SERVER_NAME="localhost")

    response = strict.post("/page/bug", headers={"accept": "text/html"})

    assert response.status_code == 403
    assert "<h1>This is not allowed.</h1>" in response.content.decode()


def test_a_missing_file_is_a_404_in_plain_text(client):
    response = client.get("/static/none.png", headers={"accept": "text/html"})

    assert (response.status_code, response["Content-Type"]) == (404, "text/plain; charset=utf-8")
