"""Routes of pages, calendars and feeds."""

from django.contrib.sitemaps.views import sitemap
from django.urls import path, re_path
from django.views.decorators.cache import cache_control
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import conditional_page, require_safe

from bookings.ical.views import event_calendar, shop_calendar
from bookings.response_cache import cached_response
from bookings.site.embed import embed_colors, embed_script, embedded_events
from bookings.site.feeds import SITEMAPS, EventFeed, robots
from bookings.site.pages import dates_page
from charityshop.spa.routes import NUMBER

for_five_minutes = cache_control(public=True, max_age=300)

urlpatterns = [
    path("calendar.ics", shop_calendar),
    re_path(r"^calendar/(?P<public_id>[0-9a-f]{24})\.ics$", event_calendar),
    path("robots.txt", robots),
    path("events.rss", require_safe(gzip_page(conditional_page(for_five_minutes(EventFeed()))))),
    path(
        "sitemap.xml",
        require_safe(gzip_page(conditional_page(for_five_minutes(sitemap)))),
        {"sitemaps": SITEMAPS, "content_type": "application/xml; charset=utf-8"},
    ),
    re_path(r"^embed/events/?$", embedded_events),
    path("embed/colours.css", embed_colors),
    path("embed.js", embed_script),
    re_path(rf"^page/(?P<number>{NUMBER})/?$", cached_response(dates_page)),
]
