"""Requests that the middleware refuses: from other origins, and with NUL."""

import pytest
from django.test import Client
from rest_framework.test import APIClient

from tests.conftest import signed_in
from tests.support.factories import UserFactory

CROSS = {"message": "This request came from another site.", "code": "cross_origin"}


def post(path: str = "/api/users/logout", method: str = "POST", **headers: str):
    return signed_in().generic(method, path, "{}", content_type="application/json", headers=headers)


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


@pytest.mark.parametrize(
    "headers",
    [
        *({"Origin": origin} for origin in ("https://evil.example", "null", "", "http://localhost:8000.evil.example")),
        {"Origin": "https://localhost:8000"},  # another scheme
        *(
            {"Origin": origin}
            for origin in ("http://localhost:8001", "http://localhost:8000/", "HTTP://LOCALHOST:8000 ")
        ),
        {"Origin": "https://evil.example", "Sec-Fetch-Site": "same-origin"},
        *({"Sec-Fetch-Site": site} for site in ("cross-site", "same-site", "")),
    ],
)
def test_other_sites_may_not_post(headers):
    response = post(**headers)

    assert (response.status_code, response.json()) == (403, CROSS)


@pytest.mark.parametrize(
    "call", ["POST /api/users", "PUT /api/users/", "PATCH /api/orders", "DELETE /api/no-such-call", "POST /api"]
)
def test_the_origin_rule_covers_all_unsafe_methods(call):
    method, path = call.split()

    assert post(path, method, Origin="https://evil.example").status_code == 403


def test_an_allowed_origin_may_post_and_read_the_response(settings):
    settings.CORS_ALLOWED_ORIGINS = ["https://partner.example"]

    response = post(Origin="https://partner.example", **{"Sec-Fetch-Site": "cross-site"})

    assert (response.status_code, response["Access-Control-Allow-Origin"]) == (200, "https://partner.example")
    assert response["Access-Control-Allow-Credentials"] == "true"


@pytest.mark.parametrize(("more", "is_exempt"), [("", True), ("/", True), ("/x", False), ("//", False)])
def test_only_the_webhook_path_is_exempt_from_the_origin_rule(more, is_exempt):
    refused = post(f"/api/webhooks/paypal{more}", Origin="https://www.paypal.com").json().get("code") == "cross_origin"

    assert refused is not is_exempt


def test_other_sites_may_send_safe_requests(as_visitor):
    response = as_visitor.get("/api/users/profile", headers={"Origin": "https://evil.example"})

    assert response.status_code == 200
    assert "Access-Control-Allow-Origin" not in response


PAGES = [
    "/product/%00", "/product/a%00b", "/order/%00", "/search/%00/page/1", "/user/%00", "/page/%00", "/media/%00.jpg",
    "/static/%00", "/calendar/%00.ics", "/%00", "/demo/mails/%00", "/admin-console/%00",
]  # fmt: skip
TABLES = [
    "/admin-console/orders/order/?status__exact=%00",
    "/admin-console/outbox/outgoing/?kind=%00",
    "/admin-console/accounts/session/?device__exact=%00",
    "/admin-console/autocomplete/?app_label=orders&model_name=order&field_name=user&term=%00",
]


@pytest.mark.parametrize("path", PAGES)
def test_a_nul_in_a_path_is_a_404(client: Client, path: str):  # tests/security/attacks tries it in paths of the API
    assert client.get(path).status_code == 404


@pytest.mark.parametrize("path", ["/", "/events.rss", "/embed/events"])
def test_a_nul_in_a_page_query_is_a_400(client: Client, path: str):
    response = client.get(f"{path}?category=%00")

    assert response.status_code == 400
    assert b"The request is not readable." in response.content


@pytest.mark.parametrize(
    ("path", "name", "value"),
    [
        ("/api/products", "keyword", "%00"),
        ("/api/bookings", "productId", "a%00b"),
        ("/api/users", "status", "%%00"),
        ("/api/orders", "status", "%00"),
    ],
)
def test_a_nul_in_an_api_query_is_a_400_that_names_the_parameter(as_admin: APIClient, path: str, name: str, value: str):
    response = as_admin.get(f"{path}?seats=1&{name}={value}")

    errors = {name: ["Leave out the NUL character."]}
    body = {"message": "The request is not readable.", "code": "malformed", "errors": errors}
    assert (response.status_code, response.json()) == (400, body)


@pytest.mark.parametrize("path", TABLES)
def test_a_nul_in_a_console_filter_is_a_400(path: str):
    operator = signed_in(UserFactory(is_staff=True, is_superuser=True))

    assert operator.get(path).status_code == 400


@pytest.mark.parametrize("name", ["Idempotency-Key", "Cookie"])
def test_a_nul_in_a_header_is_a_400(as_visitor: APIClient, name: str):
    response = as_visitor.post("/api/orders", {"orderItems": []}, format="json", headers={name: "a\0b"})

    assert (response.status_code, response.json()["code"]) == (400, "malformed")
