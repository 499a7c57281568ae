"""The outbox in the console."""

import pytest
from django.core import mail

from charityshop.mail.outbox import post_mail
from tests.charityshop.mail.posting import ANA, post
from tests.support.factories import UserFactory
from tests.support.messages import delivered


@pytest.fixture
def as_operator(client, db):
    client.force_login(UserFactory(is_staff=True, is_superuser=True))
    return client


def test_the_outbox_is_read_only_in_the_console(as_operator):
    stored = post(subject="Look at me")
    url = f"/admin-console/charityshop/outgoingmail/{stored.pk}/change/"

    assert "Look at me" in as_operator.get("/admin-console/charityshop/outgoingmail/").content.decode()
    page = as_operator.get(url).content.decode()
    assert "another email address" in page
    assert 'name="_save"' not in page
    assert as_operator.post(url, {"to": "x@example.com"}).status_code == 403
    assert as_operator.get("/admin-console/charityshop/outgoingmail/add/").status_code == 403


def test_the_console_hides_secret_emails(as_operator):
    stored = post_mail(
        "password_link",
        to="ana@example.com",
        owner_id=None,
        subject="Set",
        context={"user": ANA, "link": "https://shop/reset-password?token=abc"},
        is_secret=True,
    )

    page = as_operator.get(f"/admin-console/charityshop/outgoingmail/{stored.pk}/change/").content.decode()

    assert "token=abc" in stored.text
    assert "token=abc" not in page
    assert "Not shown" in page


def test_an_operator_sends_an_email_again_from_the_console(as_operator):
    stored = post()
    delivered()
    asked = {"action": "send_again", "_selected_action": [str(stored.pk)]}

    response = as_operator.post("/admin-console/charityshop/outgoingmail/", asked, follow=True)

    assert "1 of 1 will be sent" in response.content.decode()
    assert len(delivered()) == 2
    assert len({email.extra_headers["Message-ID"] for email in mail.outbox}) == 1
