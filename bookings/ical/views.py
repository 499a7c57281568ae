"""Calendar feeds: all events, a filtered list, or one event's dates."""

from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.cache import get_conditional_response
from django.utils.http import quote_etag
from django.views.decorators.cache import cache_control
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from bookings.api.filters import filter_dates, format_filters, get_filters
from bookings.ical.feed import MAX_DATES, Feed, get_version, list_feed_dates, render_feed
from charityshop.branding.shop import shop_of
from charityshop.spa.page import absolute
from events.models import Event, Occurrence

MAX_AGE = 300  # seconds


@require_safe
@gzip_page
@cache_control(public=True, max_age=MAX_AGE)
def shop_calendar(request: HttpRequest) -> HttpResponse:
    """/calendar.ics, with the filters of the list of dates."""
    shop, filters = shop_of(request), get_filters(request.GET)
    dates = filter_dates(list_feed_dates(timezone.now()), filters)
    name = f"{shop.name}: {format_filters(filters)}" if filters else shop.name
    return respond(request, dates, Feed(name, shop.description, absolute(request.get_full_path())))


@require_safe
@gzip_page
@cache_control(public=True, max_age=MAX_AGE)
def event_calendar(request: HttpRequest, public_id: str) -> HttpResponse:
    """/calendar/{id}.ics; a 404 for hidden and unknown events."""
    event = Event.objects.published().filter(public_id=public_id).first()
    if event is None:
        raise Http404
    dates = list_feed_dates(timezone.now()).filter(event=event)
    name = f"{event.name} · {shop_of(request).name}"
    return respond(request, dates, Feed(name, f"Every date of {event.name}.", absolute(request.path)))


def respond(request: HttpRequest, dates: QuerySet[Occurrence], feed: Feed) -> HttpResponse:
    """Return the file, or a 304 without reading the dates if the calendar has it already."""
    etag = quote_etag(get_version(dates, feed))
    response = get_conditional_response(request, etag=etag)
    if response is None:
        response = HttpResponse(render_feed(dates[:MAX_DATES], feed), content_type="text/calendar; charset=utf-8")
        response["Content-Disposition"] = 'inline; filename="calendar.ics"'
    response["ETag"] = etag
    return response
