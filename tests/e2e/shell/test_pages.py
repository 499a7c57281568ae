"""The React app's page."""

import base64
import hashlib
import json
import re
from pathlib import Path
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from charityshop.spa import manifest
from tests.e2e.shell.html import MANIFEST, STYLE, data_in, policy_of

# Each page also reads the shop settings and the build.
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("built")]


@pytest.mark.parametrize(
    ("path", "title"),
    [
        ("/about", "About Us"), ("/cart", "My Cart"), ("/login?redirect=/cart", "Sign In"),
        ("/register", "Create an Account"), ("/reset-password", "Set New Password"), ("/checkout/", "Checkout"),
        ("/checkout", "Checkout"), ("/order/" + "a" * 24, "Order"), ("/user/" + "a" * 24 + "/", "Profile"),
        ("/admin", "Tonight and next"), ("/admin/products", "Events"), ("/admin/products/2", "Events"),
        (f"/admin/product/{'a' * 24}/edit", "Edit Product"), ("/admin/users", "Users"),
        ("/admin/users/3", "Users"), (f"/admin/user/{'a' * 24}/edit", "Edit User"),
        ("/admin/orders/", "Orders"), ("/admin/orders/4", "Orders"), ("/page/2", "Events"),
        ("/search/pauper%20league/page/1", "Events"),
        ("/search/2%2F3/page/1", "Events"),
    ],
)  # fmt: skip
def test_every_route_of_the_app_is_a_page(client: Client, path: str, title: str) -> None:
    response = client.get(path)

    assert response.status_code == 200
    assert f"<title>{title} · Cards for a Cause</title>" in response.content.decode()
    assert '<div id="root">' in response.content.decode()


@pytest.mark.parametrize(
    "path", ["/nowhere", "/admin/x", "/page/0", "/page/x", "/order", "/.env", "/a/b/c", "/.git/config"]
)
def test_an_unknown_path_is_the_apps_page_with_status_404(client: Client, path: str) -> None:
    response = client.get(path)

    assert response.status_code == 404
    assert '<div id="root">' in response.content.decode()


@pytest.mark.parametrize(
    "path", ["/static/app/none.js", "/static/app/", "/media/none.jpg", "/media/events/", "/api/none", "/demo/none"]
)
def test_missing_files_and_api_paths_are_not_the_apps_page(client: Client, path: str, db: None) -> None:
    response = client.get(path)

    assert response.status_code == 404
    assert '<div id="root">' not in response.content.decode()


@pytest.mark.parametrize(
    "path",
    [
        "/", "/page/1", "/about", "/checkout/", "/nowhere", "/door/", f"/tables/{'a' * 24}", "/thanks/x", "/mail-off/x",
        "/embed/events", "/api/docs", "/admin-console/login/",
    ],
)  # fmt: skip
def test_every_page_of_a_practice_shop_says_so_and_none_of_a_live_one(client: Client, path: str, settings: Any) -> None:
    words = "Practice shop: no real money"
    for environment, count in (("simulator", 1), ("sandbox", 1), ("live", 0)):
        settings.PAYPAL_ENVIRONMENT = environment
        cache.clear()

        page = client.get(path, follow=True)

        assert page["Content-Type"].startswith("text/html")
        assert page.content.decode().count(words) == count, environment


def test_a_page_loads_the_build_and_its_module(client: Client) -> None:
    page = client.get("/cart").content.decode()

    assert '<script type="module" fetchpriority="low" src="/static/app/assets/main-BBBBBBBB.js"></script>' in page
    assert '<link rel="stylesheet" href="/static/app/assets/main-CCCCCCCC.css">' in page
    for chunk in ("vendor-AAAAAAAA", "CartPage-EEEEEEEE"):
        assert f'<link rel="modulepreload" fetchpriority="low" href="/static/app/assets/{chunk}.js">' in page


@pytest.mark.parametrize(
    ("path", "call"),
    [
        ("/order/" + "a" * 24, "/api/orders/" + "a" * 24),
        ("/admin/products", "/api/products?pageNumber=1&amp;sortField=nextStartTime&amp;sortOrder=asc"),
        ("/admin/products/2/", "/api/products?pageNumber=2&amp;sortField=nextStartTime&amp;sortOrder=asc"),
        ("/admin/users/3", "/api/users?pageNumber=3"),
        ("/admin/members/4", "/api/members?pageNumber=4&amp;sortField=number&amp;sortOrder=asc"),
        ("/admin/users?keyword=ana", None),
        ('/order/a"><b', "/api/orders/a%22%3E%3Cb"),
        ("/cart", None),
    ],
)
def test_a_page_preloads_its_first_api_call(client: Client, path: str, call: str | None) -> None:
    response = client.get(path)

    found = re.findall(r'<link rel="preload" as="fetch" href="(.*?)" crossorigin="use-credentials">', response.text)
    assert found == ([call] if call else [])


