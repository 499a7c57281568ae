"""A mail's words, as text and as HTML, from the templates under `templates/mails/`."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.template.loader import render_to_string

from charityshop.shop import Shop


@dataclass(frozen=True, slots=True)
class Letter:
    text: str
    html: str


def render_letter(kind: str, context: Mapping[str, Any], shop: Shop) -> Letter:
    everything = {**dress_of(shop), "shop_name": shop.name, "site_url": settings.SITE_URL, **context}
    text = render_to_string(f"mails/{kind}.txt", everything)
    return Letter(text=tidy(text), html=render_to_string(f"mails/{kind}.html", everything))


def dress_of(shop: Shop) -> dict[str, Any]:
    """The club's colours, logo and address. A picture's address has to be whole in a mail; all else stands inline."""
    src, width, height = shop.mail_logo
    return {
        "light": shop.theme.light,
        "dark": shop.theme.dark,
        "logo": {"src": f"{settings.SITE_URL}{src}", "width": width, "height": height},
        "contact_email": shop.row.contact_email,
    }


def tidy(text: str) -> str:
    """Template tags on lines of their own leave blank lines behind; one between paragraphs is enough."""
    without_trailing = re.sub(r"[ \t]+$", "", text, flags=re.MULTILINE)
    return re.sub(r"\n{3,}", "\n\n", without_trailing).strip() + "\n"


def one_line(text: str) -> str:
    """A name that somebody typed, fit for a subject."""
    return " ".join(text.split())


def dollars(amount: object) -> str:
    return f"${amount:,.2f}"
