"""Accept X-Forwarded-* headers from trusted proxies only."""

import ipaddress

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.http import HttpRequest, HttpResponseBase

from charityshop.middleware.types import GetResponse

FROM_PROXIES = ("HTTP_X_FORWARDED_FOR", "HTTP_X_FORWARDED_PROTO", "HTTP_X_FORWARDED_HOST", "HTTP_X_REQUEST_ID")


class TrustedProxies:
    """Set REMOTE_ADDR from X-Forwarded-For for proxies in TRUSTED_PROXIES; drop such headers from other peers."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response
        try:
            self.networks = [ipaddress.ip_network(name) for name in settings.TRUSTED_PROXIES]
        except ValueError as error:
            raise ImproperlyConfigured(f"TRUSTED_PROXIES has to list addresses or networks: {error}.") from None

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        peer = request.META.get("REMOTE_ADDR", "")
        if self.trusts(peer):
            hops = [hop.strip() for hop in request.META.get("HTTP_X_FORWARDED_FOR", "").split(",") if hop.strip()]
            request.META["REMOTE_ADDR"] = next((hop for hop in reversed(hops) if not self.trusts(hop)), peer)
        else:
            for name in FROM_PROXIES:
                request.META.pop(name, None)
        return self.get_response(request)

    def trusts(self, address: str) -> bool:
        try:
            found = ipaddress.ip_address(address)
        except ValueError:
            return False
        return any(found in network for network in self.networks)
