"""Where requests come from: another site's page, or which network address, as used by limits."""

import ipaddress
import re
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest
from rest_framework.request import Request

IPAddress = ipaddress.IPv4Address | ipaddress.IPv6Address
ENDPOINT = re.compile(r"(?:\[(?P<v6>[^\]]+)\]|(?P<v4>[0-9.]+))(?::[0-9]{1,5})?")


def comes_from_this_site(request: HttpRequest) -> bool:
    """Return whether the request was not sent by another site's page.

    Browsers send Origin or Sec-Fetch-Site. Other HTTP clients send neither, and have no user's cookies to misuse.
    """
    origin = request.headers.get("Origin")
    if origin is not None:
        return origin in (settings.SITE_URL, *settings.CORS_ALLOWED_ORIGINS) or is_this_host(request, origin)
    return request.headers.get("Sec-Fetch-Site", "none") in ("same-origin", "none")


def is_this_host(request: HttpRequest, origin: str) -> bool:
    """Return whether the origin is the host of this request, which ALLOWED_HOSTS has validated."""
    return origin == f"{'https' if request.is_secure() else 'http'}://{request.get_host()}" and bool(
        urlsplit(origin).netloc
    )


def address_of(request: Request | HttpRequest) -> str:
    """Return the client's IP address. For IPv6 it is the /64 network, which usually belongs to one customer."""
    return shared_address(str(request.META.get("REMOTE_ADDR", "")))


def shared_address(address: str) -> str:
    found = parse_address(address)
    if isinstance(found, ipaddress.IPv6Address):
        return str(ipaddress.ip_network((found, 64), strict=False))
    return str(found) if found else address  # the server's own word, such as nothing for a socket that is a file


def parse_address(text: str) -> IPAddress | None:
    """Parse an IP address as proxies write it: perhaps with a port, in brackets or quoted. Return None for other texts.

    An IPv4 address that is written as an IPv6 one is the same client, so it is returned as IPv4.
    """
    text = text.strip().strip('"')
    endpoint = ENDPOINT.fullmatch(text)
    bare = endpoint["v6"] or endpoint["v4"] if endpoint else text
    try:
        found = ipaddress.ip_address(bare.partition("%")[0])  # without the name of a network interface
    except ValueError:
        return None
    return (found.ipv4_mapped or found) if isinstance(found, ipaddress.IPv6Address) else found
