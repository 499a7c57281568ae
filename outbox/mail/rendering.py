"""Render the text and HTML bodies of an email from `templates/mails/`."""

import base64
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from email.header import Header
from email.message import Message
from email.mime.image import MIMEImage
from typing import Any, cast

from django.conf import settings
from django.core.mail import EmailMultiAlternatives, SafeMIMEMultipart
from django.template.loader import get_template

from charityshop.branding.shop import Shop
from charityshop.text import has_link, one_printable_line

LOGO_ID = "logo"


@dataclass(frozen=True, slots=True)
class Attachment:
    name: str
    content_type: str
    content: bytes
    is_invitation: bool = False
    """Whether it is also an alternative of the text, which is where calendars look for invitations."""
    content_id: str = ""
    """Of an image that the HTML shows; the email then has no file."""

    def to_json(self) -> dict[str, Any]:
        content = base64.b64encode(self.content).decode()
        invitation = {"invitation": True} if self.is_invitation else {}
        shown = {"content_id": self.content_id} if self.content_id else {}
        return {"name": self.name, "type": self.content_type, "content": content, **invitation, **shown}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "Attachment":
        content = base64.b64decode(data["content"])
        return cls(
            data["name"],
            data["type"],
            content,
            is_invitation=data.get("invitation", False),
            content_id=data.get("content_id", ""),
        )


@dataclass(frozen=True, slots=True)
class MessageContent:
    """The subject and attachments of an email, and the context of its templates with the `first_name` it greets."""

    subject: str
    context: Mapping[str, Any]
    attachments: Sequence[Attachment] = ()
    unsubscribe_url: str = ""  # for one-click unsubscribing (RFC 8058); empty for emails that users can't turn off

    def to_data(self) -> dict[str, Any]:
        """Return the `data` of an email about the past."""
        attachments = [attachment.to_json() for attachment in self.attachments]
        return {"subject": self.subject, "context": self.context, "attachments": attachments}

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> "MessageContent":
        attachments = [Attachment.from_json(attachment) for attachment in data["attachments"]]
        return cls(data["subject"], data["context"], attachments)


@dataclass(frozen=True, slots=True)
class Bodies:
    text: str
    html: str


def render_bodies(kind: str, context: Mapping[str, Any], shop: Shop) -> Bodies:
    """Render the template of this kind, which has both bodies. `context` contains the `first_name` to greet."""
    full = {**branding_context(shop), "shop_name": shop.name, "site_url": settings.SITE_URL, **context}
    full["greeting"] = format_greeting(context["first_name"])
    template = get_template(f"mails/{kind}.html")
    text, html = (template.render({**full, "layout": f"mails/base.{form}"}) for form in ("txt", "html"))
    return Bodies(text=collapse_blank_lines(text), html=html)


def format_greeting(first_name: str) -> str:
    """Greet by first name, unless email clients would turn the name into a link: it may be an attempt to mislead."""
    name = one_printable_line(first_name)
    return "Hello," if not name or has_link(name) else f"Hello {name},"


def branding_context(shop: Shop) -> dict[str, Any]:
    """Return the club's colors, logo and contact address for the templates."""
    width, height = shop.mail_logo_size
    return {
        "light": shop.theme.light,
        "dark": shop.theme.dark,
        "logo": {"src": f"cid:{LOGO_ID}", "width": width, "height": height},
        "contact_email": shop.row.contact_email,
    }


class EmailWithImages(EmailMultiAlternatives):
    """An email with images as inline attachments, so that displaying it loads nothing from a server.

    `images` are PNGs by their Content-ID. Calendar invitations are alternatives of the text and the HTML.
    """

    def __init__(
        self, *args: Any, images: Mapping[str, bytes], invitations: Sequence[Message] = (), **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.images = images
        self.invitations = invitations

    def message(self, **options: Any) -> Any:
        message = super().message(**options)
        if not self.subject.isascii():  # otherwise the folded subject begins with an empty line
            message.replace_header("Subject", Header(str(self.subject), "utf-8", header_name="Subject"))
        for part in message.walk():
            if part.get_content_type() == "multipart/alternative":
                text, html = cast(list[Message], part.get_payload())
                part.set_payload([text, add_images(html, self.images), *self.invitations])
        return message


def add_images(html: Message, images: Mapping[str, bytes]) -> SafeMIMEMultipart:
    """Return a multipart/related part with the HTML and its images."""
    related = SafeMIMEMultipart("related")
    related.attach(html)
    for content_id, content in images.items():
        image = MIMEImage(content, "png")
        image.add_header("Content-ID", f"<{content_id}>")
        image.add_header("Content-Disposition", "inline")
        related.attach(image)
    return related


def collapse_blank_lines(text: str) -> str:
    """Collapse the blank lines that template tags leave, and remove trailing whitespace."""
    without_trailing = re.sub(r"[ \t]+$", "", text, flags=re.MULTILINE)
    return re.sub(r"\n{3,}", "\n\n", without_trailing).strip() + "\n"
