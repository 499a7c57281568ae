"""An email that cannot be saved doesn't block others. Staff see it after the third failure."""

import pytest
from django.core.management import call_command
from django.db import transaction
from django.utils import timezone

from charityshop.models import OutgoingMail, Retry
from tests.charityshop.mail.test_outbox import post
from tests.support.broken_rows import broken_row, broken_rows

pytestmark = pytest.mark.django_db(transaction=True)


def next_upkeep() -> None:
    """Run upkeep after the retry pause."""
    Retry.objects.update(next_attempt_at=timezone.now())
    call_command("upkeep")


def test_an_email_that_cannot_be_saved_does_not_block_the_next(as_admin):
    with transaction.atomic():
        post(to="first@example.com")
        post(to="second@example.com")
    broken = OutgoingMail.objects.get(to="first@example.com")

    with broken_row("charityshop_outgoingmail", broken.pk):
        call_command("upkeep")
        assert OutgoingMail.objects.get(to="second@example.com").state == "sent"
        for _ in range(2):
            next_upkeep()
        (stuck,) = as_admin.get("/api/orders/attention").json()
    assert f"mail {broken.pk}" in stuck["message"]

    next_upkeep()
    broken.refresh_from_db()
    assert broken.state == "sent"
    next_upkeep()
    assert as_admin.get("/api/orders/attention").json() == []


def test_an_email_whose_result_cannot_be_saved_does_not_block_the_next():
    with transaction.atomic():
        post(to="first@example.com")
        post(to="second@example.com")
    broken = OutgoingMail.objects.get(to="first@example.com")

    with broken_rows("charityshop_outgoingmail", f"old.id = {broken.pk} AND new.sent_at IS NOT NULL"):
        call_command("upkeep")

    assert OutgoingMail.objects.get(to="second@example.com").state == "sent"
    assert Retry.objects.get(job="mail").row == str(broken.pk)


def test_emails_that_wait_for_the_mail_server_are_one_entry_for_staff(as_admin):
    with transaction.atomic():
        for number in range(3):
            post(to=f"buyer{number}@example.com")
    OutgoingMail.objects.update(attempts=3, last_problem="Connection refused")

    (item,) = as_admin.get("/api/orders/attention").json()

    assert (item["kind"], item["problem"], item["buyer"]) == ("stuck", "Connection refused", None)
    assert item["message"].startswith("3 emails could not be sent")
