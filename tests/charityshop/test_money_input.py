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
                yield pytest.param(field, id=f"{form.__name__}.{name}")


@pytest.mark.parametrize("case", CASES, ids=lambda case: ascii(case["text"][:20]))
def test_a_text_is_an_amount_only_if_it_can_mean_nothing_else(case):
    field = AmountField(max_digits=10, decimal_places=2)
    if case["sent"] is not None:
        assert field.run_validation(case["text"]) == case["sent"]
        return
    with pytest.raises(ValidationError) as caught:
        field.run_validation(case["text"])
    assert caught.value.detail == [EXAMPLE]


@pytest.mark.parametrize("case", CASES, ids=lambda case: ascii(case["text"][:20]))
def test_the_log_of_a_phone_reads_amounts_alike(case):
    sent = {"kind": "cash", "at": "2026-11-27T03:00:00Z", "amount": case["text"], "reason": "Ice"}
    if case["sent"] and abs(case["sent"]) <= 100_000:
        assert Decimal(parse_entry(sent).body["amount"]) == case["sent"]
        return
    with pytest.raises(Unusable, match="bad_amount"):
        parse_entry(sent)


@pytest.mark.parametrize("field", list(list_amounts()))
@pytest.mark.parametrize("text", ["12,50", "1,200", "1_2", "1e1", "٥", "5.", "$5"])
def test_no_form_guesses_an_amount(field, text):
    assert isinstance(field, AmountField)
    with pytest.raises(ValidationError):
        field.run_validation(text)


@pytest.mark.parametrize("number", [5, 12.5, 0.1, -3, Decimal("12.50")])
def test_numbers_are_amounts(number):
    assert parse_dollars(number) == Decimal(str(number))


@pytest.mark.parametrize("other", [True, None, [], {}, float("nan"), float("inf"), b"5"])
def test_what_is_neither_number_nor_text_is_no_amount(other):
    with pytest.raises(ValueError, match=re.escape(EXAMPLE)):
        parse_dollars(other)
