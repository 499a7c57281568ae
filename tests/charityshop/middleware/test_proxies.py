"""X-Forwarded-For and X-Forwarded-Proto of trusted and untrusted peers."""

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.test import RequestFactory

from charityshop.middleware.headers import TrustedProxies


def seen(request: HttpRequest) -> HttpResponse:
    return JsonResponse({"address": request.META["REMOTE_ADDR"], "secure": request.is_secure()})


def ask(peer: str, **headers: str):
    request = RequestFactory().get("/", REMOTE_ADDR=peer, headers=headers)
    return TrustedProxies(seen)(request).content.decode()


@pytest.fixture(autouse=True)
def proxies(settings):
    settings.TRUSTED_PROXIES = ["10.0.0.0/8", "2001:db8::1"]


def test_headers_of_untrusted_peers_are_ignored():
    headers = {"X-Forwarded-For": "203.0.113.9", "X-Forwarded-Proto": "https"}

    assert ask("198.51.100.7", **headers) == '{"address": "198.51.100.7", "secure": false}'


@pytest.mark.parametrize("proxy", ["10.1.2.3", "2001:db8::1"])
def test_headers_of_trusted_proxies_are_used(proxy):
    headers = {"X-Forwarded-For": "203.0.113.9", "X-Forwarded-Proto": "https"}

    assert ask(proxy, **headers) == '{"address": "203.0.113.9", "secure": true}'


@pytest.mark.parametrize(
    ("hops", "address"),
    [
        ("1.1.1.1, 203.0.113.9", "203.0.113.9"),  # the first part was sent by the client
        ("203.0.113.9, 10.9.9.9", "203.0.113.9"),  # two trusted proxies
        ("", "10.1.2.3"),
        ("10.2.2.2", "10.1.2.3"),
        (" , ,203.0.113.9 ", "203.0.113.9"),
    ],
)
def test_the_last_untrusted_hop_is_the_client(hops, address):
    assert f'"{address}"' in ask("10.1.2.3", **{"X-Forwarded-For": hops})


def test_an_invalid_network_is_a_configuration_error(settings):
    settings.TRUSTED_PROXIES = ["everybody"]

    with pytest.raises(ImproperlyConfigured, match="TRUSTED_PROXIES"):
        TrustedProxies(seen)
