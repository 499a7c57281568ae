from django.apps import AppConfig


class OrdersConfig(AppConfig):
    name = "orders"

    def ready(self) -> None:
        # Imported here because they need the models of every app.
        from charityshop.db.triggers import TRIGGERS  # noqa: PLC0415
        from orders.triggers import ORDER_TRIGGERS  # noqa: PLC0415

        TRIGGERS.extend(ORDER_TRIGGERS)
