from django.apps import AppConfig

from charityshop.forking import LOADERS


class OrdersConfig(AppConfig):
    name = "orders"

    def ready(self) -> None:
        from orders.paypal.client import vendor  # noqa: PLC0415 - needs every app's tables, so not at the top

        LOADERS.append(vendor)
