"""/demo/mails: what the demo would have mailed. Nothing of it exists outside the demo."""

import re

import pytest
from django.utils import timezone

from charityshop.mail.delivery import send_due_mails
from charityshop.mail.outbox import post_mail
from charityshop.mail.rendering import Attachment
from tests.support.factories import UserFactory

PATHS = ["", "/", "/{name}", "/{name}/html", "/{name}/files/0"]


@pytest.fixture
def folder(db, settings, tmp_path):
    settings.DEMO_MAILS = True
    settings.EMAIL_BACKEND = "charityshop.mail.demo.MailFolder"
    settings.EMAIL_FILE_PATH = str(tmp_path / "mails")
    return tmp_path / "mails"


def send(subject: str = "Hello", first_name: str = "Ana") -> str:
    """Its name in the folder."""
    person = UserFactory.build(first_name=first_name)
    attachment = Attachment("dates.ics", "text/calendar", b"BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n")
    stored = post_mail(
        "email_changed",
        to="ana@example.com",
        owner_id=None,
        subject=subject,
        context={"user": person},
        attachments=[attachment],
    )
    assert send_due_mails(now=timezone.now()) == 1
    return stored.public_id


def test_mails_become_files_and_the_page_lists_them_newest_first(client, folder):
    assert "No emails yet." in client.get("/demo/mails").content.decode()

    names = [send("First"), send("Second – with a dash")]

    assert sorted(file.name for file in folder.iterdir()) == sorted(f"{name}.eml" for name in names)
    page = client.get("/demo/mails").content.decode()
    assert page.index("Second – with a dash") < page.index("First")
    assert f'src="/demo/mails/{names[1]}/html"' in page  # the newest is opened
    assert "Your account at Cards for a Cause now has another email address." in page


def test_a_mail_that_is_sent_twice_is_one_file(client, folder):
    name = send()
    from_file = (folder / f"{name}.eml").read_bytes()

    assert from_file.count(b"Message-ID") == 1
    assert len(list(folder.iterdir())) == 1


def test_the_page_obeys_the_shops_policy_and_shows_the_mail_in_a_sandbox(client, folder):
    name = send(first_name="<script>alert(1)</script>")

    page = client.get(f"/demo/mails/{name}")

    assert page.status_code == 200
    assert "unsafe" not in page["Content-Security-Policy"]
    assert "<script" not in page.content.decode()
    assert " style=" not in page.content.decode()
    assert re.search(r'<iframe sandbox="[a-z -]*"', page.content.decode())
    assert "allow-scripts" not in page.content.decode()


def test_the_html_runs_nothing_and_is_framed_by_this_site_alone(client, folder):
    answer = client.get(f"/demo/mails/{send()}/html")

    policy = answer["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "sandbox allow-popups" in policy
    assert "frame-ancestors 'self'" in policy
    assert "script" not in policy
    assert "img-src data:" in policy  # the logo, which the mail brought along
    assert 'src="data:image/png;base64,iVBOR' in answer.content.decode()
    assert answer["X-Frame-Options"] == "SAMEORIGIN"
    assert "Your email address was changed" in answer.content.decode()


def test_an_attachment_is_saved_and_never_shown(client, folder):
    answer = client.get(f"/demo/mails/{send()}/files/0")

    assert answer.content == b"BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n"
    assert answer["Content-Disposition"] == 'attachment; filename="dates.ics"'
    assert answer["X-Content-Type-Options"] == "nosniff"


@pytest.mark.parametrize("path", [f"/{'0' * 24}", "/..%2fsecret-key", "/../secret-key", "/{name}/files/1", "/x"])
def test_what_is_not_there_is_a_404(client, folder, path):
    assert client.get(f"/demo/mails{path.format(name=send())}").status_code == 404


@pytest.mark.parametrize("path", PATHS)
def test_outside_the_demo_there_is_no_such_page(client, folder, settings, path):
    name = send()
    assert client.get(f"/demo/mails{path.format(name=name)}").status_code == 200

    settings.DEMO_MAILS = False

    answer = client.get(f"/demo/mails{path.format(name=name)}")
    assert answer.status_code == 404
    assert '<div id="root">' not in answer.content.decode()
