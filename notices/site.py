"""/mail-off/{token}: turn reminders off without signing in, also with one click in an email program (RFC 8058).

A GET changes nothing, because scanners of emails open every link.
"""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import re_path
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from accounts.models import User
from charityshop.api.throttling import counting_dead_links
from charityshop.branding.shop import shop_of
from charityshop.exceptions import DeadLink
from charityshop.security.link_tokens import LINK_HEADERS
from charityshop.views import error_page
from notices.services.send_reminders import Recipient, find_recipient, turn_off_reminders


@csrf_exempt  # email programs post without opening a page first, and the token is the permission
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def mail_off(request: HttpRequest, token: str) -> HttpResponse:
    try:
        with counting_dead_links(request):
            recipient = turn_off_reminders(token=token) if request.method == "POST" else find_recipient(token)
    except DeadLink as error:
        response = error_page(error.message, "You can turn reminders off in your profile.", status=error.status)
    else:
        response = show(request, recipient)
    for name, value in LINK_HEADERS.items():
        response[name] = value
    return response


def show(request: HttpRequest, recipient: Recipient) -> HttpResponse:
    emails = f"an email from {shop_of(request).name} the day before a date, or thanks the morning after"
    if recipient.reminders:
        heading, text = "Turn reminders off?", f"You will no longer get {emails}."
    else:
        heading, text = "Reminders are off.", f"You no longer get {emails}."
        if isinstance(recipient, User):
            text += " You can turn them on again in your profile."
    context = {
        "shop": shop_of(request),
        "heading": heading,
        "text": text,
        "action": "Turn reminders off" if recipient.reminders else "",
    }
    return render(request, "plain_page.html", context)


urlpatterns = [re_path(r"^mail-off/(?P<token>[^/]+)/?$", mail_off)]
