"""Amounts of money are read in one way everywhere, and what could mean two amounts is refused."""

import json
import re
from decimal import Decimal
from pathlib import Path

import pytest
import yaml
from rest_framework import serializers
from rest_framework.exceptions import ValidationError

from charityshop.form_fields import AmountField
from charityshop.money import parse_dollars
from door.sent_entries import Unusable, parse_entry
from tests.charityshop.test_form_fields import list_forms

CASES = json.loads((Path(__file__).resolve().parents[1] / "money_cases.json").read_text(), parse_float=Decimal)
MANY = 15  # fields are looked at, or the test shows nothing
EXAMPLE = "Enter an amount like 12.50."
SCHEMA = yaml.safe_load((Path(__file__).resolve().parents[2] / "docs" / "api-schema.yaml").read_text())


def list_amounts():
    """Yield every field of a request that takes an amount."""
    requests = {name.removesuffix("Request") for name in SCHEMA["components"]["schemas"] if name.endswith("Request")}
    for form in sorted(set(list_forms()), key=lambda form: (form.__module__, form.__name__)):
        if form.__name__.removesuffix("Serializer") not in requests:
            continue
        for name, field in form().get_fields().items():
            if isinstance(field, serializers.DecimalField) and not field.read_only:
                yield f"{form.__name__}.{name}", field


def read_typed(text):
    """Return the amount, or the errors."""
    try:
        return AmountField(max_digits=10, decimal_places=2).run_validation(text)
    except ValidationError as error:
        return error.detail


def read_in_log(text):
    """Return the amount in the log of a phone, or why it is unusable there."""
    sent = {"kind": "cash", "at": "2026-11-27T03:00:00Z", "amount": text, "reason": "Ice"}
    try:
        return Decimal(parse_entry(sent).body["amount"])
    except Unusable as error:
        return str(error)


def test_a_text_is_an_amount_only_if_it_can_mean_nothing_else():
    for case in CASES:
        expected = [EXAMPLE] if case["sent"] is None else case["sent"]
        assert read_typed(case["text"]) == expected, case


def test_the_log_of_a_phone_reads_amounts_alike():
    for case in CASES:
        is_usable = case["sent"] and abs(case["sent"]) <= 100_000
        assert read_in_log(case["text"]) == (case["sent"] if is_usable else "bad_amount"), case


def test_no_form_guesses_an_amount():
    fields = list(list_amounts())
    assert len(fields) >= MANY
    for name, field in fields:
        assert isinstance(field, AmountField), name
        for text in ("12,50", "1,200", "1_2", "1e1", "٥", "5.", "$5"):
            with pytest.raises(ValidationError):
                pytest.fail(f"{name} takes {text} for {field.run_validation(text)}")


@pytest.mark.parametrize("number", [5, 12.5, 0.1, -3, Decimal("12.50")])
def test_numbers_are_amounts(number):
    assert parse_dollars(number) == Decimal(str(number))


@pytest.mark.parametrize("other", [True, None, [], {}, float("nan"), float("inf"), b"5"])
def test_what_is_neither_number_nor_text_is_no_amount(other):
    with pytest.raises(ValueError, match=re.escape(EXAMPLE)):
        parse_dollars(other)
