"""The demo's email backend, which writes emails to files, and the /demo/mails page that shows them."""

import base64
import os
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from email import policy
from email.message import EmailMessage as ParsedMessage
from email.parser import BytesParser
from email.utils import parsedate_to_datetime
from functools import wraps
from pathlib import Path
from typing import cast

from csp.constants import NONE, SELF, UNSAFE_INLINE
from csp.decorators import csp
from django.conf import settings
from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.urls import re_path
from django.views.decorators.cache import never_cache
from django.views.decorators.clickjacking import xframe_options_sameorigin
from django.views.decorators.http import require_safe

from charityshop.branding.shop import shop_of
from charityshop.db.columns import new_public_id
from outbox.models import Outgoing

MAX_SHOWN, MAX_POSTS = 100, 20
# Emails have inline styles and images. Scripts don't run, and links open in a new tab.
MAIL_POLICY = {
    "default-src": [NONE],
    "img-src": ["data:"],
    "style-src": [UNSAFE_INLINE],
    "frame-ancestors": [SELF],
    "sandbox": ["allow-popups", "allow-popups-to-escape-sandbox"],
}
View = Callable[..., HttpResponseBase]


class MailFolder(BaseEmailBackend):
    """Write each email to a file named by its Message-ID, so that an email sent twice is one file."""

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        folder().mkdir(parents=True, exist_ok=True)
        for email_message in email_messages:
            message = email_message.message()
            found = re.match(r"<([0-9a-f]{24})@", str(message["Message-ID"]))
            name = found[1] if found else new_public_id()
            unfinished = folder() / f"{name}.{os.getpid()}"
            unfinished.write_bytes(message.as_bytes())
            unfinished.replace(folder() / f"{name}.eml")
        return len(email_messages)


# --- Reading -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class DemoMail:
    name: str
    message: ParsedMessage

    @property
    def subject(self) -> str:
        return str(self.message["Subject"]).strip()  # a folded header starts with a space

    @property
    def to(self) -> str:
        return str(self.message["To"])

    @property
    def date(self) -> datetime:
        return parsedate_to_datetime(str(self.message["Date"])).replace(tzinfo=UTC)  # Django writes UTC as -0000

    @property
    def text(self) -> str:
        return self.body("plain")

    @property
    def html(self) -> str:
        return self.body("html")

    @property
    def html_with_images(self) -> str:
        """The HTML body with the attached images as data URLs."""
        html = self.html
        for part in self.message.walk():
            if content_id := str(part["Content-ID"] or "").strip("<>"):
                content = base64.b64encode(cast(bytes, part.get_payload(decode=True))).decode()
                html = html.replace(f'"cid:{content_id}"', f'"data:image/png;base64,{content}"')
        return html

    @property
    def attachments(self) -> list[ParsedMessage]:
        return [part for part in self.message.iter_attachments() if isinstance(part, ParsedMessage)]

    @property
    def file_names(self) -> list[str]:
        return [part.get_filename("file") for part in self.attachments]

    def body(self, kind: str) -> str:
        part = self.message.get_body((kind,))
        return str(part.get_content()) if part else ""


def folder() -> Path:
    return Path(str(settings.EMAIL_FILE_PATH))


def list_newest() -> Iterator[DemoMail]:
    """Return the newest emails. Names sort by time."""
    files = sorted(folder().glob("*.eml"), reverse=True)
    return (DemoMail(file.stem, read(file)) for file in files[:MAX_SHOWN])


def find_mail(name: str) -> DemoMail:
    """Return an email. The route restricts `name` to 24 hex digits, so it can't point elsewhere."""
    try:
        return DemoMail(name, read(folder() / f"{name}.eml"))
    except FileNotFoundError:
        raise Http404 from None


def read(file: Path) -> ParsedMessage:
    return BytesParser(_class=ParsedMessage, policy=policy.default).parsebytes(file.read_bytes())


# --- The page ------------------------------------------------------------------------------------------------------


def demo_only(view: View) -> View:
    """Return 404 outside the demo, because these pages show password links."""

    @require_safe
    @never_cache
    @wraps(view)
    def guarded(request: HttpRequest, **named: str) -> HttpResponseBase:
        if not settings.DEMO_MAILS:
            raise Http404
        return view(request, **named)

    return guarded


@demo_only
def mails_page(request: HttpRequest, name: str = "") -> HttpResponse:
    """List all emails, newest first, and show the one named or the newest."""
    mails = list(list_newest())
    opened = find_mail(name) if name else next(iter(mails), None)
    posts = Outgoing.objects.filter(channel=Outgoing.Channel.DISCORD).exclude(sent_at=None)[:MAX_POSTS]
    context = {"mails": mails, "opened": opened, "posts": posts, "shop": shop_of(request)}
    return render(request, "demo_mails.html", context)


@demo_only
def mail_html(request: HttpRequest, name: str) -> HttpResponseBase:
    mail = find_mail(name)

    @xframe_options_sameorigin
    @csp(MAIL_POLICY)
    def draw(request: HttpRequest) -> HttpResponse:
        return HttpResponse(mail.html_with_images)

    return draw(request)


@demo_only
def mail_file(request: HttpRequest, name: str, number: str) -> HttpResponse:
    """Return one attachment as a download."""
    attachments = find_mail(name).attachments
    if int(number) >= len(attachments):
        raise Http404
    part = attachments[int(number)]
    response = HttpResponse(part.get_payload(decode=True), content_type="application/octet-stream")
    response["Content-Disposition"] = f'attachment; filename="{part.get_filename("file")}"'
    return response


MAIL = r"demo/mails/(?P<name>[0-9a-f]{24})"
urlpatterns = [
    re_path(r"^demo/mails/?$", mails_page),
    re_path(rf"^{MAIL}/?$", mails_page),
    re_path(rf"^{MAIL}/html$", mail_html),
    re_path(rf"^{MAIL}/files/(?P<number>[0-9]{{1,3}})$", mail_file),
]
