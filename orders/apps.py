from django.apps import AppConfig


class OrdersConfig(AppConfig):
    name = "orders"

    def ready(self) -> None:
        # Imported here because they need the models of every app.
        from charityshop.db.triggers import TRIGGERS  # noqa: PLC0415
        from charityshop.mail.outbox import WRITERS  # noqa: PLC0415
        from orders.triggers import JOURNAL_TRIGGERS, ORDER_TRIGGERS  # noqa: PLC0415

        TRIGGERS.extend([*ORDER_TRIGGERS, *JOURNAL_TRIGGERS])

        WRITERS["order_paid"] = "orders.mails.render_order_paid"
        WRITERS["payment_in_review"] = "orders.mails.render_payment_in_review"
