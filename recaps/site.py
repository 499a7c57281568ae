"""/thanks/{token}: say how a date was, without signing in; and the event page, whose previews say how a date was.

A GET of /thanks stores nothing, because scanners of emails open every link.
"""

from contextlib import suppress

from django import forms
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.urls import re_path
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_safe

from bookings.mails import get_event_url
from bookings.response_cache import cached_response
from bookings.site.pages import render_event_page
from charityshop.api.throttling import counting_dead_links
from charityshop.branding.shop import shop_of
from charityshop.exceptions import DeadLink
from charityshop.security.link_tokens import LINK_HEADERS
from charityshop.text import clean
from charityshop.views import error_page
from events.formatting import format_day
from notices.models import Notice
from recaps.models import MAX_ANSWER_LENGTH
from recaps.posts import describe_for_previews
from recaps.services import NO, YES, AlreadyAnswered, find_thanks, store_answer

CHOOSE = "Choose an answer."


class AnswerForm(forms.Form):
    answer = forms.ChoiceField(
        choices=[(YES, "Yes"), (NO, "Could be better")], error_messages={"required": CHOOSE, "invalid_choice": CHOOSE}
    )
    text = forms.CharField(required=False)

    def clean_text(self) -> str:
        """Count line breaks once, as browsers do while somebody types."""
        text = clean(self.cleaned_data["text"].replace("\r\n", "\n")).strip()
        if len(text) > MAX_ANSWER_LENGTH:
            raise forms.ValidationError(f"Use at most {MAX_ANSWER_LENGTH} characters.")
        return text


@csrf_exempt  # browsers of email programs may send no cookie, and the token is the permission
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def thanks(request: HttpRequest, token: str) -> HttpResponse:
    try:
        with counting_dead_links(request):
            response = respond(request, find_thanks(token), token)
    except DeadLink as error:
        response = error_page(error.message, "Answers can be given for 30 days after the date.", status=error.status)
    for name, value in LINK_HEADERS.items():
        response[name] = value
    return response


def respond(request: HttpRequest, notice: Notice, token: str) -> HttpResponse:
    """Show the form, store a valid answer, or thank who has answered."""
    date = notice.occurrence
    posted = request.POST if request.method == "POST" else None
    form = AnswerForm(posted, initial={"answer": request.GET.get("answer")})  # the button that was pressed in the email
    context = {
        "shop": shop_of(request),
        "name": date.event.name,
        "day": format_day(date.starts_at),
        "page": get_event_url(date.event.public_id, date.starts_at),
        "form": form,
        "limit": MAX_ANSWER_LENGTH,
    }
    if not notice.has_answered:
        if not form.is_valid():
            return render(request, "thanks.html", context, status=400 if form.is_bound else 200)
        with suppress(AlreadyAnswered):  # in another window, a moment ago
            store_answer(token=token, is_good=form.cleaned_data["answer"] == YES, text=form.cleaned_data["text"])
    return render(request, "thanks.html", context | {"has_answered": True})


@require_safe
def event_page(request: HttpRequest, public_id: str) -> HttpResponseBase:
    return render_event_page(request, public_id, describe_for_previews)


urlpatterns = [
    re_path(r"^thanks/(?P<token>[^/]+)/?$", thanks),
    re_path(r"^product/(?P<public_id>[^/]+)/?$", cached_response(event_page)),
]
