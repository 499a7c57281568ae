"""No check after these tests: they create violations on purpose."""

import pytest


@pytest.fixture(autouse=True)
def check_consistency():
    """Override the check after each test."""
