"""A mail server that answers oddly to one email gets the others."""

from collections.abc import Iterator
from socketserver import StreamRequestHandler, ThreadingTCPServer
from threading import Thread

import pytest

from charityshop.db.transactions import in_one_transaction
from charityshop.mail.posting import post_mail
from charityshop.models import Outgoing
from tests.support.messages import send_due_mails

pytestmark = pytest.mark.django_db

BAD = "bad@example.com"


class Server(ThreadingTCPServer):
    """A mail server. It answers the address BAD and the end of that email's text as the test wants."""

    daemon_threads = True

    def __init__(self) -> None:
        self.at_recipient = self.at_text = b"250 OK\r\n"
        self.taken: list[str] = []
        super().__init__(("127.0.0.1", 0), Session)


class Session(StreamRequestHandler):
    server: Server

    def handle(self) -> None:
        self.wfile.write(b"220 odd\r\n")
        recipient = ""
        for line in self.rfile:
            command = line[:4].upper()
            if command == b"RCPT":
                recipient = line.decode().partition("<")[2].partition(">")[0]
            if command == b"DATA":
                self.wfile.write(b"354 Go on\r\n")
                while self.rfile.readline() not in (b".\r\n", b""):
                    pass
            answer = b"250 OK\r\n"
            if recipient == BAD and command == b"RCPT":
                answer = self.server.at_recipient
            if recipient == BAD and command == b"DATA":
                answer = self.server.at_text
            if command == b"DATA" and answer.startswith(b"250 "):
                self.server.taken.append(recipient)
            self.wfile.write(answer)
            if command == b"QUIT" or answer[:3] in (b"", b"421"):
                return


@pytest.fixture
def server(settings) -> Iterator[Server]:
    with Server() as running:
        thread = Thread(target=running.serve_forever, daemon=True)
        thread.start()
        settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
        settings.EMAIL_HOST, settings.EMAIL_PORT = running.server_address
        settings.EMAIL_USE_TLS = settings.EMAIL_USE_SSL = False
        settings.EMAIL_TIMEOUT = 1
        yield running
        running.shutdown()
        thread.join()


@in_one_transaction
def post(to: str) -> Outgoing:
    context = {"first_name": "Ana", "problem": "Discord answered 404."}
    return post_mail("discord_off", to=to, owner_id=None, subject="Off", context=context)


@pytest.mark.parametrize(
    "answer",
    [
        b"550 No such user\r\n",
        b"421 Bye\r\n",
        b"\xff\x00\xfe\r\n",
        b"5" * 10_000 + b"\r\n",
        b"550-many\r\n" * 100 + b"550 lines\x00\r\n",
        b"",
    ],
)
@pytest.mark.parametrize("place", ["at_recipient", "at_text"])
def test_an_email_that_gets_an_odd_answer_does_not_stop_the_others(server, place, answer):
    setattr(server, place, answer)
    emails = [post(to) for to in (BAD, "ana@example.com", "ben@example.com")]

    send_due_mails()

    assert [to for to in server.taken if to != BAD] == ["ana@example.com", "ben@example.com"]
    for email in emails:
        email.refresh_from_db()
    assert [email.state for email in emails[1:]] == ["sent", "sent"]
