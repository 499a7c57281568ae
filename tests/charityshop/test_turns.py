"""Requests of one process that change something: one computes at a time, and who waits for others steps aside."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from threading import Event
from typing import Any

import pytest
from django.db import connection, transaction

from charityshop import turns
from charityshop.arriving import Arrival
from charityshop.turns import Pools, aside

SOON, A_MOMENT = 10.0, 0.2  # seconds
THREADS = 2 * turns.MOST_WAIT
LOOK, CHANGE = b"GET / HTTP/1.1\r\n\r\n", b"PUT / HTTP/1.1\r\n\r\n"


class Request:
    """Something that a thread does, and that a test lets go on."""

    def __init__(self, head: bytes, work: Callable[["Request"], Any]) -> None:
        self.arrival, self.work = Arrival(), work
        self.arrival.take(head)
        self.has_begun, self.may_go_on = Event(), Event()


@pytest.fixture
def send() -> Iterator[Callable[..., Request]]:
    pools = Pools(2)  # and so eight for those who change something
    with ExitStack() as sent:
        sent.callback(pools.shutdown)

        def send_one(head: bytes, work: Callable[[Request], Any]) -> Request:
            request = Request(head, work)
            request.done = pools.submit(lambda conn: conn.work(conn), request)  # type: ignore[attr-defined]
            sent.callback(request.may_go_on.set)
            sent.callback(request.arrival.close)
            return request

        yield send_one


def compute(request: Request) -> str:
    request.has_begun.set()
    assert request.may_go_on.wait(SOON)
    return "done"


def ask_paypal(request: Request) -> str:
    with aside():
        return compute(request)


def test_of_two_that_change_something_the_second_begins_when_the_first_is_done(send):
    first, second = send(CHANGE, compute), send(CHANGE, compute)
    assert first.has_begun.wait(SOON)
    assert not second.has_begun.wait(A_MOMENT)

    first.may_go_on.set()

    assert second.has_begun.wait(SOON)


def test_who_looks_waits_for_nobody(send):
    buyers = [send(CHANGE, compute) for _ in range(9)]
    assert buyers[0].has_begun.wait(SOON)

    visitor = send(LOOK, compute)
    visitor.may_go_on.set()

    assert visitor.done.result(SOON) == "done"


def test_while_one_waits_for_paypal_another_goes_on(send):
    paying, holding = send(CHANGE, ask_paypal), send(CHANGE, compute)
    assert paying.has_begun.wait(SOON)

    assert holding.has_begun.wait(SOON)


def test_who_comes_back_from_paypal_waits_for_a_turn_again(send):
    paying = send(CHANGE, ask_paypal)
    assert paying.has_begun.wait(SOON)
    holding = send(CHANGE, compute)
    assert holding.has_begun.wait(SOON)

    paying.may_go_on.set()
    with pytest.raises(TimeoutError):
        paying.done.result(A_MOMENT)
    holding.may_go_on.set()

    assert paying.done.result(SOON) == "done"


def test_with_every_thread_at_paypal_whoever_comes_back_is_done_and_the_next_begins(send):
    paying = [send(CHANGE, ask_paypal) for _ in range(THREADS)]
    assert all(each.has_begun.wait(SOON) for each in paying)
    late = [send(CHANGE, ask_paypal) for _ in range(2)]

    paying[0].may_go_on.set()

    assert paying[0].done.result(SOON) == "done"
    assert late[0].has_begun.wait(SOON)
    assert not late[1].has_begun.wait(A_MOMENT)


def test_one_that_breaks_gives_its_turn_away(send):
    broken, next_one = send(CHANGE, lambda _: 1 / 0), send(CHANGE, compute)

    assert isinstance(broken.done.exception(SOON), ZeroDivisionError)
    assert next_one.has_begun.wait(SOON)


def test_behind_one_that_hangs_the_line_goes_on_after_a_while(send, monkeypatch):
    stuck, other = send(CHANGE, compute), send(CHANGE, compute)
    assert stuck.has_begun.wait(SOON)
    assert not other.has_begun.wait(A_MOMENT)
    monkeypatch.setattr(turns, "PATIENCE", A_MOMENT / 2)

    newcomer = send(CHANGE, compute)  # whoever comes has a look at who is first in the line

    assert other.has_begun.wait(SOON)
    for each in (stuck, other, newcomer):
        each.may_go_on.set()
    assert [each.done.result(SOON) for each in (stuck, other, newcomer)] == ["done"] * 3


def test_who_comes_back_from_paypal_to_one_that_hangs_goes_on_too(send, monkeypatch):
    paying = send(CHANGE, ask_paypal)
    assert paying.has_begun.wait(SOON)
    stuck = send(CHANGE, compute)
    assert stuck.has_begun.wait(SOON)
    monkeypatch.setattr(turns, "PATIENCE", 0.01)

    paying.may_go_on.set()

    assert paying.done.result(SOON) == "done"


def test_afterwards_there_is_one_at_a_time_again(send, monkeypatch):
    monkeypatch.setattr(turns, "PATIENCE", 0.0)
    hasty = [send(CHANGE, compute) for _ in range(3)]
    assert all(each.has_begun.wait(SOON) for each in hasty)
    monkeypatch.undo()
    for each in hasty:
        each.may_go_on.set()
        each.done.result(SOON)

    first, second = send(CHANGE, compute), send(CHANGE, compute)

    assert first.has_begun.wait(SOON)
    assert not second.has_begun.wait(A_MOMENT)


@pytest.mark.django_db(transaction=True)
def test_nobody_steps_aside_with_rows_that_others_wait_for(send):
    def ask_paypal_too_early(request):
        try:
            with transaction.atomic():
                ask_paypal(request)
        finally:
            connection.close()  # this thread's own

    assert isinstance(send(CHANGE, ask_paypal_too_early).done.exception(SOON), RuntimeError)


def test_where_nobody_takes_turns_stepping_aside_is_nothing():
    request = Request(CHANGE, compute)
    request.may_go_on.set()

    assert ask_paypal(request) == "done"
    request.arrival.close()


@pytest.mark.parametrize(
    ("head", "only_looks"),
    [(b"GET / HTTP/1.1\r\n\r\n", True), (b"HEAD / HTTP/1.1\r\n\r\n", True), (b"OPTIONS / HTTP/1.1\r\n\r\n", True),
     (b"POST / HTTP/1.1\r\n\r\n", False), (b"GETS / HTTP/1.1\r\n\r\n", False), (b"DELETE / HTTP/1.1\r\n\r\n", False)],
)  # fmt: skip
def test_a_request_that_only_looks_says_so_first(head, only_looks):
    arrival = Arrival()
    arrival.take(head)

    assert arrival.only_looks is only_looks
    arrival.close()