def test_pages_of_staff_say_that_their_rows_are_on_the_way(client: Client) -> None:
    for path in ("/admin/products", "/admin/orders/2", "/admin/users"):
        assert "One moment, please" in client.get(path).text


def test_a_new_build_is_noticed_without_a_restart(client: Client, built: Path) -> None:
    client.get("/about")
    built.write_text(json.dumps(MANIFEST).replace("BBBBBBBB", "ZZZZZZZZ"))

    assert "main-ZZZZZZZZ.js" in client.get("/about").content.decode()


def test_a_page_without_a_build_shows_a_message(client: Client, built: Path, caplog: Any) -> None:
    built.unlink()

    response = client.get("/about")

    assert response.status_code == 200
    assert "not built" in response.content.decode()
    assert "not built" in caplog.text
    assert manifest.assets_for() is None


def test_a_page_contains_the_shops_settings(client: Client, settings: Any) -> None:
    settings.SHIPPING_FREE_OVER = None

    shop = data_in(client.get("/about"), "shop")

    rules = {"currency": "USD", "taxRate": 0.15, "pricePer": "seat", "holdMinutes": 15}
    rules |= {"shippingFlat": 0, "shippingFreeOver": None}
    assert ({"name": "Cards for a Cause", "timeZone": "America/Los_Angeles"} | rules).items() <= shop.items()
    assert shop["cause"] == "What is left after costs goes to Cards for a Cause."
    assert shop["description"]
    assert shop["makerCredit"]


@pytest.mark.parametrize("path", ["/about", "/checkout/", "/embed/events"])
def test_an_unchanged_page_has_its_policy(client: Client, path: str) -> None:
    # Browsers apply the headers of a 304 to the cached page.
    first = client.get(path)
    again = client.get(path, headers={"If-None-Match": first["ETag"]})

    assert again.status_code == 304
    assert policy_of(again) == policy_of(first)
    assert ("X-Frame-Options" in again) is (path != "/embed/events")
    if path == "/about":
        assert "max-age=5" in first["Cache-Control"]


INLINE = re.compile(r"<script(?P<attributes>[^>]*)>(?P<text>.*?)</script>", re.DOTALL)


@pytest.mark.parametrize("path", ["/about", "/checkout/", "/nowhere"])
def test_the_policy_allows_only_inline_scripts_by_hash(client: Client, path: str) -> None:
    response = client.get(path)

    policy = policy_of(response)
    code = [found for found in INLINE.finditer(response.content.decode()) if "json" not in found["attributes"]]
    inline = [found["text"] for found in code if "src=" not in found["attributes"]]
    assert len(inline) == 2
    for text in inline:
        digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
        assert f"'sha256-{digest}'" in policy["script-src"]
    assert "unsafe" not in response["Content-Security-Policy"]
    assert "nonce" not in response["Content-Security-Policy"]
    assert (policy["frame-ancestors"], policy["object-src"], policy["base-uri"]) == (["'none'"],) * 3
    assert " style=" not in response.content.decode()


def test_the_policy_allows_the_inline_style_of_a_first_view(client: Client, settings: Any) -> None:
    response = client.get("/")

    digest = base64.b64encode(hashlib.sha256(STYLE.encode()).digest()).decode()
    assert f"<style>{STYLE}</style>" in response.content.decode()
    assert policy_of(response)["style-src"] == ["'self'", f"'sha256-{digest}'"]


def test_only_checkout_may_load_the_simulator(client: Client, settings: Any) -> None:
    checkout, home = policy_of(client.get("/checkout/")), client.get("/about")

    for directive in ("script-src", "connect-src", "frame-src"):
        assert settings.PAYPAL_SIMULATOR_URL in checkout[directive]
    assert settings.PAYPAL_SIMULATOR_URL not in home["Content-Security-Policy"]
    assert "paypal.com" not in str(checkout)


def test_a_real_shops_checkout_may_load_paypal_but_not_the_simulator(client: Client, settings: Any) -> None:
    settings.DEMO, settings.PAYPAL_SIMULATOR_URL = False, ""

    checkout = policy_of(client.get("/checkout/"))

    for directive in ("script-src", "connect-src", "frame-src", "img-src", "style-src"):
        assert "https://*.paypal.com" in checkout[directive]
    assert "localhost" not in str(checkout)
    assert "paypal" not in client.get("/about")["Content-Security-Policy"]
