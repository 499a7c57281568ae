"""The PayPal simulator, consistency checks, the console and a phone with a drawer, as in the tests of other apps."""

from tests.accounts.conftest import console, operator
from tests.door.conftest import door_id, till, tonight
from tests.orders.conftest import check_consistency, paypal, simulator

__all__ = ["check_consistency", "console", "door_id", "operator", "paypal", "simulator", "till", "tonight"]
