"""Sitemap, robots.txt, RSS, feed links, icons and the social image."""

import re
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any
from xml.etree import ElementTree

import pytest
from django.test import Client
from django.utils import timezone

from bookings.services import events as event_services
from events.models import Event, Occurrence
from tests.support.factories import EventFactory, OccurrenceFactory, in_days

pytestmark = pytest.mark.django_db
SITEMAP = "{http://www.sitemaps.org/schemas/sitemap/0.9}"


def tree_at(client: Client, path: str) -> Any:
    response = client.get(path)
    assert response.status_code == 200
    return ElementTree.fromstring(response.content)  # noqa: S314  # our own answer


def places_in(client: Client) -> dict[str, str | None]:
    urls = tree_at(client, "/sitemap.xml").iter(f"{SITEMAP}url")
    return {url.findtext(f"{SITEMAP}loc"): url.findtext(f"{SITEMAP}lastmod") for url in urls}


def test_the_sitemap_contains_public_pages_and_published_events(client: Client, settings: Any) -> None:
    settings.SITE_URL = "https://tickets.example.org"
    shown = OccurrenceFactory().event
    for status in ("draft", "archived"):
        EventFactory(status=status)

    assert set(places_in(client)) == {
        f"https://tickets.example.org{path}"
        for path in ("/", "/page/1", "/about", "/accessibility", f"/product/{shown.public_id}")
    }


def test_the_sitemap_contains_the_last_change_of_an_event_or_its_dates(client: Client, settings: Any) -> None:
    event = OccurrenceFactory().event
    Event.objects.update(changed_at=datetime(2026, 3, 1, 20, tzinfo=UTC))
    Occurrence.objects.update(changed_at=datetime(2026, 2, 1, 20, tzinfo=UTC))
    address = f"{settings.SITE_URL}/product/{event.public_id}"
    assert places_in(client)[address] == "2026-03-01"

    event_services.cancel_unbooked_date(event_id=event.pk, when=event.starts_at, by=None)

    assert places_in(client)[address] == f"{timezone.localtime():%Y-%m-%d}"


def test_every_page_of_the_sitemap_exists_and_may_be_indexed(client: Client, settings: Any) -> None:
    OccurrenceFactory()

    for address in places_in(client):
        response = client.get(address.removeprefix(settings.SITE_URL))
        assert response.status_code == 200
        assert "noindex" not in response.content.decode()
        assert f'<link rel="canonical" href="{address}">' in response.content.decode()


def test_robots_txt_excludes_private_paths_and_names_the_sitemap(client: Client, settings: Any) -> None:
    response = client.get("/robots.txt")

    lines = response.content.decode().splitlines()
    assert response["Content-Type"].startswith("text/plain")
    assert {"User-agent: *", "Disallow: /admin-console/", f"Sitemap: {settings.SITE_URL}/sitemap.xml"} <= set(lines)
    closed = [line.removeprefix("Disallow: ") for line in lines if line.startswith("Disallow: ")]
    for path in ("/", "/product/1", "/static/app/x.js", "/media/x.jpg", "/api/products", "/cart"):  # /cart: noindex
        assert not [prefix for prefix in closed if path.startswith(prefix)]


def items_of(client: Client) -> list[Any]:
    return list(tree_at(client, "/events.rss").iter("item"))


def test_rss_has_an_item_for_each_date_of_the_next_weeks(client: Client, settings: Any) -> None:
    event = EventFactory(name="Friday Draft", price=0, description="Open packs.")
    date = OccurrenceFactory(event=event, starts_at=in_days(3))
    OccurrenceFactory(event__price="12.00", starts_at=in_days(10))
    for days, more in ((-1, {}), (60, {}), (4, {"status": "canceled"})):
        OccurrenceFactory(event=event, starts_at=in_days(days), **more)
    OccurrenceFactory(event__status="draft")

    first, second = items_of(client)

    assert (first.findtext("title") or "").startswith("Friday Draft: ")
    page = f"{settings.SITE_URL}/product/{event.public_id}"
    assert first.findtext("link") == f"{page}?rsvpDate={date.starts_at.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}"
    text = "Open packs.\n\nCopper Kettle Brewing, 12 Dock St\n\nTicket price: Free"
    assert text in (first.findtext("description") or "")
    assert (second.findtext("description") or "").endswith("Ticket price: $13.80")  # with tax
    assert first.findtext("guid") != second.findtext("guid")
    assert first.find("guid").get("isPermaLink") == "false"
    assert parsedate_to_datetime(first.findtext("pubDate") or "") <= timezone.now()


def test_rss_is_valid_with_any_text(client: Client) -> None:
    evil = "]]></title><script>alert(1)</script>&\x0b\x00".replace("\x00", "") + "\r\n<b>"
    OccurrenceFactory(event__name=evil, event__description=evil, event__category=evil, starts_at=in_days(3))

    (item,) = items_of(client)

    assert (item.findtext("title") or "").startswith("]]></title><script>alert(1)</script>& <b>: ")


def test_every_page_links_to_the_feeds(client: Client) -> None:
    page = client.get("/about").content.decode()

    for kind, path in (("application/rss+xml", "/events.rss"), ("text/calendar", "/calendar.ics")):
        assert re.search(rf'<link rel="alternate" type="{re.escape(kind)}" title="[^"]+" href="{path}">', page)
        assert client.get(path)["Content-Type"].startswith(kind)


@pytest.mark.parametrize("path", ["/cart", "/checkout/", "/order/1", "/admin/orders", "/search/moon/page/1", "/none"])
def test_private_pages_have_no_canonical_url_and_no_preview(client: Client, path: str) -> None:
    page = client.get(path).content.decode()

    assert '<meta name="robots" content="noindex">' in page
    assert "canonical" not in page
    assert "og:" not in page


def test_trailing_slashes_and_queries_have_the_same_canonical_url(client: Client, settings: Any) -> None:
    for path in ("/page/2", "/page/2/", "/page/2?category=Draft"):
        assert f'<link rel="canonical" href="{settings.SITE_URL}/page/2">' in client.get(path).content.decode()
