"""Processes of one server take as many connections each, and none waits for one that takes nothing."""

import socket
from collections.abc import Callable, Iterator

import pytest

from charityshop import web_server
from charityshop.patient_worker import PatientWorker
from tests.waiting import eventually

CROWD = 16
OpenWorker = Callable[[int], PatientWorker]


@pytest.fixture
def ahead(open_worker: OpenWorker, door: socket.socket) -> Iterator[PatientWorker]:
    """A process that has a connection already."""
    yield from stands_at(door, open_worker(1), has=1)


@pytest.fixture
def other(open_worker: OpenWorker, door: socket.socket) -> Iterator[PatientWorker]:
    """A process that has none."""
    yield from stands_at(door, open_worker(2), has=0)


def stands_at(door: socket.socket, worker: PatientWorker, *, has: int) -> Iterator[PatientWorker]:
    worker.sockets = [door]
    worker.nr_conns = has
    worker.notify()
    worker.set_accept_enabled(True)
    yield worker
    for conn in list(worker.arriving):
        worker.give_up(conn)
    worker.counts.leave(worker.age)


@pytest.fixture
def door() -> Iterator[socket.socket]:
    """Where processes listen, with a crowd in front."""
    with socket.create_server(("127.0.0.1", 0), backlog=CROWD) as listening:
        crowd = [socket.create_connection(listening.getsockname()) for _ in range(CROWD)]
        yield listening
        for each in crowd:
            each.close()


def turn(worker: PatientWorker) -> int:
    """One round of gunicorn's own loop; how many connections the process has then."""
    worker.notify()
    if not worker._accepting:
        worker.set_accept_enabled(True)
    worker.wait_for_and_dispatch_events(timeout=0)
    return int(worker.nr_conns)


def test_a_process_leaves_the_next_connection_to_one_with_fewer(ahead: PatientWorker, other: PatientWorker) -> None:
    assert turn(ahead) == 1
    assert turn(other) == 1


def test_a_process_that_waited_in_vain_takes_the_connection(ahead: PatientWorker, other: PatientWorker) -> None:
    assert eventually(lambda: turn(ahead) == CROWD + 1)  # each after a moment of its own
    assert other.nr_conns == 0


def test_nobody_gives_way_to_a_process_that_is_ending(ahead: PatientWorker, other: PatientWorker) -> None:
    other.alive = False
    other.notify()
    assert turn(ahead) == 2


def test_nobody_gives_way_to_a_process_that_died(ahead: PatientWorker, other: PatientWorker) -> None:
    web_server.child_exit(None, other)
    assert turn(ahead) == 2
