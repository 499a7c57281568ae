"""A mail's words, as text and as HTML, from the templates under `templates/mails/`."""

import base64
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from email.message import Message
from email.mime.image import MIMEImage
from typing import Any, cast

from django.conf import settings
from django.core.mail import EmailMultiAlternatives, SafeMIMEMultipart
from django.template.loader import render_to_string

from charityshop.branding.shop import Shop
from charityshop.text import has_link, one_printable_line

LOGO_ID = "logo"


@dataclass(frozen=True, slots=True)
class Attachment:
    name: str
    content_type: str
    content: bytes

    def stored(self) -> dict[str, str]:
        content = base64.b64encode(self.content).decode()
        return {"name": self.name, "type": self.content_type, "content": content}

    @classmethod
    def from_stored(cls, stored: Mapping[str, str]) -> "Attachment":
        return cls(stored["name"], stored["type"], base64.b64decode(stored["content"]))


@dataclass(frozen=True, slots=True)
class Words:
    """What a mail says, before it is put on paper: `context` is what its templates are given."""

    subject: str
    context: Mapping[str, Any]
    attachments: Sequence[Attachment] = ()


@dataclass(frozen=True, slots=True)
class Letter:
    text: str
    html: str


def render_letter(kind: str, context: Mapping[str, Any], shop: Shop) -> Letter:
    everything = {**dress_of(shop), "shop_name": shop.name, "site_url": settings.SITE_URL, **context}
    everything["greeting"] = greeting(context["person"].first_name)
    text = render_to_string(f"mails/{kind}.txt", everything)
    return Letter(text=tidy(text), html=render_to_string(f"mails/{kind}.html", everything))


def greeting(first_name: str) -> str:
    """A name that mail programs would make a link of is left out: whoever gave it may want to mislead others."""
    name = one_printable_line(first_name)
    return "Hello," if not name or has_link(name) else f"Hello {name},"


def dress_of(shop: Shop) -> dict[str, Any]:
    """The club's colors, the room its logo takes, and its address."""
    width, height = shop.mail_logo_size
    return {
        "light": shop.theme.light,
        "dark": shop.theme.dark,
        "logo": {"src": f"cid:{LOGO_ID}", "width": width, "height": height},
        "contact_email": shop.row.contact_email,
    }


class WithLogo(EmailMultiAlternatives):
    """A mail that brings its logo along, so that whoever reads it asks nothing of any server."""

    def __init__(self, *args: Any, logo: bytes, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.logo = logo

    def message(self, **options: Any) -> Any:
        whole = super().message(**options)
        for part in whole.walk():
            if part.get_content_type() == "multipart/alternative":
                text, html = cast(list[Message], part.get_payload())
                part.set_payload([text, beside(html, self.logo)])
        return whole


def beside(html: Message, logo: bytes) -> SafeMIMEMultipart:
    """The HTML and the picture it shows, as one part."""
    picture = MIMEImage(logo, "png")
    picture.add_header("Content-ID", f"<{LOGO_ID}>")
    picture.add_header("Content-Disposition", "inline")
    together = SafeMIMEMultipart("related")
    together.attach(html)
    together.attach(picture)
    return together


def tidy(text: str) -> str:
    """Template tags on lines of their own leave blank lines behind; one between paragraphs is enough."""
    without_trailing = re.sub(r"[ \t]+$", "", text, flags=re.MULTILINE)
    return re.sub(r"\n{3,}", "\n\n", without_trailing).strip() + "\n"
