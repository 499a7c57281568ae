"""The client's IP address, as used by limits."""

import ipaddress

from django.http import HttpRequest
from rest_framework.request import Request


def address_of(request: Request | HttpRequest) -> str:
    """Return the client's IP address. For IPv6 it is the /64 network, which usually belongs to one customer."""
    return shared_address(str(request.META.get("REMOTE_ADDR", "")))


def shared_address(address: str) -> str:
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv6Address):
        mapped = found.ipv4_mapped
        return str(mapped) if mapped else str(ipaddress.ip_network((found, 64), strict=False))
    return str(found)
