"""The pages of the volunteers' app and of a tournament, and the service worker of the door."""

import json
import re
from pathlib import Path

import pytest
from django.test import Client

from charityshop.models import ShopSettings
from tests.e2e.shell.html import MANIFEST, data_in, policy_of

# Each page also reads the shop settings and the build.
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("built")]

APP = ["vendor-AAAAAAAA.js", "door-FFFFFFFF.js", "door-GGGGGGGG.css", "text-DDDDDDDD.woff2", "decoder-HHHHHHHH.js"]


def stored_files(client: Client) -> list[str]:
    """Return the files that the service worker stores."""
    found = re.search(r"const FILES = (\[.*\])", client.get("/door/sw.js").text)
    assert found
    files: list[str] = json.loads(found[1])
    return files


def version(client: Client) -> str:
    found = re.search(r'"door-" \+ "(\w+)"', client.get("/door/sw.js").text)
    assert found
    return found[1]


TOURNAMENT = f"/tables/{'a' * 24}"


@pytest.mark.parametrize(
    ("path", "program", "style"),
    [
        ("/door/", "door-FFFFFFFF", "door-GGGGGGGG"),
        *((TOURNAMENT + more, "tournament-IIIIIIII", "tournament-JJJJJJJJ") for more in ("", "/", "?wall")),
    ],
)
def test_the_pages_of_door_and_tournament_load_their_own_program_and_nothing_of_the_shops(client, path, program, style):
    response = client.get(path)

    assert response.status_code == 200
    assert f'<script type="module" src="/static/app/assets/{program}.js"></script>' in response.text
    assert f'<link rel="stylesheet" href="/static/app/assets/{style}.css">' in response.text
    assert "main-" not in response.text
    shop = data_in(response, "shop")
    assert shop.keys() == {"name", "timeZone", "zoneRules"}
    assert (shop["name"], shop["timeZone"]) == ("Cards for a Cause", "America/Los_Angeles")
    assert ["PST", -480] in shop["zoneRules"]["clocks"]
    assert 'name="robots" content="noindex"' in response.text
    shops = policy_of(client.get("/about"))
    assert policy_of(response) == shops | {"style-src": ["'self'"]}  # no inline style


def test_other_addresses_of_door_and_tables_lead_to_the_door_or_nowhere(client: Client) -> None:
    assert client.get("/door")["Location"] == "/door/"
    assert [client.get(path).status_code for path in ("/tables", "/tables/1")] == [404, 404]


def test_only_this_page_may_use_the_camera_and_like_every_page_it_may_keep_the_screen_on(client: Client) -> None:
    first = client.get("/door/")
    again = client.get("/door/", headers={"If-None-Match": first["ETag"]})

    assert again.status_code == 304
    for response in (first, again):  # browsers apply the headers of a 304 to the cached page
        allowed = re.findall(r"([a-z-]+)=\(self\)", response["Permissions-Policy"])
        assert allowed == ["camera", "screen-wake-lock"]
        assert "geolocation=()" in response["Permissions-Policy"]
    assert re.findall(r"([a-z-]+)=\(self\)", client.get("/about")["Permissions-Policy"]) == ["screen-wake-lock"]


@pytest.mark.parametrize("path", ["/", "/page/1", "/about", "/cart", "/login"])
def test_pages_of_the_shop_load_nothing_of_other_programs(client: Client, path: str) -> None:
    page = client.get(path).text

    assert "main-BBBBBBBB.js" in page, "the page has its files"
    assert [name for name in ("door-", "decoder-", "sw.js", "tournament-") if name in page] == []


def test_the_service_worker_stores_the_page_and_all_its_files_but_no_api_call(client: Client) -> None:
    response = client.get("/door/sw.js")

    assert response["Content-Type"].startswith("text/javascript")
    assert stored_files(client)[0] == "/door/"
    assert {Path(file).name for file in stored_files(client)[1:]} == set(APP)
    assert not [file for file in stored_files(client) if file.startswith("/api")]


def test_the_service_worker_is_not_allowed_outside_its_folder(client: Client) -> None:
    assert "Service-Worker-Allowed" not in client.get("/door/sw.js")
    assert client.get("/sw.js").status_code == 404


def test_a_new_build_or_a_new_name_is_a_new_version(client: Client, built: Path) -> None:
    first = version(client)
    assert version(client) == first

    built.write_text(json.dumps(MANIFEST).replace("HHHHHHHH", "ZZZZZZZZ"))
    second = version(client)
    ShopSettings.objects.update_or_create(pk=ShopSettings.ONLY, defaults={"name": "Cards for Cats"})

    assert len({first, second, version(client)}) == 3


def test_a_club_with_its_own_colors_has_them_without_a_connection(client: Client) -> None:
    ShopSettings.objects.update_or_create(pk=ShopSettings.ONLY, defaults={"felt": "#123456"})

    assert [file for file in stored_files(client) if file.startswith("/theme.css?v=")]
