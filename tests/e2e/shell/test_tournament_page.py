"""The page of a tournament."""

import pytest
from django.test import Client

from tests.e2e.shell.html import data_in, policy_of

# The page also reads the shop settings and the build.
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("built")]

PAGE = f"/tables/{'a' * 24}"


@pytest.mark.parametrize("path", [PAGE, f"{PAGE}/", f"{PAGE}?wall"])
def test_the_page_loads_its_own_program_and_nothing_of_the_shops(client: Client, path: str) -> None:
    response = client.get(path)

    assert response.status_code == 200
    assert '<script type="module" src="/static/app/assets/tournament-IIIIIIII.js"></script>' in response.text
    assert '<link rel="stylesheet" href="/static/app/assets/tournament-JJJJJJJJ.css">' in response.text
    assert "main-" not in response.text
    assert data_in(response, "shop") == {"name": "Cards for a Cause", "timeZone": "America/Los_Angeles"}
    assert 'name="robots" content="noindex"' in response.text


def test_the_page_has_the_shops_content_security_policy(client: Client) -> None:
    shops = policy_of(client.get("/about"))

    assert policy_of(client.get(PAGE)) == shops | {"style-src": ["'self'"]}  # no inline style


def test_other_addresses_of_tables_are_not_found(client: Client) -> None:
    assert [client.get(path).status_code for path in ("/tables", "/tables/1")] == [404, 404]
