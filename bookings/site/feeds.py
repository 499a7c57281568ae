"""The sitemap for search engines and the RSS feed."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from types import SimpleNamespace
from typing import Any, cast
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib.sitemaps import Sitemap
from django.contrib.sites.requests import RequestSite
from django.contrib.syndication.views import Feed
from django.db.models import Max, QuerySet
from django.db.models.functions import Coalesce, Greatest
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.feedgenerator import Rss201rev2Feed
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from bookings.ical.feed import get_date_url, get_last_change, get_uid
from charityshop.branding.shop import Shop, shop_of
from charityshop.spa.page import absolute
from charityshop.text import one_printable_line, printable
from events.formatting import format_place, format_price, format_what_to_bring, format_when
from events.models import Event, Occurrence, join_date
from events.prices import get_tax_rate

MAX_ITEMS = 50
FEED_WINDOW = timedelta(days=30)


class SiteURLSitemap(Sitemap):  # type: ignore[type-arg]  # generic for mypy alone
    """A sitemap whose links use SITE_URL, whatever the host of the request."""

    def get_urls(self, page: int | str = 1, site: Any = None, protocol: str | None = None) -> list[dict[str, Any]]:
        scheme, host, *_ = urlsplit(settings.SITE_URL)
        return super().get_urls(page, cast(RequestSite, SimpleNamespace(domain=host)), scheme)


class PageSitemap(SiteURLSitemap):
    def items(self) -> Sequence[str]:
        return ["/", "/page/1", "/about", "/accessibility"]

    def location(self, item: str) -> str:
        return item


class EventSitemap(SiteURLSitemap):
    """All published events, including past ones, because links lead to them."""

    def items(self) -> QuerySet[Event]:
        dates = Coalesce(Max("occurrences__changed_at"), "changed_at")
        return Event.objects.published().annotate(last_change=Greatest("changed_at", dates)).order_by("public_id")

    def location(self, item: Event) -> str:
        return f"/product/{item.public_id}"

    def lastmod(self, item: Any) -> datetime:
        return cast(datetime, item.last_change)


SITEMAPS = {"pages": PageSitemap, "events": EventSitemap}


@require_safe
@cache_control(public=True, max_age=3600)
def robots(request: HttpRequest) -> HttpResponse:
    """Exclude what crawlers do not need. Public API calls are allowed, because they render the public pages."""
    closed = ("/admin-console/", "/api/users", "/api/orders", "/api/docs", "/api/schema", "/demo/")
    lines = ["User-agent: *", *(f"Disallow: {path}" for path in closed), "", f"Sitemap: {absolute('/sitemap.xml')}", ""]
    return HttpResponse("\n".join(lines), content_type="text/plain; charset=utf-8")


class EventFeed(Feed):  # type: ignore[type-arg]
    """The dates within FEED_WINDOW, one item each."""

    feed_type = Rss201rev2Feed
    language = "en-us"
    ttl = 60  # minutes
    item_guid_is_permalink = False

    def get_object(self, request: HttpRequest) -> Shop:
        return shop_of(request)

    def title(self, obj: Shop) -> str:
        return f"Upcoming events at {one_printable_line(obj.name)}"

    def description(self, obj: Shop) -> str:
        return one_printable_line(obj.description)

    def link(self) -> str:
        return absolute("/")

    def feed_url(self) -> str:
        return absolute("/events.rss")

    def items(self) -> QuerySet[Occurrence]:
        now = timezone.now()
        dates = Occurrence.objects.published().filter(starts_at__gt=now, starts_at__lte=now + FEED_WINDOW)
        return dates.select_related(*join_date()).order_by("starts_at", "pk")[:MAX_ITEMS]

    def item_title(self, item: Occurrence) -> str:
        return f"{one_printable_line(item.event.name)}: {format_when(item.starts_at, item.ends_at)}"

    def item_description(self, item: Occurrence) -> str:
        event = item.event
        texts = [printable(event.description), format_what_to_bring(event), format_place(item.venue), item.venue.access]
        parts = [*texts, f"Ticket price: {format_price(event.price, get_tax_rate(item.venue))}"]
        return "\n\n".join(filter(None, parts))

    def item_link(self, item: Occurrence) -> str:
        return get_date_url(item)

    def item_guid(self, item: Occurrence) -> str:
        return f"urn:uuid:{get_uid(item)}"

    def item_pubdate(self, item: Occurrence) -> datetime:
        """Return when the date came within FEED_WINDOW, so that readers see the dates of a series one by one."""
        return max(get_last_change(item), item.starts_at - FEED_WINDOW)

    def item_categories(self, item: Occurrence) -> list[str]:
        return [one_printable_line(name) for name in (item.event.category, item.event.format) if name]
