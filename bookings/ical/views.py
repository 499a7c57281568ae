"""Calendar feeds: all events, a filtered list, or one event's dates."""

from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.cache import get_conditional_response
from django.utils.http import quote_etag
from django.views.decorators.cache import cache_control
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from bookings.ical.feed import MOST_DATES, Feed, feed_dates, feed_file, version_of
from bookings.site.query_filters import narrowed, words_of
from charityshop.branding.shop import shop_of
from charityshop.spa.page import absolute
from events.models import Event, Occurrence

FRESH_FOR = 300  # seconds


@require_safe
@gzip_page
@cache_control(public=True, max_age=FRESH_FOR)
def programme_calendar(request: HttpRequest) -> HttpResponse:
    """/calendar.ics, narrowed by the filters of the list of dates."""
    dates = narrowed(feed_dates(timezone.now()), request.GET)
    shop, words = shop_of(request), words_of(request.GET)
    name = f"{shop.name}: {words}" if words else shop.name
    return answer(request, dates, Feed(name, shop.description, absolute(request.get_full_path())))


@require_safe
@gzip_page
@cache_control(public=True, max_age=FRESH_FOR)
def event_calendar(request: HttpRequest, public_id: str) -> HttpResponse:
    """/calendar/{id}.ics: hidden events have none, like unknown ones."""
    event = Event.objects.published().filter(public_id=public_id).first()
    if event is None:
        raise Http404
    dates = feed_dates(timezone.now()).filter(event=event)
    name = f"{event.name} · {shop_of(request).name}"
    return answer(request, dates, Feed(name, f"Every date of {event.name}.", absolute(request.path)))


def answer(request: HttpRequest, dates: QuerySet[Occurrence], feed: Feed) -> HttpResponse:
    """The file, or 304 where the calendar has it already: then the dates are not even read."""
    etag = quote_etag(version_of(dates, feed))
    found = get_conditional_response(request, etag=etag)
    if found is None:
        found = HttpResponse(feed_file(dates[:MOST_DATES], feed), content_type="text/calendar; charset=utf-8")
        found["Content-Disposition"] = 'inline; filename="calendar.ics"'
    found["ETag"] = etag
    return found
