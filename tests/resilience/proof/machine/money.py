"""Where an order's money is, in cents. Part of the model: imports nothing of the shop."""

from dataclasses import dataclass, fields

TAX_RATES = (1500, 825, 0)  # of 10,000


def share(amount: int, part: int, whole: int) -> int:
    """Return the part of an amount, rounded half up."""
    return (2 * amount * part + whole) // (2 * whole) if whole else 0


def share_all(amount: int, weights: list[int]) -> list[int]:
    """Share an amount by weights, to the cent: largest remainder, ties to the first."""
    whole = sum(weights)
    if not whole:
        return [amount, *(0 for _ in weights[1:])] if weights else []
    shares = [amount * weight // whole for weight in weights]
    rest = sorted(range(len(weights)), key=lambda at: (-(amount * weights[at] % whole), at))
    for at in rest[: amount - sum(shares)]:
        shares[at] += 1
    return shares


def get_tax(amount: int, rate: int) -> int:
    return share(amount, rate, 10_000)


@dataclass(frozen=True, slots=True)
class Money:
    """What money is for. `fees` were kept of refunds."""

    tickets: int = 0
    tax: int = 0
    gifts: int = 0
    fees: int = 0

    @property
    def total(self) -> int:
        return self.tickets + self.tax + self.gifts + self.fees

    def __add__(self, other: "Money") -> "Money":
        return Money(*(getattr(self, each.name) + getattr(other, each.name) for each in fields(self)))

    def __neg__(self) -> "Money":
        return Money(*(-getattr(self, each.name) for each in fields(self)))

    def __sub__(self, other: "Money") -> "Money":
        return self + -other


@dataclass(frozen=True, slots=True)
class Movement:
    """Money that moved on a day of a month, such as "2026-11". An amount of 0 only moved from tickets to gifts."""

    order: int
    month: str
    account: str  # paypal, cash or bank
    amount: int
    money: Money
    fee: int = 0  # PayPal's
