"""Answers that are kept in memory and given again for as long as they are still true.

What visitors read is made from the programme, from the seats that are taken, and from the clock. So an answer is good
while the programme's stamp is the same (the shop's own words and pictures change it too), as many seats are taken on
each date it speaks of, and no date has begun nor a day ended since. All of that is looked at anew for every request
(`bookings.truth`), in two small queries at most; nothing kept is ever believed by its age. What is written goes past
this: the seat rule never reads an answer.
"""

from collections import OrderedDict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import wraps
from threading import Lock
from typing import Any

from csp.constants import HEADER as POLICY
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.template.response import SimpleTemplateResponse
from django.utils import timezone
from django.utils.cache import get_conditional_response, patch_vary_headers

from bookings.truth import Seats, Truth, truth_about
from charityshop.spa.page import built_at, in_dev_mode
from events.datetimes import day_bounds, shop_zone
from events.models import Occurrence

View = Callable[..., HttpResponseBase]
Make = Callable[[], HttpResponseBase]
MOST_ANSWERS = 256  # a process keeps
MOST_BYTES = 512 * 1024  # of one answer
MOST_DATES = 1000  # one answer may speak of
LONGEST_ADDRESS = 400


@dataclass(frozen=True, slots=True)
class Kept:
    seats: Seats
    truth: Truth | None
    """None until the dates are known before the answer is made: only then nothing can change in between unseen."""
    until: datetime
    content: bytes
    headers: dict[str, str]

    def answer(self, request: HttpRequest) -> HttpResponseBase:
        whole = HttpResponse(self.content, headers=self.headers)
        response = get_conditional_response(request, etag=self.headers.get("ETag"), response=whole) or whole
        if POLICY in self.headers:  # which a 304 bears too, though Django takes no more along than it has to
            response[POLICY] = self.headers[POLICY]
        return response


class Shelf:
    """The answers of one process, those used last; safe for its threads."""

    def __init__(self) -> None:
        self.answers: OrderedDict[str, Kept] = OrderedDict()
        self.lock = Lock()

    def get(self, key: str) -> Kept | None:
        with self.lock:
            if key in self.answers:
                self.answers.move_to_end(key)
            return self.answers.get(key)

    def put(self, key: str, kept: Kept) -> None:
        with self.lock:
            self.answers[key] = kept
            self.answers.move_to_end(key)
            while len(self.answers) > MOST_ANSWERS:
                self.answers.popitem(last=False)


shelf = Shelf()


def made_of(request: Any, occurrence_ids: Iterable[int]) -> None:
    """A view says which dates' seats its answer depends on. One that doesn't say is not kept."""
    getattr(request, "_request", request).kept_dates = frozenset(occurrence_ids)


def kept(view: View) -> View:
    """For what every visitor reads alike. Whoever carries a session is answered by the view itself."""

    @wraps(view)
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if not is_short_read(request) or settings.SESSION_COOKIE_NAME in request.COOKIES:
            return view(request, *args, **kwargs)

        def make() -> HttpResponseBase:
            response = view(request, *args, **kwargs)
            patch_vary_headers(response, ("Cookie",))
            return response

        return from_shelf(make, request, key_of(request))

    return answer


def kept_page(view: View) -> View:
    """For the app's page, which is the same for everybody, signed in or not. A new build is noticed."""

    @wraps(view)
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if not is_short_read(request) or in_dev_mode():
            return view(request, *args, **kwargs)
        return from_shelf(lambda: view(request, *args, **kwargs), request, f"{key_of(request)} {built_at()}")

    return answer


def from_shelf(make: Make, request: HttpRequest, key: str) -> HttpResponseBase:
    now = timezone.now()
    found = shelf.get(key)
    truth = truth_about(found.seats, now) if found else None
    if found and truth is not None and truth == found.truth and now < found.until:
        return found.answer(request)
    return make_and_keep(make, request, key, found, truth, now)


def is_short_read(request: HttpRequest) -> bool:
    return request.method == "GET" and len(request.get_full_path()) <= LONGEST_ADDRESS


def key_of(request: HttpRequest) -> str:
    takes_gzip = "gzip" in request.META.get("HTTP_ACCEPT_ENCODING", "")
    return f"{request.get_full_path()} {takes_gzip} {request.META.get('HTTP_ACCEPT', '')[:LONGEST_ADDRESS]}"


def make_and_keep(
    make: Make, request: HttpRequest, key: str, found: Kept | None, truth: Truth | None, now: datetime
) -> HttpResponseBase:
    """The view's answer, whole, even where the visitor has the same one already: that is looked at afterwards."""
    conditions = {name: request.META.pop(name, "") for name in ("HTTP_IF_NONE_MATCH", "HTTP_IF_MODIFIED_SINCE")}
    try:
        response = make()
        if isinstance(response, SimpleTemplateResponse):
            response = response.render()
    finally:
        request.META.update({name: value for name, value in conditions.items() if value})
    dates = getattr(request, "kept_dates", None)
    if not isinstance(response, HttpResponse):
        return response
    checked = found is not None and dates == found.seats.dates
    fresh = Kept(
        seats=Seats(dates or frozenset()),
        truth=truth if checked else None,
        until=good_until(now) if checked else now,
        content=response.content,
        headers=dict(response.headers),
    )
    if dates is None or not can_be_kept(response, dates):
        return fresh.answer(request) if response.status_code == 200 and not response.cookies else response
    shelf.put(key, fresh)
    return fresh.answer(request)


def can_be_kept(response: HttpResponse, dates: frozenset[int]) -> bool:
    return (
        response.status_code == 200
        and not response.cookies
        and len(response.content) <= MOST_BYTES
        and len(dates) <= MOST_DATES
    )


def good_until(now: datetime) -> datetime:
    """Until the next date of the programme begins, or the day ends in the shop's zone."""
    midnight = day_bounds(now.astimezone(shop_zone()).date() + timedelta(days=1))[0]
    ahead = Occurrence.objects.published().filter(starts_at__gt=now).order_by("starts_at")
    begins = ahead.values_list("starts_at", flat=True).first()
    return min(begins, midnight) if begins else midnight
