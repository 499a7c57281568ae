"""Without the webhook's ID no webhook can be verified, so a real shop does not start."""

import pytest

from tests.charityshop.test_demo_mode import SECRET, SERVER, Run, port, run

__all__ = ["port", "run"]

SENTENCE = "PAYPAL_WEBHOOK_ID has to be set to the ID of your PayPal app's webhook"
SHOP = {
    "SECRET_KEY": SECRET,
    "PAYPAL_CLIENT_ID": "id",
    "PAYPAL_CLIENT_SECRET": "secret",
    "SITE_URL": "https://tickets.example.org",
    "ALLOWED_HOSTS": "tickets.example.org",
}


@pytest.mark.parametrize(("where", "id_"), [("live", ""), ("sandbox", "  ")], ids=["live", "sandbox"])
@pytest.mark.parametrize(
    "command",
    [SERVER, ["manage.py", "upkeep"], ["manage.py", "reconcile_payments"], ["manage.py", "check", "--deploy"]],
    ids=["server", "upkeep", "reconcile_payments", "check --deploy"],
)
def test_a_real_shop_without_a_webhook_id_does_not_start(run: Run, command: list[str], where: str, id_: str) -> None:
    ended = run(*command, PAYPAL_ENVIRONMENT=where, PAYPAL_WEBHOOK_ID=id_, **SHOP)

    assert ended.returncode != 0
    assert SENTENCE in ended.stderr


@pytest.mark.parametrize(
    "command", [["migrate", "--verbosity", "0"], ["createcachetable"], ["collectstatic", "--dry-run", "--noinput"]]
)
def test_commands_that_prepare_a_shop_run_without_a_webhook_id(run: Run, command: list[str]) -> None:
    ended = run("manage.py", *command, PAYPAL_ENVIRONMENT="live", **SHOP)

    assert ended.returncode == 0, ended.stderr


def test_an_operator_is_created_without_a_webhook_id(run: Run) -> None:
    run("manage.py", "migrate", "--verbosity", "0", PAYPAL_ENVIRONMENT="live", **SHOP)

    ended = run(
        "manage.py", "createsuperuser", "--noinput", "--email", "olu@example.com", "--first_name", "Olu",
        "--last_name", "Ade", PAYPAL_ENVIRONMENT="live", DJANGO_SUPERUSER_PASSWORD="a few random words", **SHOP,
    )  # fmt: skip

    assert ended.returncode == 0, ended.stderr


def test_a_real_shop_with_a_webhook_id_passes_the_check(run: Run) -> None:
    ended = run("manage.py", "check", "--deploy", PAYPAL_ENVIRONMENT="sandbox", PAYPAL_WEBHOOK_ID="5GP0", **SHOP)

    assert ended.returncode == 0, ended.stderr
    assert SENTENCE not in ended.stderr


def test_the_demo_needs_none(run: Run) -> None:
    ended = run("manage.py", "check", "--deploy", PAYPAL_ENVIRONMENT="simulator")

    assert SENTENCE not in ended.stderr
