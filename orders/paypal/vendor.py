"""The vendor's SDK as the shop uses it. Apart, because importing it takes a quarter of the shop's start-up."""

from typing import Any

import requests
from apimatic_core.api_call import ApiCall
from django.conf import settings
from paypalserversdk.configuration import Configuration, Environment, Server
from paypalserversdk.exceptions.api_exception import ApiException
from paypalserversdk.http.auth.o_auth_2 import ClientCredentialsAuthCredentials
from paypalserversdk.paypal_serversdk_client import PaypalServersdkClient

__all__ = ["ApiException", "make_client"]


class AtBase(Configuration):  # type: ignore[misc]
    """The SDK has no setting for another base URL; `clone_with` would lose this one."""

    def get_base_uri(self, server: Server = Server.DEFAULT) -> str:
        return settings.PAYPAL_API_URL


class Unread(ApiCall):  # type: ignore[misc]
    """Leaves an answer as text: the SDK's models drop what they do not know, and making them is a fifth of a call."""

    @property
    def new_builder(self) -> "Unread":
        return Unread(self._global_configuration)

    def response(self, response_handler: Any) -> "Unread":
        super().response(response_handler.deserializer(None).deserialize_into(None))
        return self


def own_session() -> requests.Session:
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
    config = AtBase(
        http_client_instance=own_session(),
        environment=Environment.PRODUCTION if settings.PAYPAL_ENVIRONMENT == "live" else Environment.SANDBOX,
        timeout=settings.PAYPAL_TIMEOUT,
        max_retries=0,  # the shop retries itself, with the stored key
        client_credentials_auth_credentials=credentials,
    )
    client = PaypalServersdkClient(config=config)
    for controller in (client.orders, client.payments, client.transaction_search):
        controller.api_call = Unread(client.global_configuration)
    return client
