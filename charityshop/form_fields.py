"""Fields for what people type in forms. They clean it of characters that nobody sees.

`tests/charityshop/test_form_fields.py` fails for a field of a form that is neither one of these nor excepted there.
"""

from decimal import Decimal
from typing import Any

from rest_framework import serializers
from rest_framework.validators import ProhibitSurrogateCharactersValidator

from charityshop.money import UNCLEAR_AMOUNT, parse_dollars
from charityshop.text import clean, clean_code, clean_email, clean_line

INVALID_EMAIL = "Enter an email like name@example.com."
MAX_EMAIL_LENGTH = 254


def messages_for(message: str, **others: str) -> dict[str, Any]:
    """Return error messages that use one sentence for every way in which a field can be missing."""
    return {"required": message, "blank": message, "null": message, "invalid": message} | others


class LineField(serializers.CharField):
    """A name or another single line. Line breaks and control characters become spaces."""

    clean = staticmethod(clean_line)

    def to_internal_value(self, data: Any) -> str:
        text = super().to_internal_value(data)
        ProhibitSurrogateCharactersValidator()(text)  # cleaning would replace them
        line = self.clean(text)
        if not (line or self.allow_blank):
            self.fail("blank")
        return line


class TextField(serializers.CharField):
    """A text of several lines that somebody has to see: a text of invisible characters is empty."""

    def to_internal_value(self, data: Any) -> str:
        text = super().to_internal_value(data)
        ProhibitSurrogateCharactersValidator()(text)
        seen = clean(text).strip()
        if not (seen or self.allow_blank):
            self.fail("blank")
        return seen


class CodeField(LineField):
    """A code or number that people read somewhere and type."""

    clean = staticmethod(clean_code)


class DigestField(CodeField):
    """What a page that asked about something showed, as a hash (`charityshop.digests`)."""

    def __init__(self, **options: Any) -> None:
        super().__init__(
            required=False,
            max_length=64,
            help_text="That of what the page showed. If it says something else by now: a 409 (`changed`).",
            **options,
        )


class LooseEmailField(LineField):
    """An email address that need not be valid: signing in answers alike to every address that nobody has."""

    clean = staticmethod(clean_email)


class EmailField(LooseEmailField, serializers.EmailField):
    """An email address with an ASCII local part, so that every database compares it case-insensitively alike."""

    def __init__(self, **options: Any) -> None:
        messages = messages_for(
            "Enter your email address.", invalid=INVALID_EMAIL, max_length=f"Use at most {MAX_EMAIL_LENGTH} characters."
        )
        super().__init__(max_length=MAX_EMAIL_LENGTH, error_messages=messages, **options)

    def to_internal_value(self, data: Any) -> str:
        address = super().to_internal_value(data)
        if not address.isascii():
            self.fail("invalid")
        return address


class AmountField(serializers.DecimalField):
    """An amount of money: a number, or a plain decimal text. A negative zero would be shown as -0.0."""

    is_money = True
    default_error_messages = {
        "invalid": UNCLEAR_AMOUNT,
        "max_decimal_places": UNCLEAR_AMOUNT,
        "max_digits": UNCLEAR_AMOUNT,
        "max_string_length": UNCLEAR_AMOUNT,
        "max_whole_digits": "Enter a smaller amount.",
    }

    def validate_empty_values(self, data: Any) -> tuple[bool, Any]:
        """Refuse empty texts. Django REST framework reads them as null: for a refund, that is all that is left."""
        return (False, data) if isinstance(data, str) else super().validate_empty_values(data)

    def to_internal_value(self, data: Any) -> Decimal:
        try:
            amount = parse_dollars(data)
        except ValueError:
            self.fail("invalid")
        return super().to_internal_value(amount) + 0  # -0 + 0 is 0
