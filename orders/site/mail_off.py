"""/mail-off/{token}: turn reminders off without signing in, also with one click in an email program (RFC 8058).

A GET changes nothing, because scanners of emails open every link.
"""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import re_path
from django.urls.resolvers import URLPattern
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from accounts.services.mail_off import find_mail_off_user, turn_reminders_off
from charityshop.views import error_page

PRIVATE = {"Referrer-Policy": "no-referrer", "X-Robots-Tag": "noindex"}  # the address contains a token


@csrf_exempt  # email programs post without a page before it, and the token is the permission
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def mail_off(request: HttpRequest, token: str) -> HttpResponse:
    user = turn_reminders_off(token=token) if request.method == "POST" else find_mail_off_user(token)
    if user is None:
        response = error_page("This link no longer works.", "You can turn reminders off in your profile.", status=404)
    elif user.reminders:
        response = show(request, "Turn reminders off?", "You then get no emails the day before a date.", is_on=True)
    else:
        response = show(request, "Reminders are off.", "You can turn them on again in your profile.")
    for name, value in PRIVATE.items():
        response[name] = value
    return response


def show(request: HttpRequest, heading: str, text: str, *, is_on: bool = False) -> HttpResponse:
    return render(request, "mail_off.html", {"heading": heading, "text": text, "is_on": is_on})


urlpatterns: list[URLPattern] = [re_path(r"^mail-off/(?P<token>[^/]+)/?$", mail_off)]
