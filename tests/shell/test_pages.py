"""The page that carries the browser app."""

import base64
import hashlib
import json
import re
from datetime import timedelta
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from django.utils import timezone

from charityshop import assets
from events.models import Occurrence
from tests.factories import BookingFactory, EventFactory, OccurrenceFactory, in_days

MANIFEST = {
    "_vendor-AAAAAAAA.js": {"file": "assets/vendor-AAAAAAAA.js"},
    "src/main.tsx": {
        "file": "assets/main-BBBBBBBB.js", "isEntry": True, "imports": ["_vendor-AAAAAAAA.js"],
        "css": ["assets/main-CCCCCCCC.css"], "assets": ["assets/text-DDDDDDDD.woff2"],
    },
    "src/features/cart/CartPage.tsx": {"file": "assets/CartPage-EEEEEEEE.js", "imports": ["src/main.tsx"]},
}  # fmt: skip
SHOP = ZoneInfo("America/Los_Angeles")
pytestmark = pytest.mark.django_db  # every page looks at the shop's settings
INLINE = re.compile(r"<script(?P<attributes>[^>]*)>(?P<text>.*?)</script>", re.DOTALL)


@pytest.fixture(autouse=True)
def built(tmp_path: Path, settings: Any) -> Path:
    """A build of the browser app, as far as the page looks at it."""
    file = tmp_path / "manifest.json"
    file.write_text(json.dumps(MANIFEST))
    settings.DJANGO_VITE = {"default": {"dev_mode": False, "static_url_prefix": "app", "manifest_path": file}}
    settings.FIRST_VIEWS = tmp_path  # nothing is drawn yet; test_first_views.py looks at that
    return file


def policy_of(answer: Any) -> dict[str, list[str]]:
    parts = [part.split() for part in answer["Content-Security-Policy"].split(";")]
    return {name: sources for name, *sources in parts}


def data_in(answer: Any, element: str) -> Any:
    found = re.search(rf'<script type="application/json" id="{element}">(.*?)</script>', answer.content.decode())
    return json.loads(found[1]) if found else None


# --- Which pages there are -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("path", "title"),
    [
        ("/about", "About Us"), ("/cart", "My Cart"), ("/login?redirect=/cart", "Sign In"),
        ("/register", "Create an Account"), ("/reset-password", "Set New Password"), ("/checkout/", "Checkout"),
        ("/checkout", "Checkout"), ("/order/" + "a" * 24, "Order"), ("/user/" + "a" * 24 + "/", "Profile"),
        ("/admin/products", "Events"), ("/admin/products/2", "Events"),
        (f"/admin/product/{'a' * 24}/edit", "Edit Product"), ("/admin/users", "Users"),
        ("/admin/users/3", "Users"), (f"/admin/user/{'a' * 24}/edit", "Edit User"),
        ("/admin/orders/", "Orders"), ("/admin/orders/4", "Orders"), ("/page/2", "Events"),
        ("/search/pauper%20league/page/1", "Events"),
    ],
)  # fmt: skip
def test_every_route_of_the_app_is_a_page(client: Client, path: str, title: str) -> None:
    answer = client.get(path)

    assert answer.status_code == 200
    assert f"<title>{title} · Cards for a Cause</title>" in answer.content.decode()
    assert '<div id="root"></div>' in answer.content.decode()


@pytest.mark.parametrize("path", ["/nowhere", "/admin", "/admin/x", "/page/0", "/page/x", "/order", "/.env", "/a/b/c"])
def test_an_unknown_path_is_the_page_with_status_404(client: Client, path: str) -> None:
    answer = client.get(path)

    assert answer.status_code == 404
    assert '<div id="root">' in answer.content.decode()


@pytest.mark.parametrize("path", ["/static/app/none.js", "/media/none.jpg", "/api/none", "/demo/none"])
def test_files_and_calls_that_are_not_there_are_no_page(client: Client, path: str, db: None) -> None:
    answer = client.get(path)

    assert answer.status_code == 404
    assert '<div id="root">' not in answer.content.decode()


def test_health_checks_stay_json(client: Client, db: None) -> None:
    assert client.get("/healthz").json() == {"status": "ok"}
    assert client.get("/readyz").status_code == 200


def test_a_page_cannot_be_posted_to(client: Client) -> None:
    assert client.post("/about").status_code == 405


# --- What is in it ---------------------------------------------------------------------------------------------------


def test_it_loads_the_build_and_the_pages_own_module(client: Client) -> None:
    page = client.get("/cart").content.decode()

    assert '<script type="module" src="/static/app/assets/main-BBBBBBBB.js"></script>' in page
    assert '<link rel="stylesheet" href="/static/app/assets/main-CCCCCCCC.css">' in page
    assert 'as="font" type="font/woff2" href="/static/app/assets/text-DDDDDDDD.woff2" crossorigin' in page
    for chunk in ("vendor-AAAAAAAA", "CartPage-EEEEEEEE"):
        assert f'<link rel="modulepreload" href="/static/app/assets/{chunk}.js">' in page


