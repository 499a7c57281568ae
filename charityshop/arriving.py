"""A request on its way in: how much of it is here, and whether any of it goes beyond what the shop takes.

Pure: bytes in, bytes out. `charityshop.patient_worker` feeds it from sockets.
"""

import re
from dataclasses import dataclass, field
from tempfile import SpooledTemporaryFile
from typing import IO

LONGEST_HEAD = 64 * 1024  # bytes of request line and header fields together; gunicorn limits each of them
LONGEST_BODY = 11 * 1024 * 1024  # bytes: a picture of 10 MB and the form around it
IN_MEMORY = 256 * 1024  # bytes; longer requests wait in a file
END_OF_HEAD = b"\r\n\r\n"
LENGTH = re.compile(rb"^content-length:[ \t]*(\d{1,18})[ \t]*\r$", re.IGNORECASE | re.MULTILINE)
CHUNKED = re.compile(rb"^transfer-encoding[ \t]*:", re.IGNORECASE | re.MULTILINE)
LOOKS = (b"GET ", b"HEAD ", b"OPTIONS ")
EXPECTS = re.compile(rb"^expect:[ \t]*100-continue[ \t]*\r\n", re.IGNORECASE | re.MULTILINE)


class Refused(Exception):
    """The request is not taken; `status` and `reason` are HTTP's words, the message is one for people."""

    def __init__(self, status: int, reason: str, code: str, message: str) -> None:
        super().__init__(message)
        self.status, self.reason, self.code = status, reason, code


@dataclass(slots=True)
class Arrival:
    """One request. `waits_for_leave` says that its sender wants a 100 Continue before it sends the body."""

    head: bytearray = field(default_factory=bytearray)
    file: IO[bytes] | None = None  # the request once its head is here
    missing: int = 0  # bytes of the body
    waits_for_leave: bool = False

    @property
    def has_begun(self) -> bool:
        return bool(self.head) or self.file is not None

    @property
    def is_complete(self) -> bool:
        return self.file is not None and self.missing == 0

    @property
    def only_looks(self) -> bool:
        """By what its first line says; whether that is true is for others to judge."""
        return self.head.startswith(LOOKS)

    def take(self, chunk: bytes) -> bytes:
        """Add what came in; the bytes that belong to no request any more. Raises Refused."""
        if self.file is None:
            chunk = self.take_head(chunk)
        if self.file is None:
            return b""
        body, beyond = chunk[: self.missing], chunk[self.missing :]
        self.file.write(body)
        self.missing -= len(body)
        return beyond

    def take_head(self, chunk: bytes) -> bytes:
        """What came after the head; nothing as long as the head has no end."""
        start = max(0, len(self.head) - len(END_OF_HEAD))
        self.head += chunk
        end = self.head.find(END_OF_HEAD, start)
        if (end if end >= 0 else len(self.head)) > LONGEST_HEAD:
            raise Refused(431, "Request Header Fields Too Large", "too_large", "That is too large.")
        if end < 0:
            return b""
        head, rest = bytes(self.head[: end + len(END_OF_HEAD)]), bytes(self.head[end + len(END_OF_HEAD) :])
        self.read_head(head)
        return rest

    def read_head(self, head: bytes) -> None:
        """Only where the request ends is found out here; everything else about it is for gunicorn to judge."""
        if CHUNKED.search(head):  # Django would read such a body as empty
            raise Refused(411, "Length Required", "length_required", "Say how long the request is.")
        lengths = LENGTH.findall(head)
        length = int(lengths[0]) if len(lengths) == 1 else 0  # two of them are gunicorn's to refuse
        if length > LONGEST_BODY:
            raise Refused(413, "Content Too Large", "too_large", "That is too large.")
        self.waits_for_leave = bool(length and EXPECTS.search(head))
        self.file = SpooledTemporaryFile(max_size=IN_MEMORY)  # noqa: SIM115  # lives as long as the request
        self.file.write(EXPECTS.sub(b"", head) if self.waits_for_leave else head)
        self.missing = length

    def opened(self) -> IO[bytes]:
        """The whole request, to be read from its beginning."""
        assert self.file is not None, "only a complete request is opened"  # noqa: S101
        self.file.seek(0)
        return self.file

    def close(self) -> None:
        if self.file is not None:
            self.file.close()
