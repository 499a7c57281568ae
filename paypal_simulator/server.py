"""The simulator's HTTP server, and `serve()` to start it from a test."""

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

from paypal_simulator.messages import ApiError, Request, Response
from paypal_simulator.settings import Settings
from paypal_simulator.site import Site

MAX_BODY_BYTES = 1024 * 1024  # bytes
IDLE_SECONDS = 75.0  # before an idle keep-alive connection is closed
LINGER_ZERO = struct.pack("ii", 1, 0)  # makes close() reset the connection


class Simulator:
    """A running simulator at `url`. `stop()` ends it; it is also a context manager."""

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
        """Close all connections, even those that a fault holds open, and the store. Returns within two seconds."""
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
    """Start a simulator in this process. By default it uses a free port and sends no webhooks."""
    return Simulator(Settings(**{"port": 0, **changes}))


class _Server(ThreadingHTTPServer):
    site: Site
    daemon_threads = True
    block_on_close = False
    request_queue_size = 512  # allows a thousand concurrent buyers

    def __init__(self, address: tuple[str, int]) -> None:
        self.stopping = threading.Event()
        self._open: set[socket.socket] = set()
        self._change = threading.Condition()
        super().__init__(address, _Handler)

    def server_bind(self) -> None:
        # HTTPServer would look up the host name here, which may take seconds.
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
        """Close all connections and wait for their threads, for at most `seconds`."""
        with self._change:
            for connection in self._open:
                try:
                    connection.shutdown(socket.SHUT_RDWR)
                except OSError:
                    continue  # already closed
            self._change.wait_for(lambda: not self._open, seconds)

    def handle_error(self, request: Any, client_address: Any) -> None:
        if isinstance(sys.exception(), (ConnectionError, TimeoutError)) or self.stopping.is_set():
            return  # the client closed the connection
        super().handle_error(request, client_address)


class _Handler(BaseHTTPRequestHandler):
    server: _Server
    protocol_version = "HTTP/1.1"
    server_version = "PayPalSimulator"
    sys_version = ""
    disable_nagle_algorithm = True  # otherwise each small response is delayed by 40 ms
    timeout = IDLE_SECONDS

    def _serve(self) -> None:
        try:
            request = self._read()
        except ApiError as error:
            self.close_connection = True  # the rest of the body can't be distinguished from the next request
            self._write(error.to_response("none"))
            return
        response = self.server.site.respond(request)
        if response.wait:
            self.server.stopping.wait(response.wait)
        self._send(response)

    do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = _serve

    def _read(self) -> Request:
        parts = urlsplit(self.path)
        query = {name: values[-1] for name, values in parse_qs(parts.query, keep_blank_values=True).items()}
        headers = {name.lower(): value for name, value in self.headers.items()}
        return Request(self.command, parts.path, query, headers, self._read_body(headers))

    def _read_body(self, headers: Mapping[str, str]) -> bytes:
        if "transfer-encoding" in headers:
            raise ApiError(411, "LENGTH_REQUIRED", "Send the body with a Content-Length.")
        length = headers.get("content-length", "0")
        if not (length.isascii() and length.isdigit()):
            raise ApiError(400, "INVALID_REQUEST", "Content-Length is not a number.")
        if len(length) > 9 or int(length) > MAX_BODY_BYTES:
            raise ApiError(413, "PAYLOAD_TOO_LARGE", "The body is too large.")
        return self.rfile.read(int(length))

    def _send(self, response: Response) -> None:
        match response.delivery:
            case "normal":
                self._write(response)
            case "cut_off":
                self.close_connection = True
                self._write(response, length=len(response.body) // 2)
            case "silent":
                self.close_connection = True
            case "reset":
                self.close_connection = True
                self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, LINGER_ZERO)
                os.close(self.connection.detach())  # a shutdown before it would close the connection gracefully

    def _write(self, response: Response, *, length: int | None = None) -> None:
        """Send the head and the body in one write, so that a small response fits into one packet."""
        head = {
            "Date": self.date_time_string(),
            "Content-Type": response.content_type,
            "Content-Length": str(len(response.body)),
            "X-Content-Type-Options": "nosniff",
            **response.headers,
        }
        if self.close_connection:
            head["Connection"] = "close"
        lines = [f"HTTP/1.1 {response.status} {self.responses.get(response.status, ('',))[0]}"]
        lines += [f"{name}: {value}" for name, value in head.items()]
        self.wfile.write("\r\n".join([*lines, "", ""]).encode("latin-1", "replace") + response.body[:length])

    def log_message(self, format: str, *args: Any) -> None:
        """Log nothing: the control page lists the calls."""
