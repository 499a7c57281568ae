"""Other sites' pages can't post to the API; other HTTP clients can."""

import pytest

from tests.conftest import signed_in

CROSS = {"message": "This request came from another site.", "code": "cross_origin"}


def post(path: str = "/api/users/logout", method: str = "POST", **headers: str):
    return signed_in().generic(method, path, "{}", content_type="application/json", headers=headers)


@pytest.mark.django_db
@pytest.mark.parametrize(
    "headers",
    [
        {},  # not a browser
        {"Origin": "http://localhost:8000"},  # SITE_URL
        {"Origin": "http://localhost"},  # the request's host
        {"Sec-Fetch-Site": "same-origin"},
        {"Sec-Fetch-Site": "none"},
        {"Origin": "http://localhost:8000", "Sec-Fetch-Site": "same-origin"},
    ],
)
def test_this_site_and_other_http_clients_may_post(headers):
    assert post(**headers).status_code == 200


@pytest.mark.django_db
@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {"Origin": ""},
        {"Origin": "https://localhost:8000"},  # another scheme
        {"Origin": "http://localhost:8001"},  # another port
        {"Origin": "http://localhost:8000.evil.example"},
        {"Origin": "http://localhost:8000/"},
        {"Origin": "HTTP://LOCALHOST:8000 "},
        {"Origin": "https://evil.example", "Sec-Fetch-Site": "same-origin"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {"Sec-Fetch-Site": ""},
    ],
)
def test_other_sites_may_not_post(headers):
    response = post(**headers)

    assert response.status_code == 403
    assert response.json() == CROSS


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("POST", "/api/users"),
        ("PUT", "/api/users/"),
        ("PATCH", "/api/orders"),
        ("DELETE", "/api/no-such-call"),
        ("POST", "/api"),
    ],
)
def test_the_origin_rule_covers_all_unsafe_methods(method, path):
    assert post(path, method, Origin="https://evil.example").status_code == 403


def test_an_allowed_origin_may_post_and_read_the_response(db, settings):
    settings.CORS_ALLOWED_ORIGINS = ["https://partner.example"]

    response = post(Origin="https://partner.example", **{"Sec-Fetch-Site": "cross-site"})

    assert response.status_code == 200
    assert response["Access-Control-Allow-Origin"] == "https://partner.example"
    assert response["Access-Control-Allow-Credentials"] == "true"


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/api/webhooks/paypal", "/api/webhooks/paypal/"])
def test_webhooks_are_exempt_from_the_origin_rule(path):
    response = post(path, Origin="https://www.paypal.com")

    assert response.json().get("code") != "cross_origin"


@pytest.mark.django_db
def test_only_the_webhook_path_is_exempt():
    assert post("/api/webhooks/paypal/x", Origin="https://evil.example").status_code == 403
    assert post("/api/webhooks/paypal//", Origin="https://evil.example").status_code == 403


def test_other_sites_may_send_safe_requests(db, as_visitor):
    response = as_visitor.get("/api/users/profile", headers={"Origin": "https://evil.example"})

    assert response.status_code == 200
    assert "Access-Control-Allow-Origin" not in response
