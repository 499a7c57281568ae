"""A connection is ended after some seconds, or where room is needed, but never under a request that is here already."""

import selectors
import socket
import time
from collections.abc import Iterator

import pytest

from charityshop.patient_worker import Connection, PatientSocket, PatientWorker

ASKING = b"GET /again HTTP/1.1\r\nHost: shop\r\n\r\n"


@pytest.fixture
def kept(worker: PatientWorker) -> Iterator[tuple[Connection, socket.socket]]:
    """A connection whose time has just run out, and its visitor's end."""
    ours, theirs = socket.socketpair()
    conn = Connection(worker.cfg, PatientSocket(fileno=ours.detach()), ("127.0.0.1", 1), ("127.0.0.1", 2))
    conn.sock.setblocking(False)
    conn.timeout = time.monotonic() - 1
    worker.nr_conns += 1
    worker.keepalived_conns.append(conn)
    worker.poller.register(conn.sock, selectors.EVENT_READ, lambda _: None)
    with theirs:
        theirs.settimeout(5)
        yield conn, theirs
    worker.tpool.shutdown()
    worker.wait_for_and_dispatch_events(timeout=0)  # what its threads left for the loop to tidy up
    conn.sock.close()


@pytest.fixture
def new(worker: PatientWorker) -> Iterator[tuple[Connection, socket.socket]]:
    """A connection that has stood for some seconds without anything on it, and its visitor's end."""
    ours, theirs = socket.socketpair()
    conn = Connection(worker.cfg, PatientSocket(fileno=ours.detach()), ("127.0.0.1", 1), ("127.0.0.1", 2))
    worker.nr_conns += 1
    worker.wait_for_request(conn)
    conn.began -= 10
    with theirs:
        theirs.settimeout(5)
        yield conn, theirs
    worker.tpool.shutdown()
    worker.wait_for_and_dispatch_events(timeout=0)
    conn.sock.close()


def is_answered(visitor: socket.socket) -> bool:
    answer = b""
    while b"again" not in answer.partition(b"\r\n\r\n")[2]:
        more = visitor.recv(4096)
        if not more:
            return False  # the connection was ended under the request
        answer += more
    return answer.startswith(b"HTTP/1.1 200 OK")


def test_a_request_that_came_just_before_the_end_is_answered(
    worker: PatientWorker, kept: tuple[Connection, socket.socket]
) -> None:
    kept[1].sendall(ASKING)
    worker.murder_keepalived()
    assert is_answered(kept[1])


def test_a_request_that_came_while_a_crowd_was_served_is_answered_though_room_is_needed(
    worker: PatientWorker, new: tuple[Connection, socket.socket]
) -> None:
    new[1].sendall(ASKING)
    worker.worker_connections = 1
    worker.murder_pending()
    assert is_answered(new[1])


def test_a_request_that_lay_unread_until_its_time_was_over_is_answered(
    worker: PatientWorker, new: tuple[Connection, socket.socket]
) -> None:
    new[1].sendall(ASKING)
    new[0].deadline = time.monotonic() - 1
    worker.murder_pending()
    assert is_answered(new[1])


def test_where_room_is_needed_a_connection_goes_on_which_nothing_came(
    worker: PatientWorker, new: tuple[Connection, socket.socket]
) -> None:
    worker.worker_connections = 1
    worker.murder_pending()
    assert new[1].recv(1) == b""
    assert worker.nr_conns == 0


def test_a_connection_on_which_nothing_came_is_ended(
    worker: PatientWorker, kept: tuple[Connection, socket.socket]
) -> None:
    worker.murder_keepalived()
    assert kept[1].recv(1) == b""
    assert worker.nr_conns == 0


def test_a_stopping_server_ends_every_kept_connection(
    worker: PatientWorker, kept: tuple[Connection, socket.socket]
) -> None:
    kept[0].timeout = time.monotonic() + 100
    worker.murder_keepalived(force=True)
    assert kept[1].recv(1) == b""