def test_a_new_build_is_noticed_without_a_restart(client: Client, built: Path) -> None:
    client.get("/about")
    built.write_text(json.dumps(MANIFEST).replace("BBBBBBBB", "ZZZZZZZZ"))

    assert "main-ZZZZZZZZ.js" in client.get("/about").content.decode()


def test_without_a_build_the_page_says_so(client: Client, built: Path, caplog: Any) -> None:
    built.unlink()

    answer = client.get("/about")

    assert answer.status_code == 200
    assert "not built" in answer.content.decode()
    assert "not built" in caplog.text
    assert assets.assets_for() is None


def test_it_tells_the_app_about_the_shop(client: Client, settings: Any) -> None:
    settings.SHIPPING_FREE_OVER = None

    shop = data_in(client.get("/about"), "shop")

    assert {name: shop[name] for name in ("name", "timeZone", "currency", "taxRate", "pricePer", "holdMinutes")} == {
        "name": "Cards for a Cause", "timeZone": "America/Los_Angeles", "currency": "USD", "taxRate": 0.15,
        "pricePer": "seat", "holdMinutes": 15,
    }  # fmt: skip
    assert (shop["shippingFlat"], shop["shippingFreeOver"]) == (0, None)
    assert shop["tagline"]
    assert shop["description"]
    assert shop["makerCredit"]


def test_it_is_the_same_for_everybody(client: Client, as_visitor: Any, as_admin: Any) -> None:
    pages = [who.get("/about", HTTP_HOST="localhost") for who in (client, as_visitor, as_admin)]

    assert len({page.content for page in pages}) == 1
    assert not any(page.cookies for page in pages)
    assert "Cookie" not in pages[1].get("Vary", "")


def test_it_lives_briefly_in_caches_and_is_not_sent_twice(client: Client) -> None:
    first = client.get("/about")
    again = client.get("/about", headers={"If-None-Match": first["ETag"]})

    assert "max-age=5" in first["Cache-Control"]
    assert again.status_code == 304


@pytest.mark.parametrize("path", ["/about", "/checkout/"])
def test_a_page_that_is_not_sent_twice_keeps_its_policy(client: Client, path: str) -> None:
    # Browsers keep the headers of the newest answer, also of one without a page in it.
    first = client.get(path)
    again = client.get(path, headers={"If-None-Match": first["ETag"]})

    assert again.status_code == 304
    assert policy_of(again) == policy_of(first)


def test_it_travels_compressed(client: Client) -> None:
    assert client.get("/about", headers={"Accept-Encoding": "gzip"})["Content-Encoding"] == "gzip"


def test_private_pages_are_not_for_search_engines(client: Client) -> None:
    assert 'name="robots" content="noindex"' in client.get("/checkout/").content.decode()
    assert 'name="robots"' not in client.get("/about").content.decode()


# --- What it may load ------------------------------------------------------------------------------------------------


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


# --- Home ------------------------------------------------------------------------------------------------------------


def test_home_bears_the_shops_name_and_brings_the_next_dates_along(client: Client, db: None) -> None:
    for day in range(1, 14):
        OccurrenceFactory(starts_at=in_days(day))

    answer = client.get("/")

    (first,) = data_in(answer, "first-data")
    assert "<title>Cards for a Cause</title>" in answer.content.decode()
    assert first["key"] == ["Product", "dates", {}]
    assert first["data"] == client.get("/api/products?view=dates").json()
    assert first["data"]["total"] == 13


def test_home_costs_four_queries(client: Client, db: None, django_assert_num_queries: Any) -> None:
    for day in range(1, 30):
        OccurrenceFactory(starts_at=in_days(day))

    with django_assert_num_queries(4):
        client.get("/")


# --- The list of dates -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", [1, 2])
def test_the_list_of_dates_brings_the_answer_along_that_the_app_asks_for(client: Client, number: int) -> None:
    event = EventFactory(image="events/abc.jpg")
    for day in [*range(1, 16), 40]:
        OccurrenceFactory(event=event, starts_at=in_days(day))
    last_day = (timezone.now() + timedelta(days=30)).astimezone(SHOP).date().isoformat()

    answer = client.get(f"/page/{number}")

    (first,) = data_in(answer, "first-data")
    assert first["key"] == ["Product", "dates", {"pageNumber": number, "to": last_day}]
    assert first["data"] == client.get(f"/api/products?view=dates&pageNumber={number}&to={last_day}").json()
    assert (first["data"]["total"], first["data"]["page"]) == (15, number)
    assert 'imagesrcset="/media/events/abc-320.avif 320w' in answer.content.decode()


def test_a_list_that_is_narrowed_or_empty_brings_nothing_wrong(client: Client) -> None:
    assert data_in(client.get("/page/1?category=Draft"), "first-data") is None
    (first,) = data_in(client.get("/page/1"), "first-data")
    assert first["data"]["products"] == []


# --- The page of an event --------------------------------------------------------------------------------------------


def json_ld_of(answer: Any) -> Any:
    found = re.search(r'<script type="application/ld\+json">(.*?)</script>', answer.content.decode())
    return json.loads(found[1]) if found else None


