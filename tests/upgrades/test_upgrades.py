"""The databases of earlier releases are migrated, and the shop still shows what they contained.

Each release adds its own dumps (`tests.upgrades.make_dump`), which never change afterwards.
"""

import json

from tests.upgrades.old_shops import run

SHOWN = """
import json
import django
django.setup()
from accounts.models import User
from door.models import Night
from ledger.models import Month
from orders.models import Order
from tests.conftest import signed_in

order, month, staff = Order.objects.get(), Month.objects.get(), signed_in(User.objects.get(is_staff=True))
bought = signed_in(order.user).get(f"/api/orders/{order.public_id}").json()
booked = staff.get(f"/api/ledger/{month.first_day:%Y-%m}").json()
night = staff.get(f"/api/door/nights/{Night.objects.get().public_id}").json()
print(json.dumps({
    "order": {name: bought[name] for name in ("status", "totalPrice", "refundedPrice")},
    "seats": bought["orderItems"][0]["bookings"][0]["reservationSeats"]["qty"],
    "refunds": [each["amount"] for each in bought["refunds"]],
    "is closed": booked["closedAt"] is not None,
    "lines": {line["kind"]: line["amount"] for line in booked["lines"]},
    "inside": night["in"],
}))
"""


def test_an_earlier_release_is_migrated_with_all_that_it_sold_and_booked(old_shop: str) -> None:
    run(old_shop, "manage.py", "migrate", "--verbosity", "0")

    assert "No violations." in run(old_shop, "manage.py", "check_books")
    assert json.loads(run(old_shop, "-c", SHOWN)) == {
        "order": {"status": "partly_refunded", "totalPrice": 23.0, "refundedPrice": 10.0},
        "seats": 2,
        "refunds": [10.0],
        "is closed": True,
        "lines": {"tickets": 20.0, "refunds": 8.7, "fees": 1.29, "sales_tax": 1.7, "cost": 9.5},
        "inside": 2,
    }


def test_every_change_of_a_model_has_a_migration(old_shop: str) -> None:
    run(old_shop, "manage.py", "makemigrations", "--check", "--dry-run")
