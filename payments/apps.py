from django.apps import AppConfig


class PaymentsConfig(AppConfig):
    name = "payments"

    def ready(self) -> None:
        # Imported here because they need the models of every app.
        from charityshop.db.triggers import TRIGGERS  # noqa: PLC0415
        from outbox.messages import WRITERS  # noqa: PLC0415
        from payments.triggers import JOURNAL_TRIGGERS  # noqa: PLC0415

        TRIGGERS.extend(JOURNAL_TRIGGERS)

        WRITERS["mail"]["order_paid"] = "payments.mails.write_order_paid"
        WRITERS["mail"]["payment_denied"] = "payments.mails.write_payment_denied"
        WRITERS["mail"]["payment_in_review"] = "payments.mails.write_payment_in_review"
