"""When something breaks, the API still answers JSON, and tells no secrets."""

import pytest
from django.db import OperationalError, connection
from django.test import Client

from tests.conftest import signed_in

pytestmark = pytest.mark.urls("tests.charityshop.broken_urls")
WAYS = ["drf", "plain"]


@pytest.fixture
def client(db) -> Client:
    return Client(raise_request_exception=False, SERVER_NAME="localhost")


@pytest.mark.parametrize("way", WAYS)
def test_a_bug_is_a_500_in_json_that_tells_no_detail(client, way):
    answer = client.get(f"/api/{way}/bug")

    assert answer.status_code == 500
    assert answer["Content-Type"] == "application/json"
    assert answer.json() == {"message": "Something broke on our side. Try again in a minute.", "code": "server_error"}
    assert "secret" not in answer.content.decode()


@pytest.mark.parametrize("way", WAYS)
def test_a_bug_is_a_500_in_json_on_a_developers_server_too(client, settings, way):
    settings.DEBUG = True

    answer = client.get(f"/api/{way}/bug")

    assert answer.status_code == 500
    assert answer["Content-Type"] == "application/json"


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("kind", ["database", "connection"])
def test_a_lost_database_is_a_503_with_a_time_to_come_back(client, way, kind):
    answer = client.get(f"/api/{way}/{kind}")

    assert answer.status_code == 503
    assert int(answer["Retry-After"]) > 0
    assert answer.json() == {"message": "The shop is busy right now. Try again in a few seconds.", "code": "busy"}


@pytest.mark.parametrize("way", WAYS)
def test_a_refusal_carries_its_code_and_what_a_screen_needs(client, way):
    answer = client.get(f"/api/{way}/refusal")

    assert answer.status_code == 409
    assert answer.json() == {"message": "That does not go together.", "code": "clash", "short": [1]}


@pytest.mark.parametrize("way", WAYS)
def test_a_refusal_that_passes_says_when(client, way):
    answer = client.get(f"/api/{way}/hurry")

    assert answer.status_code == 429
    assert answer["Retry-After"] == "7"


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(("kind", "status"), [("permission", 403), ("suspicious", 400)])
def test_djangos_own_refusals_are_json_without_detail(client, way, kind, status):
    answer = client.get(f"/api/{way}/{kind}")

    assert answer.status_code == status
    assert answer["Content-Type"] == "application/json"
    assert answer.json()["message"].endswith(".")
    assert "secret" not in answer.content.decode()


def test_a_page_that_breaks_is_a_page(client):
    answer = client.get("/page/bug")

    assert answer.status_code == 500
    assert answer["Content-Type"].startswith("text/html")


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
def test_every_call_answers_503_while_the_database_is_away(as_admin, method, path):
    as_admin.raise_request_exception = False
    body = '{"email": "ana@example.com", "password": "a few random words", "firstName": "Ana"}'

    with connection.execute_wrapper(gone):
        answer = as_admin.generic(method, path, body, content_type="application/json")

    assert answer.status_code == 503
    assert int(answer["Retry-After"]) > 0
    assert answer.json()["message"]


def test_a_database_that_is_lost_after_the_view_is_a_503_too(client):
    with connection.execute_wrapper(gone):
        answer = client.get("/api/remembers")

    assert answer.status_code == 503
    assert int(answer["Retry-After"]) > 0


def test_after_the_database_came_back_the_same_session_goes_on(as_visitor):
    as_visitor.raise_request_exception = False

    with connection.execute_wrapper(gone):
        as_visitor.get("/api/users/profile")

    assert as_visitor.get("/api/users/profile").status_code == 200


def test_health_and_readiness_tell_the_two_apart(db):
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
        ("/page/permission", 403, "That is not allowed."),
        ("/demo/nothing", 404, "There is nothing here."),
    ],
)
def test_a_page_that_breaks_is_a_page_of_the_shop_with_a_way_home(client, path, status, heading):
    answer = client.get(path, headers={"accept": "text/html"})

    assert answer.status_code == status
    assert answer["Content-Type"].startswith("text/html")
    page = answer.content.decode()
    assert f"<h1>{heading}</h1>" in page
    assert '<a href="/">Home</a>' in page
    assert "secret" not in page


def test_a_form_without_its_token_is_answered_by_a_page_of_the_shop(db):
    strict = Client(enforce_csrf_checks=True, SERVER_NAME="localhost")

    answer = strict.post("/page/bug", headers={"accept": "text/html"})

    assert answer.status_code == 403
    assert "<h1>That is not allowed.</h1>" in answer.content.decode()


def test_a_missing_file_is_no_page(client):
    answer = client.get("/static/none.png", headers={"accept": "text/html"})

    assert (answer.status_code, answer["Content-Type"]) == (404, "text/plain; charset=utf-8")
