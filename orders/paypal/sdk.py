"""Configure PayPal's SDK. A separate module, because importing the SDK takes a quarter of the shop's start-up time."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple, cast

import requests
from apimatic_core.api_call import ApiCall
from django.conf import settings
from paypalserversdk.configuration import Configuration, Environment, Server
from paypalserversdk.exceptions.api_exception import ApiException
from paypalserversdk.http.auth.o_auth_2 import ClientCredentialsAuthCredentials
from paypalserversdk.paypal_serversdk_client import PaypalServersdkClient
from requests.adapters import HTTPAdapter

if TYPE_CHECKING:
    from urllib3 import HTTPConnectionPool

__all__ = ["ApiException", "make_client"]


class ShopConfiguration(Configuration):  # type: ignore[misc]
    """Use PAYPAL_API_URL, since the SDK has no setting for the base URL. `clone_with` would lose this override."""

    def get_base_uri(self, server: Server = Server.DEFAULT) -> str:
        return settings.PAYPAL_API_URL


class TextApiCall(ApiCall):  # type: ignore[misc]
    """Return responses as text, because the SDK's models drop unknown fields and take a fifth of a call's time."""

    @property
    def new_builder(self) -> "TextApiCall":
        return TextApiCall(self._global_configuration)

    def response(self, response_handler: Any) -> "TextApiCall":
        super().response(response_handler.deserializer(None).deserialize_into(None))
        return self


class Answer(NamedTuple):
    """As much of an answer as the SDK reads."""

    status_code: int
    reason: str | None
    headers: Mapping[str, str]
    text: str


class Line:
    """What the SDK has for its way to PayPal: `requests`, or for plain calls the connections beneath it.

    For each call `requests` looks after cookies, hooks and redirects, which PayPal's API has none of; that takes as
    long as all the rest of the call. What goes through a proxy, and what is no plain text, is left to it.
    """

    adapters: Mapping[str, HTTPAdapter] = {}  # whose tries the SDK would set; there are none but the shop's own

    def __init__(self) -> None:
        self.session = self  # as the SDK looks for it
        self.usual = build_session()
        self.ways: dict[str, HTTPConnectionPool] = {}

    def request(self, method: str, url: str, *, data: Any, headers: Mapping[str, str | None], **said: Any) -> Any:
        if self.usual.proxies or said["params"] or said["files"] or not isinstance(data, str | None):
            return self.usual.request(method, url, data=data, headers=headers, **said)
        told = {name: value for name, value in headers.items() if value is not None}
        base = settings.PAYPAL_API_URL
        way = self.ways.get(base) or self.ways.setdefault(base, self.way_to(base))
        path, patience = url.removeprefix(base), said["timeout"]
        answer = way.urlopen(method, path, data, told, timeout=patience, retries=False, redirect=False)
        if answer.get_redirect_location():
            raise requests.TooManyRedirects(f"PayPal's API sent a call on, with {answer.status}.")
        return Answer(answer.status, answer.reason, answer.headers, answer.data.decode())

    def way_to(self, base: str) -> "HTTPConnectionPool":
        """As `requests` finds it, with the same certificates."""
        adapter = cast(Any, self.usual.get_adapter(base))
        asked = requests.Request("GET", base).prepare()
        way: HTTPConnectionPool = adapter.get_connection_with_tls_context(
            asked, self.usual.verify, cert=self.usual.cert
        )
        adapter.cert_verify(way, base, self.usual.verify, self.usual.cert)
        return way


def build_session() -> requests.Session:
    """Keeps its connection. What the environment says of proxies and certificates is read once, not at each call."""
    session = requests.Session()
    told = session.merge_environment_settings(settings.PAYPAL_API_URL, {}, None, None, None)
    session.proxies, session.verify, session.cert = told["proxies"], told["verify"], told["cert"]
    session.trust_env = False
    session.max_redirects = 0  # PayPal's API sends nobody on; whoever does is not PayPal's API, and gets no token
    return session


def make_client() -> PaypalServersdkClient:
    credentials = ClientCredentialsAuthCredentials(
        o_auth_client_id=settings.PAYPAL_CLIENT_ID, o_auth_client_secret=settings.PAYPAL_CLIENT_SECRET
    )
    config = ShopConfiguration(
        http_client_instance=Line(),
        environment=Environment.PRODUCTION if settings.PAYPAL_ENVIRONMENT == "live" else Environment.SANDBOX,
        timeout=settings.PAYPAL_TIMEOUT,
        max_retries=0,  # the shop repeats calls itself, with the stored idempotency key
        client_credentials_auth_credentials=credentials,
    )
    client = PaypalServersdkClient(config=config)
    for controller in (client.orders, client.payments, client.transaction_search):
        controller.api_call = TextApiCall(client.global_configuration)
    return client
