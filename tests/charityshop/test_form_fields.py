"""People compare by eye: what nobody sees is removed from every name, address and code that a form takes."""

import pytest
from rest_framework import serializers
from rest_framework.exceptions import ValidationError

import charityshop.urls  # noqa: F401 - imports every form
from accounts.api.serializers import PasswordField
from bookings.api.serializers.event_input import DatetimeInputField, DayOrDatetimeInputField
from charityshop.form_fields import CodeField, EmailField, LineField

SEEN, TYPED = "Ana1", "A\u200bn\u00ada\u2060\u202e1\ufeff"
PARSED = (DatetimeInputField, DayOrDatetimeInputField, PasswordField)
TEXTS = {"body", "calendar", "csv", "description", "note", "reason"}  # of several lines, which nobody compares
MANY = 50  # fields are looked at, or the test shows nothing
SECRETS = {"token", "id"}  # in links, and PayPal's, which nobody types


def list_forms(base=serializers.BaseSerializer):
    for form in base.__subclasses__():
        yield from list_forms(form)
        if form.__module__.partition(".")[0] not in ("rest_framework", "drf_spectacular", "tests"):
            yield form


def list_fields():
    """Yield the text fields that forms take. Fields of answers have no limit of length."""
    forms = set(list_forms()) - set(list_forms(serializers.ModelSerializer))  # those are answers
    for form in sorted(forms, key=lambda form: (form.__module__, form.__name__)):
        for name, field in form().get_fields().items():
            child = getattr(field, "child", field)
            is_text = isinstance(child, serializers.CharField) and child.max_length and not child.read_only
            if is_text and name not in TEXTS | SECRETS and not isinstance(child, PARSED):
                yield f"{form.__name__}.{name}", child


def test_every_field_of_a_form_is_cleaned():
    fields = list(list_fields())
    assert len(fields) > MANY
    for name, field in fields:
        assert isinstance(field, LineField | EmailField), name
        ends = "@example.com" if isinstance(field, EmailField) else ""
        try:
            assert field.run_validation(TYPED + ends) == field.run_validation(SEEN + ends) != TYPED, name
        except ValidationError as error:
            pytest.fail(f"{name}: {error}")


@pytest.mark.parametrize(
    ("typed", "stored"),
    [
        ("name@example.com\u200b", "name@example.com"),
        ("Name@EXAMPLE.com", "Name@example.com"),
        ("name@bücher.example", "name@xn--bcher-kva.example"),
        ("name@XN--BCHER-KVA.example", "name@xn--bcher-kva.example"),
        ("name@bu\u0308cher.example", "name@xn--bcher-kva.example"),
        ("name@straße.example", "name@xn--strae-oqa.example"),
        ("name@example。com", "name@example.com"),
        ("first‑last@my–club.example", "first-last@my-club.example"),
    ],
)
def test_an_address_has_one_form(typed, stored):
    assert EmailField().run_validation(typed) == stored
    assert EmailField().run_validation(stored) == stored


VISIBLE = [
    "José",
    "می‌خواهم",
    "क्‍ष",
    "葛\U000e0100飾",
    "👨‍👩‍👧 Families",
    "❤️",
    "🏳️‍🌈",
    "👩🏽‍🚀",
    "1️⃣",
    "O’Brien",
    "Jean‑Luc",
]


@pytest.mark.parametrize(
    ("typed", "stored"),
    [
        *((name, name) for name in VISIBLE),
        ("Ana\u200d", "Ana"),
        ("Jose\u0301", "José"),
        ("1\ufe0f", "1"),
        ("1\u200d2", "12"),
        ("❤️\ufe0f", "❤️"),
        ("A\ufe0f\u200d🔥", "A🔥"),
        ("Ana\u3164\u2800", "Ana"),
        ("Ana\ufe0f", "Ana"),
        ("\u202eAna", "Ana"),
        *((f"Ana{end}B: b", "Ana B: b") for end in ("\r\n", "\n", "\x07", "\x0b", "\x85", "\u2028", "\u2029")),
    ],
)
def test_names_lose_what_nobody_sees_and_nothing_else(typed, stored):
    assert LineField().run_validation(typed) == stored


def test_what_is_no_address_and_a_name_of_invisible_characters_are_refused():
    for typed in ("\u200b", "é@example.com", "name@", "name@exam\u200bple", "ｎame＠example.com"):
        with pytest.raises(ValidationError):
            pytest.fail(f"{typed!a} is {EmailField().run_validation(typed)}")
    for nothing in ("\u200b", "\u2060\u00ad", "\u3164", " \u200b "):
        with pytest.raises(ValidationError):
            pytest.fail(f"{nothing!a} is {LineField().run_validation(nothing)}")


@pytest.mark.parametrize("typed", ["SUMMER‐2026", " SUMMER−20\u200b26", "SUM\u00adMER–2026"])
def test_codes_read_any_hyphen(typed):
    assert CodeField().run_validation(typed) == "SUMMER-2026"
