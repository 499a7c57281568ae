"""Whose word on X-Forwarded-For and -Proto counts."""

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.test import RequestFactory

from charityshop.middleware.proxies import TrustedProxies


def seen(request: HttpRequest) -> HttpResponse:
    return JsonResponse({"address": request.META["REMOTE_ADDR"], "secure": request.is_secure()})


def ask(peer: str, **headers: str):
    request = RequestFactory().get("/", REMOTE_ADDR=peer, headers=headers)
    return TrustedProxies(seen)(request).content.decode()


@pytest.fixture(autouse=True)
def proxies(settings):
    settings.TRUSTED_PROXIES = ["10.0.0.0/8", "2001:db8::1"]


def test_a_stranger_cannot_choose_their_address_or_claim_https():
    headers = {"X-Forwarded-For": "203.0.113.9", "X-Forwarded-Proto": "https"}

    assert ask("198.51.100.7", **headers) == '{"address": "198.51.100.7", "secure": false}'


@pytest.mark.parametrize("proxy", ["10.1.2.3", "2001:db8::1"])
def test_a_proxy_of_ours_is_believed(proxy):
    headers = {"X-Forwarded-For": "203.0.113.9", "X-Forwarded-Proto": "https"}

    assert ask(proxy, **headers) == '{"address": "203.0.113.9", "secure": true}'


@pytest.mark.parametrize(
    ("hops", "address"),
    [
        ("1.1.1.1, 203.0.113.9", "203.0.113.9"),  # what the visitor wrote themselves stands to the left
        ("203.0.113.9, 10.9.9.9", "203.0.113.9"),  # two proxies of ours
        ("", "10.1.2.3"),
        ("10.2.2.2", "10.1.2.3"),
        (" , ,203.0.113.9 ", "203.0.113.9"),
    ],
)
def test_the_last_hop_that_is_not_ours_is_the_visitor(hops, address):
    assert f'"{address}"' in ask("10.1.2.3", **{"X-Forwarded-For": hops})


def test_a_wrong_network_is_refused_by_name(settings):
    settings.TRUSTED_PROXIES = ["everybody"]

    with pytest.raises(ImproperlyConfigured, match="TRUSTED_PROXIES"):
        TrustedProxies(seen)
