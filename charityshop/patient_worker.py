"""gunicorn's threads, handed only requests that have arrived in full, so that slow senders keep nobody waiting.

A thread that reads from a socket is held up for as long as the sender likes: eight slow connections would close the
shop. So the worker's main loop collects requests from all connections at once, and a thread gets a request when there
is nothing left to wait for. docs/decisions/0009 has the reasons, and what was considered instead.
"""

import errno
import selectors
import socket
import time
from concurrent.futures import Future
from contextlib import suppress
from functools import partial
from typing import IO, Any

from gunicorn import http
from gunicorn.http import errors
from gunicorn.workers.gthread import TConn

from charityshop.arriving import Arrival, Refused
from charityshop.edge_answers import NO_ROOM, TOO_MANY, answer_to, edge_answer
from charityshop.even_share import FairWorker
from charityshop.turns import Pools

HEAD_WITHIN = 15.0  # seconds for request line and header fields
SLOWEST_BODY = 8 * 1024  # bytes a second on average; a phone at the edge of its network is faster
ANSWER_TAKEN_WITHIN = 60.0  # seconds a client may take to read one piece of an answer
ROOM_FOR_AN_ANSWER = 1024 * 1024  # bytes the kernel keeps for a slow reader, as far as it is allowed to
LISTENS_ON = 2.0  # seconds after a refusal
A_MOMENT = 5.0  # seconds in which an honest request arrives once its connection stands, from a bad line too
AT_ONCE = 256 * 1024  # bytes read from one connection before the others get their turn

REFUSALS: dict[type[Exception], tuple[int, str]] = {
    errors.LimitRequestLine: (414, "URI Too Long"),
    errors.LimitRequestHeaders: (431, "Request Header Fields Too Large"),
    errors.ExpectationFailed: (417, "Expectation Failed"),
}


class PatientSocket(socket.socket):
    """Never waits for ever: where gunicorn asks for a blocking socket, it gets one that gives up."""

    def setblocking(self, flag: bool, /) -> None:
        self.settimeout(ANSWER_TAKEN_WITHIN if flag else 0.0)


class Arrived:
    """What gunicorn's parser reads from: the request that is here, and then nothing more."""

    def __init__(self) -> None:
        self.file: IO[bytes] | None = None

    def recv(self, size: int) -> bytes:
        return self.file.read(size) if self.file else b""


class Connection(TConn):  # type: ignore[misc]  # gunicorn has no types
    def __init__(self, cfg: Any, sock: socket.socket, client: Any, server: Any) -> None:
        super().__init__(cfg, sock, client, server)
        self.arrival, self.arrived = Arrival(), Arrived()
        self.parser = http.get_parser(cfg, self.arrived, client)
        self.began = self.deadline = 0.0  # by time.monotonic()
        self.has_leave = False  # its body is on its way, with time of its own
        self.is_hung_up = False  # all was said; what it still sends is thrown away
        self.is_over = False  # something came behind the request: the connection is not used again


