"""The PayPal simulator for tests of the checks."""

from tests.orders.conftest import paypal, simulator  # noqa: F401 - fixtures
