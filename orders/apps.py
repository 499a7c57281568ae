from django.apps import AppConfig


class OrdersConfig(AppConfig):
    name = "orders"

    def ready(self) -> None:
        # Imported here because they need the models of every app.
        from charityshop.db.triggers import TRIGGERS  # noqa: PLC0415
        from charityshop.outbox.messages import WRITERS  # noqa: PLC0415
        from orders.triggers import JOURNAL_TRIGGERS, ORDER_TRIGGERS  # noqa: PLC0415

        TRIGGERS.extend([*ORDER_TRIGGERS, *JOURNAL_TRIGGERS])

        WRITERS["mail"]["order_paid"] = "orders.mails.write_order_paid"
        WRITERS["mail"]["payment_in_review"] = "orders.mails.write_payment_in_review"