def dates_told(answer: Any) -> list[Any]:
    told: list[Any] = json_ld_of(answer)["@graph"]
    return told


def test_an_events_page_tells_about_every_coming_date(client: Client, db: None, settings: Any) -> None:
    event = EventFactory(name="Friday <Draft>", price="18", image="events/abc.jpg", description="Open packs.\n\nPlay.")
    following = OccurrenceFactory(event=event, starts_at=in_days(2))
    full = OccurrenceFactory(event=event, starts_at=in_days(9))
    BookingFactory(occurrence=full, seats=24)
    OccurrenceFactory(event=event, starts_at=in_days(16), status=Occurrence.Status.SKIPPED)

    answer = client.get(f"/product/{event.public_id}?rsvpDate=2026-01-01")

    page, (about, later) = answer.content.decode(), dates_told(answer)
    url = f"{settings.SITE_URL}/product/{event.public_id}"
    assert answer.status_code == 200
    assert "<title>Friday &lt;Draft&gt; · Cards for a Cause</title>" in page
    assert f'<link rel="canonical" href="{url}">' in page
    assert f'property="og:image" content="{settings.SITE_URL}/media/events/abc-og.jpg"' in page
    assert "Open packs. Play." in page
    assert 'imagesrcset="/media/events/abc-320.avif 320w, /media/events/abc-640.avif 640w' in page
    assert (about["@type"], about["name"]) == ("Event", "Friday <Draft>")
    assert about["startDate"] == following.starts_at.astimezone(SHOP).isoformat()
    assert re.search(r"[+-]\d\d:\d\d$", about["startDate"])
    assert about["offers"]["price"] == "18.00"
    assert about["offers"]["availability"] == "https://schema.org/InStock"
    assert about["eventStatus"] == "https://schema.org/EventScheduled"
    assert about["location"] == {
        "@type": "Place", "name": "Copper Kettle Brewing", "address": "Copper Kettle Brewing, 12 Dock St"
    }  # fmt: skip
    assert about["image"][0] == f"{settings.SITE_URL}/media/events/abc-og.jpg"
    assert about["organizer"]["name"] == settings.SHOP_NAME
    assert about["eventAttendanceMode"] == "https://schema.org/OfflineEventAttendanceMode"
    assert later["startDate"] == full.starts_at.astimezone(SHOP).isoformat()
    assert later["offers"]["availability"] == "https://schema.org/SoldOut"
    assert later["url"] == later["offers"]["url"] != about["url"]
    assert later["url"].startswith(f"{url}?rsvpDate=")


def test_a_long_series_does_not_fill_its_page(client: Client, db: None) -> None:
    event = EventFactory(description="Long. " * 1000)
    for day in range(1, 200):
        OccurrenceFactory(event=event, starts_at=in_days(day))

    told = dates_told(client.get(f"/product/{event.public_id}"))

    assert len(told) == 20
    assert all(len(date["description"]) <= 500 for date in told)


def test_an_events_page_brings_its_first_answer_along(client: Client, db: None) -> None:
    date = OccurrenceFactory()

    answer = client.get(f"/product/{date.event.public_id}")

    (first,) = data_in(answer, "first-data")
    assert first["key"] == ["Product", date.event.public_id]
    assert first["data"] == client.get(f"/api/products/{date.event.public_id}").json()


def test_a_full_night_is_sold_out_and_a_skipped_one_cancelled(client: Client, db: None) -> None:
    date = OccurrenceFactory(event__maximum_event_capacity=2)
    BookingFactory(occurrence=date, seats=2)
    path = f"/product/{date.event.public_id}"

    assert dates_told(client.get(path))[0]["offers"]["availability"] == "https://schema.org/SoldOut"

    date.status = Occurrence.Status.SKIPPED
    date.save()
    assert dates_told(client.get(path))[0]["eventStatus"] == "https://schema.org/EventCancelled"


@pytest.mark.parametrize("status", ["draft", "archived"])
def test_a_hidden_event_has_no_page_and_tells_nothing(client: Client, as_admin: Any, status: str) -> None:
    event = EventFactory(name="Secret night", status=status)

    for who in (client, as_admin):
        answer = who.get(f"/product/{event.public_id}", HTTP_HOST="localhost")
        assert answer.status_code == 404
        assert "Secret" not in answer.content.decode()
    assert client.get("/product/none").status_code == 404


def test_no_text_of_an_event_breaks_out_of_the_page(client: Client, db: None) -> None:
    evil = "</script><script>alert(1)</script>\"'><img src=x onerror=alert(1)>"
    event = EventFactory(name=evil, description=evil, event_location=evil)

    page = client.get(f"/product/{event.public_id}").content.decode()

    assert "<script>alert" not in page
    assert "<img" not in page
    assert dates_told(client.get(f"/product/{event.public_id}"))[0]["name"] == evil


def test_an_events_page_costs_three_queries(client: Client, db: None, django_assert_num_queries: Any) -> None:
    event = EventFactory()
    for day in range(1, 30):
        OccurrenceFactory(event=event, starts_at=in_days(day))

    with django_assert_num_queries(3):
        client.get(f"/product/{event.public_id}")
