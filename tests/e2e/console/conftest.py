"""The PayPal simulator, a consistency check after every test, and an operator."""

import pytest
from django.test import Client

from accounts.models import User
from tests.orders.conftest import check_consistency, paypal, simulator
from tests.support.factories import UserFactory

__all__ = ["check_consistency", "paypal", "simulator"]


@pytest.fixture
def operator() -> User:
    return UserFactory(email="olu@example.com", first_name="Olu", is_staff=True, is_superuser=True)


@pytest.fixture
def console(operator) -> Client:
    client = Client(SERVER_NAME="localhost")
    client.force_login(operator)
    return client
