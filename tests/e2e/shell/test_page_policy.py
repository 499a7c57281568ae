"""What the page that carries the browser app may load, and what phones and robots find beside it."""

import base64
import hashlib
import re
from typing import Any

import pytest
from django.test import Client

from tests.e2e.shell.reading import STYLE, policy_of

# Every page looks at the shop's settings and at the build.
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("built")]
INLINE = re.compile(r"<script(?P<attributes>[^>]*)>(?P<text>.*?)</script>", re.DOTALL)


@pytest.mark.parametrize("path", ["/about", "/checkout/", "/nowhere"])
def test_every_inline_script_is_named_by_its_hash_and_nothing_else_is_allowed(client: Client, path: str) -> None:
    answer = client.get(path)

    policy = policy_of(answer)
    code = [found for found in INLINE.finditer(answer.content.decode()) if "json" not in found["attributes"]]
    inline = [found["text"] for found in code if "src=" not in found["attributes"]]
    assert len(inline) == 1
    for text in inline:
        digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
        assert f"'sha256-{digest}'" in policy["script-src"]
    assert "unsafe" not in answer["Content-Security-Policy"]
    assert "nonce" not in answer["Content-Security-Policy"]
    assert (policy["frame-ancestors"], policy["object-src"], policy["base-uri"]) == (["'none'"],) * 3
    assert " style=" not in answer.content.decode()


def test_a_page_that_is_drawn_brings_its_style_along_and_the_policy_names_it(client: Client, settings: Any) -> None:
    (settings.FIRST_VIEWS / "home.html").write_text("<p>Drawn.</p>")

    answer = client.get("/")

    digest = base64.b64encode(hashlib.sha256(STYLE.encode()).digest()).decode()
    assert f"<style>{STYLE}</style>" in answer.content.decode()
    assert policy_of(answer)["style-src"] == ["'self'", f"'sha256-{digest}'"]


def test_only_checkout_may_load_the_simulator(client: Client, settings: Any) -> None:
    checkout, home = policy_of(client.get("/checkout/")), client.get("/about")

    for directive in ("script-src", "connect-src", "frame-src"):
        assert settings.PAYPAL_SIMULATOR_URL in checkout[directive]
    assert settings.PAYPAL_SIMULATOR_URL not in home["Content-Security-Policy"]
    assert "paypal.com" not in str(checkout)


def test_with_hot_reload_checkout_may_load_what_every_page_may(client: Client, settings: Any) -> None:
    settings.DEBUG = True

    assert policy_of(client.get("/checkout/")) == policy_of(client.get("/about"))


def test_a_real_shops_checkout_may_load_paypal_and_no_simulator(client: Client, settings: Any) -> None:
    settings.DEMO, settings.PAYPAL_SIMULATOR_URL = False, ""

    checkout = policy_of(client.get("/checkout/"))

    for directive in ("script-src", "connect-src", "frame-src", "img-src", "style-src"):
        assert "https://*.paypal.com" in checkout[directive]
    assert "localhost" not in str(checkout)
    assert "paypal" not in client.get("/about")["Content-Security-Policy"]


def test_the_console_opens_under_the_shops_policy(client: Client, db: None) -> None:
    answer = client.get("/admin-console/login/")

    assert answer.status_code == 200
    assert policy_of(answer)["default-src"] == ["'self'"]
    assert not [found for found in INLINE.finditer(answer.content.decode()) if found["text"].strip()]
    assert " style=" not in answer.content.decode()
    assert client.get("/admin-console")["Location"] == "/admin-console/"


def test_a_phone_can_keep_the_shop(client: Client) -> None:
    manifest = client.get("/manifest.webmanifest").json()

    assert manifest["theme_color"] == "#12402F"
    assert {"192x192", "512x512"} <= {icon["sizes"] for icon in manifest["icons"]}


def test_the_api_can_be_read_about(client: Client, db: None) -> None:
    page = client.get("/api/docs").content.decode()

    assert "<code>PUT /api/products/{public_id}</code>" in page
    assert "ProductDetail" in page
    assert client.get("/api/schema").status_code == 200
