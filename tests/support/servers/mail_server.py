"""A real SMTP server in a separate process, whose mailbox is a folder."""

import mailbox
import re
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from email import policy
from email.message import EmailMessage
from email.parser import BytesParser
from pathlib import Path
from typing import Any, Self

from aiosmtpd.controller import Controller

from charityshop.settings.env import parse_email_url
from tests.support.servers.running_shop import free_port
from tests.support.waiting import eventually


class MailServer:
    """`with MailServer(folder) as server:` listens at `server.email_url` and stores emails in the folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "maildir"
        self.port = free_port()
        self.email_url = f"smtp://127.0.0.1:{self.port}"

    def __enter__(self) -> Self:
        options = ["-n", "-l", f"127.0.0.1:{self.port}", "-c", "aiosmtpd.handlers.Mailbox", str(self.folder)]
        self.process = subprocess.Popen([sys.executable, "-m", "aiosmtpd", *options])
        assert eventually(self.answers), "The mail server did not start."
        return self

    def __exit__(self, *error: object) -> None:
        self.process.terminate()
        self.process.wait(10)

    def answers(self) -> bool:
        try:
            socket.create_connection(("127.0.0.1", self.port), timeout=1).close()
        except OSError:
            return False
        return True

    def list_emails_to(self, address: str) -> list[EmailMessage]:
        box = mailbox.Maildir(self.folder, create=False)
        parser = BytesParser(_class=EmailMessage, policy=policy.default)
        received = [parser.parsebytes(box.get_bytes(key)) for key in box.iterkeys()]
        return [email for email in received if email["To"] == address]

    def code_to(self, address: str) -> str:
        """Return the six digits in the one email to this address, once it has come."""
        assert eventually(lambda: self.list_emails_to(address))
        (email,) = self.list_emails_to(address)
        text = email.get_body(("plain",)).get_content()  # type: ignore[union-attr]
        (code,) = re.findall(r"^(\d{6})\r?$", text, re.MULTILINE)
        return str(code)


class RefusingHandler:
    """Refuses every recipient in words that name them, as mail servers do."""

    async def handle_RCPT(self, server: Any, session: Any, envelope: Any, address: str, options: list[str]) -> str:
        return f"550 5.1.1 <{address}>: Recipient address rejected: User unknown"


@contextmanager
def refusing_mail_server(settings: Any) -> Iterator[None]:
    """Send emails to a real SMTP server, in a thread, that refuses all recipients."""
    server = Controller(RefusingHandler(), hostname="127.0.0.1", port=free_port())
    server.start()
    try:
        with no_mail_server(settings, server.port):
            yield
    finally:
        server.stop()


@contextmanager
def no_mail_server(settings: Any, port: int = 9) -> Iterator[None]:
    """Send emails to a port on which nobody listens, unless `port` is another."""
    values = parse_email_url(f"smtp://127.0.0.1:{port}")
    before = {name: getattr(settings, name) for name in values}
    for name, value in values.items():
        setattr(settings, name, value)
    try:
        yield
    finally:
        for name, value in before.items():
            setattr(settings, name, value)
