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

from bookings.formatting import format_place, format_price, format_when
from bookings.ical.feed import date_address, last_change, uid_of
from charityshop.branding.shop import Shop, shop_of
from charityshop.spa.page import absolute
from charityshop.text import one_printable_line, printable
from events.models import Event, Occurrence

MOST_ITEMS = 50
IN_SIGHT = timedelta(days=30)


class AtOurAddress(Sitemap):  # type: ignore[type-arg]  # generic for mypy alone
    """Links lead to SITE_URL, under whatever name this very request came."""

    def get_urls(self, page: int | str = 1, site: Any = None, protocol: str | None = None) -> list[dict[str, Any]]:
        scheme, host, *_ = urlsplit(settings.SITE_URL)
        return super().get_urls(page, cast(RequestSite, SimpleNamespace(domain=host)), scheme)


class PagesMap(AtOurAddress):
    def items(self) -> Sequence[str]:
        return ["/", "/page/1", "/about"]

    def location(self, item: str) -> str:
        return item


class EventsMap(AtOurAddress):
    """Every published event; over ones too, because links lead there."""

    def items(self) -> QuerySet[Event]:
        dates = Coalesce(Max("occurrences__changed_at"), "changed_at")
        return Event.objects.published().annotate(last_change=Greatest("changed_at", dates)).order_by("public_id")

    def location(self, item: Event) -> str:
        return f"/product/{item.public_id}"

    def lastmod(self, item: Any) -> datetime:
        moment: datetime = item.last_change
        return moment


SITEMAPS = {"pages": PagesMap, "events": EventsMap}


@require_safe
@cache_control(public=True, max_age=3600)
def robots(request: HttpRequest) -> HttpResponse:
    """What no crawler needs. Private pages say noindex themselves, and the public calls draw the public pages."""
    closed = ("/admin-console/", "/api/users", "/api/orders", "/api/docs", "/api/schema", "/demo/")
    lines = ["User-agent: *", *(f"Disallow: {path}" for path in closed), "", f"Sitemap: {absolute('/sitemap.xml')}", ""]
    return HttpResponse("\n".join(lines), content_type="text/plain; charset=utf-8")


class NightsFeed(Feed):  # type: ignore[type-arg]
    """The nights of the next weeks, one item for each, which enters the day the night comes into sight."""

    feed_type = Rss201rev2Feed
    language = "en-us"
    ttl = 60  # minutes
    item_guid_is_permalink = False

    def get_object(self, request: HttpRequest) -> Shop:
        return shop_of(request)

    def title(self, obj: Shop) -> str:
        return f"Nights at {one_printable_line(obj.name)}"

    def description(self, obj: Shop) -> str:
        return one_printable_line(obj.description)

    def link(self) -> str:
        return absolute("/")

    def feed_url(self) -> str:
        return absolute("/events.rss")

    def items(self) -> QuerySet[Occurrence]:
        now = timezone.now()
        dates = Occurrence.objects.published().filter(starts_at__gt=now, starts_at__lte=now + IN_SIGHT)
        return dates.select_related("event").order_by("starts_at", "pk")[:MOST_ITEMS]

    def item_title(self, item: Occurrence) -> str:
        return f"{one_printable_line(item.event.name)}: {format_when(item.starts_at, item.ends_at)}"

    def item_description(self, item: Occurrence) -> str:
        event = item.event
        told = [printable(event.description), format_place(event), f"Ticket price: {format_price(event.price)}"]
        return "\n\n".join(filter(None, told))

    def item_link(self, item: Occurrence) -> str:
        return date_address(item)

    def item_guid(self, item: Occurrence) -> str:
        return f"urn:uuid:{uid_of(item)}"

    def item_pubdate(self, item: Occurrence) -> datetime:
        """A series is put up a year ahead; readers are told of each of its nights in its turn."""
        return max(last_change(item), item.starts_at - IN_SIGHT)

    def item_categories(self, item: Occurrence) -> list[str]:
        return [one_printable_line(name) for name in (item.event.category, item.event.format) if name]
