"""A clock that tests set, a staff member with a second factor, and an operator."""

from datetime import timedelta

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from accounts.models import User
from tests.accounts.factors import set_up
from tests.conftest import signed_in
from tests.support.factories import UserFactory


@pytest.fixture
def clock(monkeypatch):
    """Stop the clock, so that codes stay valid until a test advances it: `clock.wait(30)`."""

    class Clock:
        now = timezone.now()

        def wait(self, seconds: float) -> None:
            self.now += timedelta(seconds=seconds)

    standing = Clock()
    monkeypatch.setattr(timezone, "now", lambda: standing.now)
    return standing


@pytest.fixture
def sam(admin, clock) -> User:
    """A staff member with a second factor."""
    set_up(admin)
    return User.objects.get(pk=admin.pk)


@pytest.fixture
def operator(db) -> User:
    return UserFactory(email="olu@example.com", first_name="Olu", last_name="Ade", is_staff=True, is_superuser=True)


@pytest.fixture
def console(operator) -> APIClient:
    return signed_in(operator)
