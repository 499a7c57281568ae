"""The Content-Security-Policy of the React app's page, the web manifest and the API docs."""

import base64
import hashlib
import re
from typing import Any

import pytest
from django.test import Client

from tests.e2e.shell.html import STYLE, policy_of

# Each page also reads the shop settings and the build.
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("built")]
INLINE = re.compile(r"<script(?P<attributes>[^>]*)>(?P<text>.*?)</script>", re.DOTALL)


@pytest.mark.parametrize("path", ["/about", "/checkout/", "/nowhere"])
def test_the_policy_allows_only_inline_scripts_by_hash(client: Client, path: str) -> None:
    response = client.get(path)

    policy = policy_of(response)
    code = [found for found in INLINE.finditer(response.content.decode()) if "json" not in found["attributes"]]
    inline = [found["text"] for found in code if "src=" not in found["attributes"]]
    assert len(inline) == 1
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


def test_with_hot_reload_the_checkout_has_the_same_policy(client: Client, settings: Any) -> None:
    settings.DEBUG = True

    assert policy_of(client.get("/checkout/")) == policy_of(client.get("/about"))


def test_a_real_shops_checkout_may_load_paypal_but_not_the_simulator(client: Client, settings: Any) -> None:
    settings.DEMO, settings.PAYPAL_SIMULATOR_URL = False, ""

    checkout = policy_of(client.get("/checkout/"))

    for directive in ("script-src", "connect-src", "frame-src", "img-src", "style-src"):
        assert "https://*.paypal.com" in checkout[directive]
    assert "localhost" not in str(checkout)
    assert "paypal" not in client.get("/about")["Content-Security-Policy"]


def test_the_console_has_the_shops_policy(client: Client, db: None) -> None:
    response = client.get("/admin-console/login/")

    assert response.status_code == 200
    assert policy_of(response)["default-src"] == ["'self'"]
    assert not [found for found in INLINE.finditer(response.content.decode()) if found["text"].strip()]
    assert " style=" not in response.content.decode()
    assert client.get("/admin-console")["Location"] == "/admin-console/"


def test_the_shop_can_be_installed_on_a_phone(client: Client) -> None:
    manifest = client.get("/manifest.webmanifest").json()

    assert manifest["theme_color"] == "#12402F"
    assert {"192x192", "512x512"} <= {icon["sizes"] for icon in manifest["icons"]}


def test_the_api_docs_are_served(client: Client, db: None) -> None:
    page = client.get("/api/docs").content.decode()

    assert "<code>PUT /api/products/{public_id}</code>" in page
    assert "ProductDetail" in page
    assert client.get("/api/schema").status_code == 200
