"""A real SMTP server in a separate process, whose mailbox is a folder."""

import mailbox
import re
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from email import policy
from email.message import EmailMessage
from email.parser import BytesParser
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from aiosmtpd.controller import Controller

from charityshop.settings.env import parse_email_url
from tests.support.servers.running_shop import free_port
from tests.support.waiting import eventually

STARTS_WITHIN = 20  # seconds


class MailServer:
    """`with MailServer(folder) as server:` listens on `server.port`; port and mails outlive `stop()` and `start()`.

    It refuses emails of more than `largest` bytes.
    """

    def __init__(self, folder: Path, *, largest: int = 2**25) -> None:
        self.largest = largest
        self.folder = folder / "maildir"
        self.port = free_port()
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def email_url(self) -> str:
        return f"smtp://127.0.0.1:{self.port}"

    def use_in(self, settings: Any) -> None:
        """What EMAIL_URL comes to."""
        for name, value in parse_email_url(self.email_url).items():
            setattr(settings, name, value)

    def start(self) -> None:
        listen = [
            "-l",
            f"127.0.0.1:{self.port}",
            "-s",
            str(self.largest),
            "-c",
            "aiosmtpd.handlers.Mailbox",
            str(self.folder),
        ]
        self.process = subprocess.Popen([sys.executable, "-m", "aiosmtpd", "-n", *listen])
        deadline = time.monotonic() + STARTS_WITHIN
        while not self.answers():
            if self.process.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError("The mail server did not start.")
            time.sleep(0.05)

    def answers(self) -> bool:
        try:
            socket.create_connection(("127.0.0.1", self.port), timeout=1).close()
        except OSError:
            return False
        return True

    def stop(self) -> None:
        if self.process:
            self.process.terminate()
            self.process.wait(10)

    def received(self) -> list[EmailMessage]:
        """Return the received emails, in no particular order."""
        box = mailbox.Maildir(self.folder, create=False)
        parser = BytesParser(_class=EmailMessage, policy=policy.default)
        return [parser.parsebytes(box.get_bytes(key)) for key in box.iterkeys()]

    def text_to(self, address: str) -> str:
        """Return the text of the one email to this address, once it has come."""
        found: list[EmailMessage] = []

        def has_come() -> bool:
            found[:] = [mail for mail in self.received() if mail["To"] == address]
            return bool(found)

        assert eventually(has_come, 20)
        (mail,) = found
        return str(mail.get_body(("plain",)).get_content())  # type: ignore[union-attr]

    def code_to(self, address: str) -> str:
        """Return the six digits in the one email to this address, once it has come."""
        (code,) = re.findall(r"^(\d{6})\r?$", self.text_to(address), re.MULTILINE)
        return str(code)

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.stop()


class RefusingHandler:
    """Refuses every recipient in words that name them, as mail servers do."""

    async def handle_RCPT(self, server: Any, session: Any, envelope: Any, address: str, options: list[str]) -> str:
        return f"550 5.1.1 <{address}>: Recipient address rejected: User unknown"


@contextmanager
def refusing_mail_server(settings: Any) -> Iterator[None]:
    """Send emails to a real SMTP server, in a thread, that refuses all recipients."""
    server = Controller(RefusingHandler(), hostname="127.0.0.1", port=free_port())
    values = parse_email_url(f"smtp://127.0.0.1:{server.port}")
    before = {name: getattr(settings, name) for name in values}
    for name, value in values.items():
        setattr(settings, name, value)
    server.start()
    try:
        yield
    finally:
        server.stop()
        for name, value in before.items():
            setattr(settings, name, value)
