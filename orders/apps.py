from django.apps import AppConfig

from charityshop.forking import LOADERS


class OrdersConfig(AppConfig):
    name = "orders"

    def ready(self) -> None:
        # Both need every app's tables, so they are not at the top.
        from charityshop.mail.outbox import WRITERS  # noqa: PLC0415
        from orders.paypal.client import load_sdk  # noqa: PLC0415

        LOADERS.append(load_sdk)
        WRITERS["order_paid"] = "orders.mails.render_order_paid"
