"""The page of a tournament, for players and for everybody. It asks the API for what it shows."""

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.urls import re_path
from django.views.decorators.http import require_safe

from charityshop.spa.page import own_page_context, render_own_page

ENTRY = "src/evening/tournament/main.tsx"


@require_safe
def tournament_page(request: HttpRequest, public_id: str) -> HttpResponseBase:
    """/tables/{id}: the same page for all tournaments, even for one that is hidden or doesn't exist."""
    without_scripts = "Turn on JavaScript to see the tables, or ask the scorekeeper."
    context = own_page_context(request, entry=ENTRY, title="Tables", without_scripts=without_scripts)
    return render_own_page(request, context)


urlpatterns = [re_path(r"^tables/(?P<public_id>[0-9a-f]{24})/?$", tournament_page)]
