"""When a request is here in full, and when it is not taken at all; as pure as bytes."""

from collections.abc import Iterator

import pytest

from charityshop.arriving import LONGEST_BODY, LONGEST_HEAD, Arrival, Refused

GET = b"GET /about HTTP/1.1\r\nHost: localhost\r\n\r\n"
POST = b"POST /api/users HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n\r\n"


ARRIVALS: list[Arrival] = []


@pytest.fixture(autouse=True)
def closed() -> Iterator[None]:
    yield
    while ARRIVALS:
        ARRIVALS.pop().close()


def arrived(*chunks: bytes) -> Arrival:
    arrival = Arrival()
    ARRIVALS.append(arrival)
    for chunk in chunks:
        arrival.take(chunk)
    return arrival


def test_a_request_without_a_body_is_complete_with_its_head() -> None:
    assert arrived(GET).opened().read() == GET


def test_every_way_of_cutting_a_request_gives_the_same_one() -> None:
    whole = POST + b"hello"

    for cut in range(1, len(whole)):
        first, second = whole[:cut], whole[cut:]
        arrival = arrived(first)
        assert not arrival.is_complete
        arrival.take(second)
        assert arrival.is_complete
        assert arrival.opened().read() == whole


def test_byte_by_byte_is_a_request_too() -> None:
    assert arrived(*(bytes([byte]) for byte in POST + b"hello")).opened().read() == POST + b"hello"


def test_what_comes_behind_a_request_is_given_back() -> None:
    assert arrived().take(GET + GET) == GET
    assert arrived().take(POST + b"hello" + GET) == GET
    assert arrived().take(POST + b"hell") == b""


def test_the_sender_waits_for_leave_only_where_it_says_so() -> None:
    asking = POST.replace(b"\r\n\r\n", b"\r\nExpect: 100-continue\r\n\r\n")

    assert arrived(asking).waits_for_leave
    assert not arrived(POST).waits_for_leave
    assert b"Expect" not in arrived(asking, b"hello").opened().read()  # gunicorn would give leave a second time


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        (b"GET /" + b"x" * LONGEST_HEAD, 431),
        (b"GET / HTTP/1.1\r\n" + b"X: y\r\n" * (LONGEST_HEAD // 6), 431),
        (POST.replace(b": 5", b": %d" % (LONGEST_BODY + 1)), 413),
        (POST.replace(b": 5", b": 999999999999999999"), 413),
        (POST.replace(b"Content-Length: 5", b"Transfer-Encoding: chunked"), 411),
        (POST.replace(b"\r\n\r\n", b"\r\ntransfer-encoding : identity\r\n\r\n"), 411),
    ],
)
def test_what_is_too_much_is_refused_before_it_is_here(sent: bytes, status: int) -> None:
    with pytest.raises(Refused) as refusal:
        arrived(sent)

    assert refusal.value.status == status


@pytest.mark.parametrize(
    "length", [b"Content-Length: 5\r\nContent-Length: 6", b"Content-Length: -1", b"Content-Length: 5, 5"]
)
def test_a_length_that_is_none_is_left_to_gunicorn_which_refuses_it(length: bytes) -> None:
    assert arrived(POST.replace(b"Content-Length: 5", length)).is_complete
