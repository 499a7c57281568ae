"""Home and the page of an event, with their first data; their heads tell search engines what is on."""

from collections.abc import Sequence

from django.conf import settings
from django.core.paginator import Paginator
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils import timezone
from django.utils.text import Truncator
from django.views.decorators.http import require_safe

from bookings.first_view import event_texts, home_texts
from bookings.kept import made_of
from bookings.programme import DateSeats, Night, dates_shown, facets, listed_dates, night_with_dates, upcoming_dates
from bookings.serializers import ProductDetailSerializer, date_rows
from bookings.structured import about_event, about_shop
from charityshop.pagination import Page as ListPage
from charityshop.shell import NOT_FOUND, Page, Preload, render_shell
from charityshop.shop import Shop, shop_of
from events.media import picture_srcset, shared_picture_path
from events.models import Event, Occurrence
from events.moments import day_in_words

# As wide as the app shows the picture at the top of an event's page, and a card's: the same words as in its code.
PICTURE_SIZES = "(min-width: 60rem) 41rem, 100vw"
CARD_SIZES = "(min-width: 60rem) 23rem, (min-width: 40rem) 47vw, 14rem"


@require_safe
def home_page(request: HttpRequest) -> HttpResponseBase:
    now = timezone.now()
    dates = Paginator(upcoming_dates(now), settings.PAGE_SIZE).page(1)
    listed = ListPage(list(dates.object_list), 1, dates.paginator.num_pages, dates.paginator.count)
    shown = listed_dates(listed.rows, now)
    made_of(request, dates_shown(shown, now))
    rows = date_rows(shown)
    answer = listed.on_the_wire("products", rows) | {"facets": facets(now)}
    texts = home_texts(rows)
    picture = listed.rows[0].event.image if listed.rows else ""
    home = Page(
        "",
        path="/",
        module="src/features/events/HomePage.tsx",
        preload=preload_of(picture, CARD_SIZES),
        json_ld=about_shop(shop_of(request)),
        first_data=[{"key": ["Product", "dates", {}], "data": answer}],  # GET /api/products?view=dates
        first_view="home" if texts else "",
        context=texts or {},
    )
    return render_shell(request, home)


@require_safe
def product_page(request: HttpRequest, public_id: str) -> HttpResponseBase:
    """Hidden and unknown events look alike, for admins too: this page is the same for everybody."""
    event = Event.objects.published().filter(public_id=public_id).first()
    if event is None:
        return render_shell(request, NOT_FOUND, status=404)
    night, dates = night_with_dates(event, timezone.now())
    made_of(request, {date.occurrence.pk for date in dates})
    asked = request.GET.getlist("rsvpDate")[:1]  # the first, as the app reads it
    return render_shell(request, page_of_event(night, dates, shop_of(request), asked[0] if asked else None))


def page_of_event(night: Night, dates: Sequence[DateSeats], shop: Shop, asked: str | None) -> Page:
    event = night.event
    answer = ProductDetailSerializer((night, dates)).data
    texts = event_texts(answer, asked)
    path = f"/product/{event.public_id}"
    return Page(
        title=event.name,
        description=description_of(event, night.next_date),
        path=path,
        module="src/features/events/EventPage.tsx",
        picture=shared_picture_path(event.image),
        preload=preload_of(event.image, PICTURE_SIZES),
        json_ld=about_event(event, dates, shop),
        first_data=[{"key": ["Product", event.public_id], "data": answer}],
        first_view="event" if texts else "",
        context=texts or {},
    )


def preload_of(image: str, sizes: str) -> Preload | None:
    return Preload(picture_srcset(image, "avif"), sizes) if image else None


def description_of(event: Event, date: Occurrence | None) -> str:
    when = f"{day_in_words(date.starts_at)}: " if date else ""
    return Truncator(f"{when}{' '.join(event.description.split())}").chars(160)
