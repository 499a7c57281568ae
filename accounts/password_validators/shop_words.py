"""Passwords made of the shop's own words, which are what somebody who guesses tries first.

The words are those of the shop's name (as it is now, and as the environment has it), the parts of its host name, and
what such a shop is about. A password may hold them; without them, and without what is neither letter nor digit, enough
has to be left. The demo's published password is refused too.
"""

import re

from django.conf import settings
from django.core.exceptions import ValidationError

from charityshop.branding.shop import current_shop

# Not what anybody anywhere types, such as "password" or "summer": that is for the list of breached passwords to know.
ABOUT = {
    "admin", "cards", "card", "cause", "charity", "event", "games", "game", "magic", "night", "organiser", "organizer",
    "shop", "staff", "tickets", "ticket", "tournament", "volunteer",
}  # fmt: skip
SHORTEST_WORD = 3  # letters
ENOUGH = 6  # letters and digits besides words of the shop


class OwnWordsValidator:
    """For AUTH_PASSWORD_VALIDATORS."""

    def validate(self, password: str, user: object = None) -> None:
        if password == settings.DEMO_PASSWORD or is_of_own_words(password, own_words()):
            raise ValidationError("This password is made of words of this shop.", code="password_of_own_words")

    def get_help_text(self) -> str:
        return "Your password can’t be made of words of this shop alone."


def own_words() -> set[str]:
    texts = (current_shop().name, settings.SHOP_NAME, settings.SITE_HOST)
    found = re.findall(r"[^\W\d_]+", " ".join(texts).lower())
    return {word for word in found if len(word) >= SHORTEST_WORD} | ABOUT


def is_of_own_words(password: str, words: set[str]) -> bool:
    """Whether too little is left of it once the words are taken out, the longest first."""
    typed = "".join(filter(str.isalnum, password.lower()))
    left = re.sub("|".join(map(re.escape, sorted(words, key=len, reverse=True))), "", typed)
    return len(left) < min(ENOUGH, len(typed))
