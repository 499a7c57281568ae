"""Header lines that servers may read differently as a body's length, where the body is a request of its own."""

HIDDEN = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: keep-alive\r\n\r\n"
LENGTH = len(HIDDEN)

# Values of Content-Length
NO_NUMBER = [
    b"+%d" % LENGTH,
    b"-1",
    b"",
    b"0x%x" % LENGTH,
    b"%d_0" % (LENGTH // 10),
    b"%d,%d" % (LENGTH, 0),
    b"\x0b%d" % LENGTH,
    b"\xb2",  # a superscript 2 in Latin-1
    b"%d\xb9" % LENGTH,
    "６４".encode(),  # full-width digits
    b"%d\x00" % LENGTH,
]
LONG = [
    b"9" * 19,
    b"9" * 5000,  # more digits than Python converts
    b"18446744073709551616",  # 2 ** 64: zero where it overflows
    b"4294967296",  # 2 ** 32
]
NUMBERS = [
    b"%d" % LENGTH,
    b"  %d" % LENGTH,
    b"0%d" % LENGTH,
    b"%d,%d" % (LENGTH, LENGTH),
    b"\r\n %d" % LENGTH,
]
PADDED = [b"0" * zeros + b"%d" % LENGTH for zeros in (18, 1000)]

# Header lines
TWO_READINGS = [
    [b"Content-Length: %d" % LENGTH, b"Content-Length: 0"],
    [b"Content-Length: 0", b"Content-Length: %d" % LENGTH],
    [b"Content-Length: 0", b"Content-Length: " + b"0" * 30 + b"%d" % LENGTH],
    [b"Content-Length: %d" % LENGTH, b"Transfer-Encoding: chunked"],
    [b"Transfer-Encoding: chunked", b"Content-Length: %d" % LENGTH],
    [b"Content-Length: %d" % LENGTH, b"Transfer-Encoding: identity"],
    [b"Content-Length: %d" % LENGTH, b"Transfer-Encoding: chunked, identity"],
    [b"Content-Length: %d" % LENGTH, b"Transfer-Encoding: \x0bchunked"],
    [b"Content-Length: %d" % LENGTH, b"Transfer-Encoding : chunked"],
    [b"Content-Length: 0", b"Transfer-Encoding: chunked", b"Transfer-Encoding: identity"],
    [b"Content-Length : %d" % LENGTH],
    [b"X-Line: a\rContent-Length: %d" % LENGTH],
    [b"Content-Length: 0\nContent-Length: %d" % LENGTH],
]
