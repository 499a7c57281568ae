"""Reject unsafe API calls that come from another site."""

from django.http import HttpRequest, HttpResponseBase

from charityshop.api.responses import error_response, is_api
from charityshop.middleware.cache_control import SAFE
from charityshop.middleware.types import GetResponse
from charityshop.security.origins import comes_from_this_site

WEBHOOK_PATHS = ("/api/webhooks/paypal", "/api/webhooks/paypal/")  # signed by PayPal instead


class SameOriginPosts:
    """Reject unsafe API calls from other origins, except webhooks, which are signed."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if self.applies_to(request) and not comes_from_this_site(request):
            return error_response("This request came from another site.", "cross_origin", 403)
        return self.get_response(request)

    def applies_to(self, request: HttpRequest) -> bool:
        return request.method not in SAFE and is_api(request) and request.path not in WEBHOOK_PATHS
