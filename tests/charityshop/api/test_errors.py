"""Every error of the API is JSON with a message."""

import pytest
from rest_framework.test import APIClient

JSON = "application/json"


def send(body: bytes | str, path: str = "/api/users/auth", method: str = "POST", content_type=JSON, **more):
    client = APIClient(SERVER_NAME="localhost", enforce_csrf_checks=True)
    return client.generic(method, path, body, content_type=content_type, **more)


def assert_refused(response, status: int) -> dict:
    assert response.status_code == status
    assert response["Content-Type"] == "application/json"
    body = response.json()
    assert body["message"].endswith(".")
    return body


@pytest.mark.parametrize(
    ("method", "path"),
    [("GET", "/api"), ("POST", "/api/"), ("PUT", "/api/nothing"), ("DELETE", "/api/users//"), ("PATCH", "/api/%00")],
)
def test_an_unknown_path_is_a_404_in_json(db, method, path):
    body = assert_refused(send("{}", path, method), 404)

    assert body == {"message": "Not found.", "code": "not_found"}


@pytest.mark.parametrize(
    ("method", "path", "allowed"),
    [("GET", "/api/users/auth", "POST"), ("PATCH", "/api/users", "POST"), ("DELETE", "/api/users/logout", "POST")],
)
def test_a_wrong_method_is_a_405_with_the_allowed_methods(as_admin, method, path, allowed):
    response = as_admin.generic(method, path, "{}", content_type="application/json")

    body = assert_refused(response, 405)
    assert allowed in response["Allow"]
    assert body["code"] == "method_not_allowed"


@pytest.mark.parametrize(
    "body",
    [
        b"{",
        b'\xef\xbb\xbf{"email": "a"}',
        b"[]",
        b'{"email": Infinity}',
        b'{"email": 1e400}',
        rb'{"\u0000": 1}',
        b'{"email": ' + b"[" * 100_000 + b"]" * 100_000 + b"}",
        b'{"email": "a", "password": "x", "more": [{"x": 1, "x": 2}]}',
    ],
    ids=lambda body: body[:24].decode("latin-1"),
)
def test_malformed_json_is_a_400(db, body):  # tests/security/attacks tries more of it in every call
    assert assert_refused(send(body), 400)["code"] == "parse_error"
