"""The demo's emails at /demo/mails, which doesn't exist outside the demo."""

import re

import pytest

from outbox.mail.posting import post_mail
from outbox.mail.rendering import Attachment
from tests.support.messages import send_due_mails


@pytest.fixture
def folder(db, settings, tmp_path):
    settings.DEMO_MAILS = True
    settings.EMAIL_BACKEND = "outbox.mail.demo.MailFolder"
    settings.EMAIL_FILE_PATH = str(tmp_path / "mails")
    return tmp_path / "mails"


def send(subject: str = "Hello", first_name: str = "Ana") -> str:
    """Send an email and return its name in the folder."""
    attachment = Attachment("dates.ics", "text/calendar", b"BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n")
    content = {"subject": subject, "context": {"first_name": first_name}, "attachments": [attachment]}
    stored = post_mail("email_changed", to="ana@example.com", owner_id=None, **content)
    assert send_due_mails() == 1
    return stored.public_id


def test_emails_are_files_and_the_page_lists_the_newest_first(client, folder):
    assert "No emails yet." in client.get("/demo/mails").content.decode()

    names = [send("First"), send("Second – with a dash")]

    assert sorted(file.name for file in folder.iterdir()) == sorted(f"{name}.eml" for name in names)
    page = client.get("/demo/mails").content.decode()
    assert page.index("Second – with a dash") < page.index("First")
    assert re.search(r"to ana@example.com, \w{3}, \w{3} \d+, \d+:\d\d [AP]M P[SD]T<", page)  # as in the emails
    assert f'src="/demo/mails/{names[1]}/html"' in page  # the newest is shown
    assert "Your account at Cards for a Cause now has another email address." in page


def test_the_page_shows_the_email_in_a_sandbox(client, folder):
    name = send(first_name="<script>alert(1)</script>")

    page = client.get(f"/demo/mails/{name}")

    assert page.status_code == 200
    assert "unsafe" not in page["Content-Security-Policy"]
    assert "<script" not in page.content.decode()
    assert " style=" not in page.content.decode()
    assert re.search(r'<iframe sandbox="[a-z -]*"', page.content.decode())
    assert "allow-scripts" not in page.content.decode()


def test_the_html_runs_no_scripts_and_is_framed_by_this_site_only(client, folder):
    response = client.get(f"/demo/mails/{send()}/html")

    policy = response["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "sandbox allow-popups" in policy
    assert "frame-ancestors 'self'" in policy
    assert "script" not in policy
    assert "img-src data:" in policy  # the attached logo
    assert 'src="data:image/png;base64,iVBOR' in response.content.decode()
    assert response["X-Frame-Options"] == "SAMEORIGIN"
    assert "Your email address was changed" in response.content.decode()


@pytest.mark.parametrize("path", [f"/{'0' * 24}", "/..%2fsecret-key", "/../secret-key", "/{name}/files/1", "/x"])
def test_unknown_emails_and_files_are_a_404(client, folder, path):
    assert client.get(f"/demo/mails{path.format(name=send())}").status_code == 404


@pytest.mark.parametrize("path", ["", "/", "/{name}", "/{name}/html", "/{name}/files/0"])
def test_the_pages_exist_only_in_the_demo(client, folder, settings, path):
    path = f"/demo/mails{path.format(name=send())}"
    assert client.get(path).status_code == 200

    settings.DEMO_MAILS = False

    response = client.get(path)
    assert response.status_code == 404
    assert '<div id="root">' not in response.content.decode()
