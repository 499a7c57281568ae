"""manage.py createsuperuser."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from accounts.models import User
from tests.conftest import signed_in
from tests.support.factories import PASSWORD

ENVIRONMENT = {
    "DJANGO_SUPERUSER_EMAIL": "Olu@Example.com",
    "DJANGO_SUPERUSER_FIRST_NAME": "Olu",
    "DJANGO_SUPERUSER_LAST_NAME": "Ade",
    "DJANGO_SUPERUSER_PASSWORD": PASSWORD,
}


@pytest.fixture
def environment(monkeypatch):
    for name, value in ENVIRONMENT.items():
        monkeypatch.setenv(name, value)


def test_an_operator_is_created_from_environment_variables(db, environment):
    call_command("createsuperuser", "--noinput", stdout=StringIO())

    operator = User.objects.get()
    assert (operator.email, operator.first_name, operator.last_name) == ("Olu@example.com", "Olu", "Ade")
    assert operator.is_staff
    assert operator.is_superuser
    response = signed_in().post("/api/users/auth", {"email": "olu@example.com", "password": PASSWORD}, format="json")
    assert response.json()["isAdmin"] is True


def test_a_duplicate_address_is_rejected_with_a_message(db, environment, monkeypatch):
    call_command("createsuperuser", "--noinput", stdout=StringIO())
    monkeypatch.setenv("DJANGO_SUPERUSER_EMAIL", "OLU@example.com")

    with pytest.raises(CommandError, match="already taken"):
        call_command("createsuperuser", "--noinput", stdout=StringIO())
