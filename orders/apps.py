from django.apps import AppConfig

from charityshop.forking import LOADERS


class OrdersConfig(AppConfig):
    name = "orders"

    def ready(self) -> None:
        # Both need every app's tables, so they are not at the top.
        from charityshop.mail.outbox import WRITERS  # noqa: PLC0415
        from orders.paypal.client import vendor  # noqa: PLC0415

        LOADERS.append(vendor)
        WRITERS["order_paid"] = "orders.mails.words_of_paid_order"
