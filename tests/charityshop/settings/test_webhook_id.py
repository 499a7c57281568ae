"""Webhooks can't be verified without the webhook ID, so a real shop doesn't start without it."""

import pytest

from tests.charityshop.settings.test_demo_mode import SECRET, SERVER, Run, port, run

__all__ = ["port", "run"]

MESSAGE = "PAYPAL_WEBHOOK_ID has to be set to the ID of your PayPal app's webhook"
SHOP = {
    "SECRET_KEY": SECRET,
    "PAYPAL_CLIENT_ID": "id",
    "PAYPAL_CLIENT_SECRET": "secret",
    "SITE_URL": "https://tickets.example.org",
    "ALLOWED_HOSTS": "tickets.example.org",
}


@pytest.mark.parametrize(
    ("command", "where", "id_"),
    [
        (SERVER, "live", ""),
        (["manage.py", "upkeep"], "sandbox", "  "),
        (["manage.py", "check", "--deploy"], "live", ""),
    ],
    ids=["server", "upkeep", "check --deploy"],
)
def test_a_shop_without_a_webhook_id_does_not_start(run: Run, command: list[str], where: str, id_: str) -> None:
    result = run(*command, PAYPAL_ENVIRONMENT=where, PAYPAL_WEBHOOK_ID=id_, **SHOP)

    assert result.returncode != 0
    assert MESSAGE in result.stderr


def test_createsuperuser_runs_without_a_webhook_id(run: Run) -> None:
    run("manage.py", "migrate", "--verbosity", "0", PAYPAL_ENVIRONMENT="live", **SHOP)

    result = run(
        "manage.py", "createsuperuser", "--noinput", "--email", "olu@example.com", "--first_name", "Olu",
        "--last_name", "Ade", PAYPAL_ENVIRONMENT="live", DJANGO_SUPERUSER_PASSWORD="a few random words", **SHOP,
    )  # fmt: skip

    assert result.returncode == 0, result.stderr


def test_a_shop_with_a_webhook_id_passes_the_check(run: Run) -> None:
    result = run("manage.py", "check", "--deploy", PAYPAL_ENVIRONMENT="sandbox", PAYPAL_WEBHOOK_ID="5GP0", **SHOP)

    assert result.returncode == 0, result.stderr
    assert MESSAGE not in result.stderr


def test_the_demo_needs_no_webhook_id(run: Run) -> None:
    result = run("manage.py", "check", "--deploy", PAYPAL_ENVIRONMENT="simulator")

    assert MESSAGE not in result.stderr
