"""Whether the shop's books agree with PayPal's own record."""

from tests.support.servers.running_shop import RunningShop

IN_AGREEMENT = ("The books are in order.", " 0 still on their way into the books")


def disagreements(shop: RunningShop) -> list[str]:
    """What `check_books --paypal` says if something is wrong or still on its way; else nothing."""
    try:
        said = shop.check_books("--paypal")
    except AssertionError as wrong:
        return [str(wrong)]
    return [] if all(part in said for part in IN_AGREEMENT) else [said]
