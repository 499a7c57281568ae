"""`manage.py seed_demo`, which adds everything that the other modules here look at, and `manage.py run_demo`."""

from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from demo.first_seeding import is_of_another_version


def test_a_real_shop_gets_no_demo(db: None, settings: Any) -> None:
    settings.DEMO = False

    with pytest.raises(CommandError, match="PAYPAL_ENVIRONMENT"):
        call_command("seed_demo")


@pytest.mark.parametrize("change", ["ADD COLUMN former text", "RENAME TO former"])
def test_a_demo_that_another_version_made_says_what_to_delete(settings: Any, change: str) -> None:
    settings.DEMO = True
    assert not is_of_another_version()
    with connection.cursor() as cursor:
        cursor.execute(f"ALTER TABLE giving_goal {change}")

    what = r"Delete /.*\.run/\d+( and empty the database)?, then run it again\.$"
    with pytest.raises(CommandError, match=f"^Another version .* {what}"):
        call_command("run_demo")
