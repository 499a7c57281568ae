"""NUL characters, which PostgreSQL can't store or compare, are rejected in all parts of a request."""

import pytest
from django.test import Client
from rest_framework.test import APIClient

from tests.support.factories import UserFactory

pytestmark = pytest.mark.django_db
PAGES = [
    "/product/%00", "/product/a%00b", "/order/%00", "/search/%00/page/1", "/user/%00", "/page/%00", "/media/%00.jpg",
    "/static/%00", "/calendar/%00.ics", "/%00", "/demo/mails/%00", "/admin-console/%00",
]  # fmt: skip
CALLS = ["/api/%00", "/api/products/%00", "/api/orders/%00", "/api/users/%00", "/api/bookings/%00"]
TABLES = [
    "/admin-console/orders/order/?status__exact=%00",
    "/admin-console/charityshop/outgoingmail/?kind=%00",
    "/admin-console/accounts/session/?device__exact=%00",
    "/admin-console/autocomplete/?app_label=orders&model_name=order&field_name=user&term=%00",
]


@pytest.fixture
def visit() -> Client:
    return Client(SERVER_NAME="localhost", raise_request_exception=False)


@pytest.fixture
def operator(visit: Client) -> Client:
    visit.force_login(UserFactory(is_staff=True, is_superuser=True))
    return visit


@pytest.mark.parametrize("path", PAGES)
def test_a_nul_in_a_page_path_is_a_404(visit: Client, path: str):
    assert visit.get(path).status_code == 404


@pytest.mark.parametrize("path", CALLS)
def test_a_nul_in_an_api_path_is_a_404(as_admin: APIClient, path: str):
    response = as_admin.get(path)

    assert response.status_code == 404
    assert response.json() == {"message": "Not found.", "code": "not_found"}


@pytest.mark.parametrize("path", ["/", "/events.rss", "/embed/events"])
def test_a_nul_in_a_page_query_is_a_400(visit: Client, path: str):
    response = visit.get(f"{path}?category=%00")

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

    assert response.status_code == 400
    assert response.json() == {
        "message": "The request is not readable.",
        "code": "malformed",
        "errors": {name: ["Leave out the NUL character."]},
    }


@pytest.mark.parametrize("path", TABLES)
def test_a_nul_in_a_console_filter_is_a_400(operator: Client, path: str):
    assert operator.get(path).status_code == 400


@pytest.mark.parametrize("name", ["Idempotency-Key", "Cookie"])
def test_a_nul_in_a_header_is_a_400(as_visitor: APIClient, name: str):
    response = as_visitor.post("/api/orders", {"orderItems": []}, format="json", headers={name: "a\0b"})

    assert response.status_code == 400
    assert response.json()["code"] == "malformed"
