"""A connection that sends exactly the bytes it is given, valid HTTP or not."""

import math
import re
import socket
import ssl

TIMEOUT = 20  # seconds that a test waits for a response


class Connection:
    """Connect to a port of this machine, over TLS with a `context`."""

    def __init__(self, port: int, *, context: ssl.SSLContext | None = None) -> None:
        plain = socket.create_connection(("127.0.0.1", port), TIMEOUT)
        self.socket = context.wrap_socket(plain, server_hostname="localhost") if context else plain

    def send(self, *lines: str, body: bytes = b"") -> "Connection":
        """Send whole header lines, of which an empty one ends the headers, and a body."""
        return self.send_bytes("".join(f"{line}\r\n" for line in lines).encode() + body)

    def send_bytes(self, content: bytes) -> "Connection":
        self.socket.sendall(content)
        return self

    def read_all(self) -> bytes:
        """Read until the server closes the connection or sends nothing more, and close it."""
        found = b""
        try:
            while chunk := self.socket.recv(65536):
                found += chunk
        except (TimeoutError, ConnectionError, ssl.SSLError):
            pass
        self.close()  # Gunicorn waits two seconds for that
        return found

    def read_status(self) -> int:
        """Read one response, so that the next begins where it ends; return its status, or 0 if there is none."""
        found = b""
        try:
            while len(found) < response_size(found) and (chunk := self.socket.recv(65536)):
                found += chunk
        except (TimeoutError, ConnectionError, ssl.SSLError):
            pass
        return int(found.split(b" ")[1]) if found else 0

    def close(self) -> None:
        self.socket.close()


def response_size(found: bytes) -> float:
    """Return the size in bytes of the response that `found` begins, or infinity until its headers are complete."""
    headers, end, _ = found.partition(b"\r\n\r\n")
    length = re.search(rb"\r\ncontent-length: *(\d+)", headers.lower())
    return len(headers + end) + int(length[1] if length else 0) if end else math.inf
