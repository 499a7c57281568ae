"""Home and the page of an event, with their first data; their heads tell search engines what is on."""

from collections.abc import Sequence

from django.conf import settings
from django.core.paginator import Paginator
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils import timezone
from django.utils.text import Truncator
from django.views.decorators.http import require_safe

from bookings.programme import DateSeats, Night, facets, listed_dates, night_with_dates, upcoming_dates
from bookings.serializers import ProductDetailSerializer, date_rows
from bookings.structured import about_event, about_shop
from charityshop.pagination import Page as ListPage
from charityshop.shell import NOT_FOUND, Page, Preload, render_shell
from charityshop.shop import Shop, shop_of
from events.media import picture_srcset, shared_picture_path
from events.models import Event, Occurrence
from events.moments import day_in_words

# As wide as the app shows the picture at the top of an event's page.
PICTURE_SIZES = "(min-width: 60rem) 41rem, 100vw"


@require_safe
def home_page(request: HttpRequest) -> HttpResponseBase:
    now = timezone.now()
    dates = Paginator(upcoming_dates(now), settings.PAGE_SIZE).page(1)
    listed = ListPage(list(dates.object_list), 1, dates.paginator.num_pages, dates.paginator.count)
    rows = date_rows(listed_dates(listed.rows, now))
    answer = listed.on_the_wire("products", rows) | {"facets": facets(now)}
    home = Page(
        "",
        path="/",
        module="src/features/events/HomePage.tsx",
        json_ld=about_shop(shop_of(request)),
        first_data=[{"key": ["Product", "dates", {}], "data": answer}],  # GET /api/products?view=dates
    )
    return render_shell(request, home)


@require_safe
def product_page(request: HttpRequest, public_id: str) -> HttpResponseBase:
    """Hidden and unknown events look alike, for admins too: this page is the same for everybody."""
    event = Event.objects.published().filter(public_id=public_id).first()
    if event is None:
        return render_shell(request, NOT_FOUND, status=404)
    night, dates = night_with_dates(event, timezone.now())
    return render_shell(request, page_of_event(night, dates, shop_of(request)))


def page_of_event(night: Night, dates: Sequence[DateSeats], shop: Shop) -> Page:
    event = night.event
    path = f"/product/{event.public_id}"
    return Page(
        title=event.name,
        description=description_of(event, night.next_date),
        path=path,
        module="src/features/events/EventPage.tsx",
        picture=shared_picture_path(event.image),
        preload=Preload(picture_srcset(event.image, "avif"), PICTURE_SIZES) if event.image else None,
        json_ld=about_event(event, dates, shop),
        first_data=[{"key": ["Product", event.public_id], "data": ProductDetailSerializer((night, dates)).data}],
    )


def description_of(event: Event, date: Occurrence | None) -> str:
    when = f"{day_in_words(date.starts_at)}: " if date else ""
    return Truncator(f"{when}{' '.join(event.description.split())}").chars(160)