class PatientWorker(FairWorker):
    """gunicorn's `gthread`, without its habit of reading in threads."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.arriving: dict[Connection, None] = {}  # in the order in which they began

    def get_thread_pool(self) -> Pools:
        return Pools(self.cfg.threads)

    # --- Connections come ------------------------------------------------------------------------------------------

    def accept(self, listener: Any) -> None:
        if self.gives_way():
            return None
        try:
            client_socket, address = listener.accept()
        except OSError as error:
            if error.errno in (errno.EMFILE, errno.ENFILE):
                return self.drop_oldest()
            if error.errno not in (errno.EAGAIN, errno.ECONNABORTED, errno.EWOULDBLOCK):
                raise
            return None
        sock = PatientSocket(fileno=client_socket.detach())
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, ROOM_FOR_AN_ANSWER)
        self.nr_conns += 1
        self.wait_for_request(Connection(self.cfg, sock, address, listener.getsockname()))
        return None

    def drop_oldest(self) -> None:
        if oldest := next(iter(self.arriving), None):
            self.give_up(oldest)

    def make_room(self, now: float) -> None:
        """Under attack the longest waiting senders go: an honest request is here within a moment.

        Not before that moment is over: a crowd that comes all at once reaches the limit too. Beyond it gunicorn lets
        nobody in, and the next ones wait in the kernel's line.
        """
        late = [conn for conn in self.arriving if conn.began < now - A_MOMENT]
        for conn in late[: max(1, self.worker_connections // 4)]:
            self.hear(conn)
            if conn not in self.arriving:
                continue
            if conn.arrival.has_begun and not conn.is_hung_up:
                send_at_once(conn.sock, answer_to(TOO_MANY))
            self.give_up(conn)

    def wait_for_request(self, conn: Connection) -> None:
        conn.arrival = Arrival()
        conn.has_leave = False
        conn.began = time.monotonic()
        conn.deadline = conn.began + HEAD_WITHIN
        conn.sock.setblocking(False)
        self.listen_to(conn)

    def listen_to(self, conn: Connection) -> None:
        self.poller.register(conn.sock, selectors.EVENT_READ, partial(self.on_arriving, conn))
        self.arriving[conn] = None

    # --- Requests arrive -------------------------------------------------------------------------------------------

    def on_arriving(self, conn: Connection, sock: Any) -> None:
        try:
            chunk = conn.sock.recv(AT_ONCE)
        except BlockingIOError:
            return
        except OSError:
            chunk = b""
        if not chunk:
            self.give_up(conn)
        elif not conn.is_hung_up:
            self.take(conn, chunk)

    def hear(self, conn: Connection) -> None:
        """Take what came while this loop was busy: a sender is not late whose request lies unread."""
        self.on_arriving(conn, conn.sock)

    def take(self, conn: Connection, chunk: bytes) -> None:
        try:
            conn.is_over = bool(conn.arrival.take(chunk))
            whole = conn.arrival.opened() if conn.arrival.is_complete else None
        except Refused as refusal:
            self.refuse(conn, refusal)
            return
        except OSError as error:  # no room to keep a long body in; nobody else is to suffer from that
            self.log.error("A request could not be kept: %s", error)
            conn.arrival.close()
            self.refuse(conn, NO_ROOM)
            return
        if whole:
            self.leave_line(conn)
            conn.arrived.file = whole
            conn.data_ready = True
            self.enqueue_req(conn)
        elif conn.arrival.missing and not conn.has_leave:
            self.give_leave(conn)

    def give_leave(self, conn: Connection) -> None:
        """The head was fine: there is time for the body, as much as it needs at the slowest."""
        conn.has_leave = True
        conn.deadline = time.monotonic() + HEAD_WITHIN + conn.arrival.missing / SLOWEST_BODY
        if conn.arrival.waits_for_leave:
            send_at_once(conn.sock, b"HTTP/1.1 100 Continue\r\n\r\n")

    def refuse(self, conn: Connection, refusal: Refused) -> None:
        """Say so, and listen for a moment more: a connection that is shut on its sender loses the answer too."""
        send_at_once(conn.sock, answer_to(refusal))
        self.hang_up(conn)

    def hang_up(self, conn: Connection) -> None:
        with suppress(OSError):
            conn.sock.shutdown(socket.SHUT_WR)
        conn.is_hung_up = True
        conn.deadline = time.monotonic() + LISTENS_ON

    def leave_line(self, conn: Connection) -> None:
        if conn in self.arriving:
            del self.arriving[conn]
            self.poller.unregister(conn.sock)

    def give_up(self, conn: Connection) -> None:
        self.leave_line(conn)
        self.nr_conns -= 1
        conn.arrival.close()
        conn.close()

    def murder_pending(self) -> None:
        """gunicorn asks for this about once a second."""
        now = time.monotonic()
        for conn in [conn for conn in self.arriving if conn.deadline < now]:
            self.hear(conn)
            if conn not in self.arriving or conn.deadline >= now:
                continue
            if conn.arrival.has_begun and not conn.is_hung_up:
                self.refuse(conn, Refused(408, "Request Timeout", "too_slow", "The request took too long."))
            else:
                self.give_up(conn)
        if self.nr_conns >= self.worker_connections:
            self.make_room(now)

    # --- Requests are done -----------------------------------------------------------------------------------------

    def _keepalive_after(self, conn: Connection, keepalive: bool) -> bool:
        """The answer has said whether the connection goes on. What nobody read of the body is passed over.

        gunicorn ends the connection instead where that is more than 64 KB, because it would have to wait for it; here
        all of it has arrived.
        """
        return bool(keepalive and conn.parser.finish_body())

    def finish_request(self, conn: Connection, fs: "Future[Any]") -> None:
        """Keep the connection, or end it; gunicorn's own way of ending one would hold up this loop for two seconds."""
        conn.arrival.close()
        if not conn.is_over and fs.exception() is None and fs.result():
            super().finish_request(conn, fs)
            return
        self.hang_up(conn)
        try:
            conn.sock.setblocking(False)
            self.listen_to(conn)
        except (OSError, ValueError):  # closed already
            self.give_up(conn)

    def murder_keepalived(self, force: bool = False) -> None:
        """End connections that were kept long enough, save where the next request came while this loop was busy."""
        if force:
            super().murder_keepalived(force)
            return
        now = time.monotonic()
        while self.keepalived_conns and self.keepalived_conns[0].timeout <= now:
            conn = self.keepalived_conns[0]
            if has_more(conn.sock):
                self.on_client_socket_readable(conn, conn.sock)
            else:  # right after the look: in a crowd of them the last one's next request had time to come
                self.keepalived_conns.popleft()
                self.poller.unregister(conn.sock)
                self.nr_conns -= 1
                conn.close()

    def on_client_socket_readable(self, conn: Connection, client: Any) -> None:
        """A connection that was kept has its next request."""
        self.poller.unregister(client)
        self.keepalived_conns.remove(conn)
        self.wait_for_request(conn)
        self.on_arriving(conn, client)

    def handle_error(self, req: Any, client: Any, addr: Any, exc: Exception) -> None:
        """What gunicorn itself refuses is JSON like every other refusal, and no address with a secret is logged."""
        if is_senders_fault(exc):
            status, reason = REFUSALS.get(type(exc), (400, "Bad Request"))
            self.log.warning("A request was refused: %s", type(exc).__name__)
            answer = edge_answer(status, reason, "malformed", "The request is not readable.")
        else:
            self.log.error("A request broke", exc_info=exc)
            message = "Something broke on our side. Try again in a minute."
            answer = edge_answer(500, "Internal Server Error", "server_error", message)
        send_at_once(client, answer)


def is_senders_fault(exc: Exception) -> bool:
    """gunicorn's parser raises what its own module defines; a header that the shop wrote wrongly is another matter."""
    return type(exc).__module__ == errors.__name__ and not isinstance(
        exc, errors.InvalidResponseHeader | errors.InvalidResponseHeaderName
    )


def has_more(sock: Any) -> bool:
    """Whether something has come that nobody has read; a goodbye is not something."""
    try:
        return bool(sock.recv(1, socket.MSG_PEEK))
    except OSError:  # nothing yet, or nobody is there any more
        return False


def send_at_once(sock: Any, answer: bytes) -> None:
    """A few bytes, or nothing: whoever has left no room for them is not waited for."""
    with suppress(OSError):
        sock.send(answer)
