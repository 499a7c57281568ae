from django.apps import AppConfig


class OrdersConfig(AppConfig):
    name = "orders"

    def ready(self) -> None:
        from charityshop.mail.outbox import WRITERS  # noqa: PLC0415 - it needs every app's tables

        WRITERS["order_paid"] = "orders.mails.words_of_paid_order"
