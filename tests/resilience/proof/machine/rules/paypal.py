"""PayPal moves money by itself and sends webhooks, late or twice."""

from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import rule

from tests.resilience.proof.machine.world import World, choose, picks

PART = "2.00"
SHOP = {"merchant_id": "SIMMERCHANT01"}


class PayPalRules(World):
    @rule(pick=picks, well=st.booleans())
    def decide_at_paypal(self, pick: int, well: bool) -> None:
        """PayPal completes what was pending, or doesn't."""
        if capture := self.choose_at_paypal("captures", "PENDING", pick):
            self.ask_paypal(f"captures/{capture['id']}/{'complete' if well else 'deny'}")
        elif refund := self.choose_at_paypal("refunds", "PENDING", pick):
            self.ask_paypal(f"refunds/{refund['id']}/{'complete' if well else 'fail'}")
        self.deliver_all()

    @rule(amount=st.sampled_from(["23.00", "4.60"]), is_named=st.booleans(), at_once=st.booleans())
    def take_money_of_no_order(self, amount: str, is_named: bool, at_once: bool) -> None:
        """Another program takes money. The shop learns of it by a webhook, or from PayPal's record if it has a name."""
        self.take_unclaimed(amount, **{"custom_id": "f" * 24} if is_named else {})
        if at_once:
            self.deliver_all()

    def take_unclaimed(self, amount: str, **names: str) -> None:
        made = self.paypal.control("orders", amount=amount, payee=SHOP, **names)
        self.paypal.approve(made["id"])
        self.paypal.control(f"orders/{made['id']}/capture")

    @rule(
        pick=picks,
        how=st.sampled_from(["refund", "refund", "reverse", "chargeback"]),
        part=st.sampled_from([False, False, True]),
        listed=st.sampled_from(["refunds", "status", "no"]),
        at_once=st.booleans(),
        of=st.sampled_from(["any", "mixed", "no order"]),
    )
    def return_money(self, pick: int, how: str, part: bool, listed: str, at_once: bool, of: str) -> None:
        """Money is refunded on PayPal's website, or taken back by PayPal or a bank. "mixed": of free and paid seats."""
        found, mixed = self.list_at_paypal("captures", "COMPLETED"), self.list_mixed() if of == "mixed" else set()
        orders = {order.public_id for order in self.shop.orders.values()}
        wanted = {
            "any": found,
            "mixed": [row for row in found if row.get("custom_id") in mixed],
            "no order": [row for row in found if row.get("custom_id") not in orders],
        }
        capture = choose(pick, wanted[of] or found)
        if capture:
            body: dict[str, Any] = {"amount": {"currency_code": "USD", "value": PART}} if part else {}
            body |= {"listed": listed} if how != "refund" else {}
            self.ask_paypal(f"captures/{capture['id']}/{how}", **body)
            if at_once:
                self.deliver_all()

    @rule(
        pick=picks, outcome=st.sampled_from(["RESOLVED_BUYER_FAVOUR", "RESOLVED_SELLER_FAVOUR"]), external=st.booleans()
    )
    def settle_dispute(self, pick: int, outcome: str, external: bool) -> None:
        """A buyer opens a dispute, and PayPal decides it."""
        capture = self.choose_at_paypal("captures", "COMPLETED", pick)
        if capture:
            channel = "EXTERNAL" if external else "INTERNAL"
            dispute = self.ask_paypal(f"captures/{capture['id']}/dispute", channel=channel)
            self.deliver_all()
            if dispute:
                self.ask_paypal(f"disputes/{dispute['dispute_id']}/resolve", outcome=outcome)
                self.deliver_all()

    @rule(pick=picks, then_refund=st.sampled_from([False, True]), part=st.booleans())
    def return_reversal(self, pick: int, then_refund: bool, part: bool) -> None:
        """The shop wins: PayPal returns what was taken back. The shop reads it in PayPal's record.

        It may learn earlier that all or a part of it was refunded on PayPal's website since.
        """
        reversals = [row for row in self.paypal.state()["refunds"] if row["reversal"] and row["status"] == "COMPLETED"]
        if reversal := choose(pick, reversals):
            self.ask_paypal(f"refunds/{reversal['id']}/undo")
            if then_refund:
                body = {"amount": {"currency_code": "USD", "value": PART}} if part else {}
                self.ask_paypal(f"captures/{reversal['capture_id']}/refund", **body)
                self.deliver_all()

    @rule(pick=picks, times=st.integers(0, 2))
    def send_webhook(self, pick: int, times: int) -> None:
        """Deliver all webhooks, or any one: late, for the first time or again."""
        if not times:
            self.deliver_all()
        elif webhook := choose(pick, self.paypal.state()["webhooks"]):
            self.deliver(webhook, times)

    def choose_at_paypal(self, kind: str, status: str, pick: int) -> dict[str, Any] | None:
        return choose(pick, self.list_at_paypal(kind, status))

    def list_at_paypal(self, kind: str, status: str) -> list[dict[str, Any]]:
        return [row for row in self.paypal.state()[kind] if row["status"] == status]

    def list_mixed(self) -> set[str]:
        """Return the orders with live seats that cost something and live ones that are free."""
        return {
            order.public_id
            for order in self.list_paid()
            if {line.price > 0 for line in order.lines.values() if line.open} == {True, False}
        }
