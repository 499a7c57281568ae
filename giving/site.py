"""The home page: the dates that are next, and what the season has raised so far."""

from dataclasses import replace

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.urls import re_path
from django.utils import timezone
from django.views.decorators.http import require_safe

from bookings.response_cache import cached_response
from bookings.site.pages import build_home_page
from charityshop.exceptions import Missing
from charityshop.spa.page import first_data, render_page
from giving.api.serializers import RaisedSerializer
from giving.selectors import CURRENT, get_progress_of_season


@require_safe
def home_page(request: HttpRequest) -> HttpResponseBase:
    now = timezone.now()
    page = build_home_page(request)
    try:
        raised = RaisedSerializer(get_progress_of_season(CURRENT)).data
    except Missing:  # without a goal, the page says only who gets the money
        raised = None
    told = first_data(["Goal", "raised", {"season": CURRENT}], raised, now)  # GET /api/giving/raised?season=current
    context = {**page.context, "raised": raised and raised.get("summary")}
    return render_page(request, replace(page, first_data=[*page.first_data, told], context=context))


urlpatterns = [re_path(r"^$", cached_response(home_page))]
