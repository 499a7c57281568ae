"""The program's HTTP server, and `serve()` to start it from a test."""

import os
import socket
import struct
import sys
import threading
from collections.abc import Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, Self
from urllib.parse import parse_qs, urlsplit

from paypal_simulator.messages import Answer, Refusal, Request
from paypal_simulator.settings import Settings
from paypal_simulator.site import Site

LARGEST_BODY = 1024 * 1024  # bytes
IDLE_SECONDS = 75.0  # a kept-alive connection with nothing to say is closed after this
LINGER_NOTHING = struct.pack("ii", 1, 0)  # closing then resets the connection


class Simulator:
    """A running simulator: `url` says where, `stop()` ends it. Also usable in a `with` statement."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._server = _Server(("127.0.0.1", settings.port))
        self.port = int(self._server.server_address[1])
        self.url = f"http://127.0.0.1:{self.port}"
        self.site = Site(settings, self.url)
        self._server.site = self.site
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.05,), name="http", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """End every connection, even those a fault holds open, and close the store. Returns within two seconds."""
        self._server.stopping.set()
        self._server.shutdown()
        self._server.server_close()
        self._server.end_connections(seconds=1.0)
        self._thread.join(1.0)
        self.site.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.stop()


def serve(**changes: Any) -> Simulator:
    """Start a simulator in this process, on a free port and without webhooks unless `changes` to Settings say so."""
    return Simulator(Settings(**{"port": 0, **changes}))


class _Server(ThreadingHTTPServer):
    site: Site
    daemon_threads = True
    block_on_close = False
    request_queue_size = 512  # a thousand buyers at once must not find the door shut

    def __init__(self, address: tuple[str, int]) -> None:
        self.stopping = threading.Event()
        self._open: set[socket.socket] = set()
        self._change = threading.Condition()
        super().__init__(address, _Handler)

    def server_bind(self) -> None:
        # HTTPServer would look up this machine's name here, which can take seconds.
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self.socket.bind(self.server_address)
        self.server_address = self.socket.getsockname()
        self.server_name, self.server_port = "127.0.0.1", self.server_address[1]

    def process_request(self, request: Any, client_address: Any) -> None:
        with self._change:
            self._open.add(request)
        super().process_request(request, client_address)

    def shutdown_request(self, request: Any) -> None:
        super().shutdown_request(request)
        with self._change:
            self._open.discard(request)
            self._change.notify_all()

    def end_connections(self, *, seconds: float) -> None:
        """Hang up on everybody and wait for their threads, for so many seconds at most."""
        with self._change:
            for connection in self._open:
                try:
                    connection.shutdown(socket.SHUT_RDWR)
                except OSError:
                    continue  # already gone
            self._change.wait_for(lambda: not self._open, seconds)

    def handle_error(self, request: Any, client_address: Any) -> None:
        if isinstance(sys.exception(), (ConnectionError, TimeoutError)) or self.stopping.is_set():
            return  # the client went away, as clients do
        super().handle_error(request, client_address)


class _Handler(BaseHTTPRequestHandler):
    server: _Server
    protocol_version = "HTTP/1.1"
    server_version = "PayPalSimulator"
    sys_version = ""
    disable_nagle_algorithm = True  # otherwise every small answer waits 40 ms
    timeout = IDLE_SECONDS

    def _serve(self) -> None:
        try:
            request = self._read()
        except Refusal as refusal:
            self.close_connection = True  # what is left of the body can't be told from the next request
            self._write(refusal.answer("none"))
            return
        answer = self.server.site.answer(request)
        if answer.wait:
            self.server.stopping.wait(answer.wait)
        self._deliver(answer)

    do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = _serve

    def _read(self) -> Request:
        parts = urlsplit(self.path)
        query = {name: values[-1] for name, values in parse_qs(parts.query, keep_blank_values=True).items()}
        headers = {name.lower(): value for name, value in self.headers.items()}
        return Request(self.command, parts.path, query, headers, self._read_body(headers))

    def _read_body(self, headers: Mapping[str, str]) -> bytes:
        if "transfer-encoding" in headers:
            raise Refusal(411, "LENGTH_REQUIRED", "Send the body with a Content-Length.")
        length = headers.get("content-length", "0")
        if not (length.isascii() and length.isdigit()):
            raise Refusal(400, "INVALID_REQUEST", "Content-Length is not a number.")
        if len(length) > 9 or int(length) > LARGEST_BODY:
            raise Refusal(413, "PAYLOAD_TOO_LARGE", "The body is too large.")
        return self.rfile.read(int(length))

    def _deliver(self, answer: Answer) -> None:
        match answer.delivery:
            case "normal":
                self._write(answer)
            case "cut_off":
                self.close_connection = True
                self._write(answer, kept=len(answer.body) // 2)
            case "silent":
                self.close_connection = True
            case "reset":
                self.close_connection = True
                self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, LINGER_NOTHING)
                os.close(self.connection.detach())  # at once: a shutdown before it would end the line politely

    def _write(self, answer: Answer, *, kept: int | None = None) -> None:
        """Send the head and the body in one write, so that a small answer is one packet."""
        head = {
            "Date": self.date_time_string(),
            "Content-Type": answer.content_type,
            "Content-Length": str(len(answer.body)),
            "X-Content-Type-Options": "nosniff",
            **answer.headers,
        }
        if self.close_connection:
            head["Connection"] = "close"
        lines = [f"HTTP/1.1 {answer.status} {self.responses.get(answer.status, ('',))[0]}"]
        lines += [f"{name}: {value}" for name, value in head.items()]
        self.wfile.write("\r\n".join([*lines, "", ""]).encode("latin-1", "replace") + answer.body[:kept])

    def log_message(self, format: str, *args: Any) -> None:
        """Stay quiet: the control page lists the calls."""
