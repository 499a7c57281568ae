"""Sold lines never change. The database refuses everything else."""

from charityshop.db.triggers import Trigger

LINE = "orders_orderline"
AS_SOLD = "The lines of orders stay as they were sold."
SOLD_COLUMNS = (
    *("order_id", "booking_id", "product", "name", "image", "description", "event_location", "seats", "price"),
    *("line_price", "tax_rate", "refund_policy", "refund_until_hours", "refund_fee_per_seat", "fair_value"),
)
IS_CHANGED = " OR ".join(f"NEW.{column} IS DISTINCT FROM OLD.{column}" for column in SOLD_COLUMNS)
REPLACES_LINE = "EXISTS (SELECT 1 FROM orders_orderline WHERE id = NEW.id OR booking_id = NEW.booking_id)"
ORDER_TRIGGERS = [
    Trigger(f"{LINE}_no_update", LINE, "UPDATE", AS_SOLD, IS_CHANGED),
    Trigger(f"{LINE}_no_delete", LINE, "DELETE", AS_SOLD),
    Trigger(f"{LINE}_no_replacing", LINE, "INSERT", AS_SOLD, REPLACES_LINE, only_sqlite=True),
]
