"""Compare the shop's records with PayPal's."""

from tests.support.servers.running_shop import RunningShop

CONSISTENT = ("No violations.", " 0 not recorded yet")


def find_inconsistencies(shop: RunningShop) -> list[str]:
    """Return the output of `check_books --paypal` if something is wrong or not recorded yet."""
    try:
        output = shop.check_books("--paypal")
    except AssertionError as wrong:
        return [str(wrong)]
    return [] if all(part in output for part in CONSISTENT) else [output]
