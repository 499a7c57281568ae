"""Reject passwords made of the shop's own words, which attackers try first.

The words come from the shop's name (current and configured), its host name, and the subject of such shops. A password
may contain them, if enough other letters and digits are left. The demo's published password is rejected too.
"""

import re

from django.conf import settings
from django.core.exceptions import ValidationError

from charityshop.branding.shop import current_shop

# Only words about this kind of shop. The list of breached passwords covers common ones such as "password".
COMMON_WORDS = {
    "admin",
    "cards",
    "card",
    "cause",
    "charity",
    "event",
    "games",
    "game",
    "magic",
    "night",
    "organiser",
    "organizer",
    "shop",
    "staff",
    "tickets",
    "ticket",
    "tournament",
    "volunteer",
}
MIN_WORD_LENGTH = 3  # letters
MIN_OTHER_CHARACTERS = 6  # letters and digits besides words of the shop


class ShopWordsValidator:
    """Reject passwords that consist of the shop's words. For AUTH_PASSWORD_VALIDATORS."""

    def validate(self, password: str, user: object = None) -> None:
        if password == settings.DEMO_PASSWORD or consists_of(password, get_shop_terms()):
            raise ValidationError("This password consists of this shop’s own words.", code="password_of_own_words")

    def get_help_text(self) -> str:
        return "Your password can’t consist of this shop’s own words alone."


def get_shop_terms() -> set[str]:
    texts = (current_shop().name, settings.SHOP_NAME, settings.SITE_HOST)
    found = re.findall(r"[^\W\d_]+", " ".join(texts).lower())
    return {word for word in found if len(word) >= MIN_WORD_LENGTH} | COMMON_WORDS


def consists_of(password: str, terms: set[str]) -> bool:
    """Return whether too little of the password is left after removing the terms, longest first."""
    typed = "".join(filter(str.isalnum, password.lower()))
    left = re.sub("|".join(map(re.escape, sorted(terms, key=len, reverse=True))), "", typed)
    return len(left) < min(MIN_OTHER_CHARACTERS, len(typed))
