"""X-Forwarded-For and X-Forwarded-Proto of trusted and untrusted peers."""

import pytest
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.test import RequestFactory

from charityshop.middleware import TrustedProxies


def seen(request: HttpRequest) -> HttpResponse:
    return JsonResponse({"address": request.META["REMOTE_ADDR"], "secure": request.is_secure()})


def ask(peer: str, **headers: str):
    request = RequestFactory().get("/", REMOTE_ADDR=peer, headers=headers)
    return TrustedProxies(seen)(request).content.decode()


@pytest.fixture(autouse=True)
def proxies(settings):
    settings.TRUSTED_PROXIES = ["10.0.0.0/8", "2001:db8::1"]


def test_only_headers_of_trusted_proxies_are_used():
    headers = {"X-Forwarded-For": "203.0.113.9", "X-Forwarded-Proto": "https"}

    assert ask("198.51.100.7", **headers) == '{"address": "198.51.100.7", "secure": false}'
    for proxy in ("10.1.2.3", "2001:db8::1", "::ffff:10.1.2.3"):
        assert ask(proxy, **headers) == '{"address": "203.0.113.9", "secure": true}', proxy


@pytest.mark.parametrize(
    ("hops", "address"),
    [
        ("1.1.1.1, 203.0.113.9", "203.0.113.9"),  # the first part was sent by the client
        ("203.0.113.9, 10.9.9.9", "203.0.113.9"),  # two trusted proxies
        ("", "10.1.2.3"),
        ("10.2.2.2", "10.1.2.3"),
        (" , ,203.0.113.9 ", "203.0.113.9"),
        ("203.0.113.9, 10.9.9.9:443, [2001:db8::1]:443", "203.0.113.9"),
        ("203.0.113.9, ::ffff:10.9.9.9", "203.0.113.9"),
        ("203.0.113.5:51234", "203.0.113.5"),
        ("::ffff:203.0.113.5", "203.0.113.5"),
        ("[::ffff:203.0.113.5]:51234", "203.0.113.5"),
        ("2001:DB8:0:0::2", "2001:db8::2"),
        ("[2001:db8::2]", "2001:db8::2"),
        ("[2001:db8::2]:443", "2001:db8::2"),
        ('"[2001:db8::2]:443"', "2001:db8::2"),
        ("fe80::1%eth0", "fe80::1"),
    ],
)
def test_the_last_untrusted_hop_is_the_client_and_has_one_address_however_a_proxy_writes_it(hops, address):
    assert f'"{address}"' in ask("10.1.2.3", **{"X-Forwarded-For": hops})


@pytest.mark.parametrize(
    "hop",
    ["unknown", "_hidden", "203.0.113.5:", "203.0.113.5:x", "203.0.113.5:51234:1", "[2001:db8::2", "2001:db8::2]",
     "[203.0.113.5]x", "203.0.113", "203.0.113.256", "203.000.113.005", "[]", ":1", "\u0662.1.1.1"],
)  # fmt: skip
def test_what_is_no_address_counts_as_the_proxys(hop):
    assert '"10.1.2.3"' in ask("10.1.2.3", **{"X-Forwarded-For": hop})
    assert '"10.1.2.3"' in ask("10.1.2.3", **{"X-Forwarded-For": f"198.51.100.1, {hop}"}), "the client may have sent it"
