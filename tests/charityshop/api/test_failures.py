"""Unexpected errors are reported in JSON by the API, and without details."""

import pytest
from django.db import OperationalError, connection
from django.test import Client

from tests.conftest import signed_in

pytestmark = pytest.mark.urls("tests.charityshop.api.broken_urls")


@pytest.fixture
def client(db) -> Client:
    return Client(raise_request_exception=False, SERVER_NAME="localhost")


BROKEN = {"message": "Something broke on our side. Try again in a minute.", "code": "server_error"}
BUSY = {"message": "The shop is busy right now. Try again in a few seconds.", "code": "busy"}


@pytest.mark.parametrize("way", ["drf", "plain"])
@pytest.mark.parametrize(
    ("kind", "status", "body"),
    [
        ("bug", 500, BROKEN),
        ("database", 503, BUSY),
        ("connection", 503, BUSY),
        ("refusal", 409, {"message": "That does not go together.", "code": "clash", "short": [1]}),
        ("hurry", 429, {"message": "Not so fast."}),
        ("permission", 403, {}),
        ("suspicious", 400, {}),
    ],
)
def test_every_error_of_the_api_is_json_without_details(client, way, kind, status, body):
    response = client.get(f"/api/{way}/{kind}")

    assert (response.status_code, response["Content-Type"]) == (status, "application/json")
    assert response.json() | body == response.json()
    assert response.json()["message"].endswith(".")
    assert "secret" not in response.content.decode()
    assert (int(response.get("Retry-After", 0)) > 0) == (status in (429, 503))
    assert kind != "hurry" or response["Retry-After"] == "7"


CALLS = [f"POST /api/users{more}" for more in ("", "/auth", "/logout", "/forgot-password")]


@pytest.mark.parametrize("call", ["GET /api/users/profile", "GET /api/users", *CALLS])
def test_api_calls_return_503_while_the_database_is_unavailable(as_admin, call):
    as_admin.raise_request_exception = False
    body = '{"email": "ana@example.com", "password": "a few random words", "firstName": "Ana"}'

    with connection.execute_wrapper(gone):
        response = as_admin.generic(*call.split(), body, content_type="application/json")

    assert response.status_code == 503
    assert int(response["Retry-After"]) > 0
    assert response.json()["message"]
    assert as_admin.get("/api/users/profile").status_code == 200, "still signed in"


def test_a_database_error_while_saving_the_session_is_a_503(client):
    with connection.execute_wrapper(gone):
        response = client.get("/api/change_session")

    assert response.status_code == 503
    assert int(response["Retry-After"]) > 0


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
