"""Searches compare texts as people read them: in Python, in both databases and in the browser (fold.test.ts)."""

import json
from pathlib import Path

import pytest

from charityshop.text import fold
from events.models import Event
from tests.support.factories import EventFactory

CASES = json.loads((Path(__file__).resolve().parents[2] / "fold_cases.json").read_text())


@pytest.mark.parametrize(("text", "folded"), CASES)
def test_texts_are_folded_in_python(text, folded):
    assert fold(text) == folded
    assert fold(folded) == folded


def test_the_database_folds_alike(db):
    for text, folded in CASES:
        event = EventFactory(description=text)
        found = Event.objects.filter(description__fold=folded, description__fold__contains=folded)
        assert Event.objects.values_list("description__fold", flat=True).get(pk=event.pk) == folded
        assert found.filter(pk=event.pk).exists(), text
