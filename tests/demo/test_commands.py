"""`manage.py seed_demo`, which adds everything that the other modules here look at."""

from typing import Any

import pytest
from django.core.management import CommandError, call_command

pytestmark = pytest.mark.django_db


def test_a_real_shop_gets_no_demo(db: None, settings: Any) -> None:
    settings.DEMO = False

    with pytest.raises(CommandError, match="PAYPAL_ENVIRONMENT"):
        call_command("seed_demo")
