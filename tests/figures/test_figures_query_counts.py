"""What the figures cost, however much happened."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.conftest import signed_in
from tests.figures.club import Club

pytestmark = pytest.mark.django_db


def test_the_figures_take_a_constant_number_of_queries(monkeypatch):
    counts = []
    for seed in (1, 2):
        club = Club(monkeypatch, seed)
        club.play()
        staff = signed_in(club.staff)
        with CaptureQueriesContext(connection) as captured:
            assert staff.get("/api/figures", {"month": "2025-11"}).status_code == 200
        counts.append(len(captured))

    assert counts[0] == counts[1] <= 40
