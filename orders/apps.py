from django.apps import AppConfig


class OrdersConfig(AppConfig):
    name = "orders"

    def ready(self) -> None:
        # Imported here because it needs the models of every app.
        from charityshop.mail.outbox import WRITERS  # noqa: PLC0415

        WRITERS["order_paid"] = "orders.mails.render_order_paid"
        WRITERS["reminder"] = "orders.reminder_mails.render_reminder"
        WRITERS["guest_reminder"] = "orders.reminder_mails.render_guest_reminder"
        WRITERS["date_message"] = "orders.message_mails.render_message"
        WRITERS["guest_message"] = "orders.message_mails.render_message"
