from django.apps import AppConfig


class OrdersConfig(AppConfig):
    name = "orders"

    def ready(self) -> None:
        # Imported here because it needs the models of every app.
        from charityshop.mail.outbox import WRITERS  # noqa: PLC0415

        WRITERS["order_paid"] = "orders.mails.render_order_paid"
        WRITERS["payment_in_review"] = "orders.mails.render_payment_in_review"
