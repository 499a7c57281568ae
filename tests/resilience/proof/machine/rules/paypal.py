"""PayPal moves money by itself and sends webhooks, late or twice."""

from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import rule

from tests.resilience.proof.machine.world import World, choose, picks

PART = "2.00"


class PayPalRules(World):
    @rule(pick=picks, well=st.booleans())
    def decide_at_paypal(self, pick: int, well: bool) -> None:
        """PayPal completes what was pending, or doesn't."""
        if capture := self.choose_at_paypal("captures", "PENDING", pick):
            self.ask_paypal(f"captures/{capture['id']}/{'complete' if well else 'deny'}")
        elif refund := self.choose_at_paypal("refunds", "PENDING", pick):
            self.ask_paypal(f"refunds/{refund['id']}/{'complete' if well else 'fail'}")
        self.deliver_all()

    @rule(
        pick=picks,
        how=st.sampled_from(["refund", "refund", "reverse", "chargeback"]),
        part=st.sampled_from([False, False, True]),
        listed=st.sampled_from(["refunds", "status", "no"]),
        at_once=st.booleans(),
        mixed=st.booleans(),
    )
    def return_money(self, pick: int, how: str, part: bool, listed: str, at_once: bool, mixed: bool) -> None:
        """Money is refunded on PayPal's website, or taken back by PayPal or a bank. `mixed`: of free and paid seats."""
        found = self.list_at_paypal("captures", "COMPLETED")
        both = [row for row in found if mixed and row["custom_id"] in self.list_mixed()]
        capture = choose(pick, both or found)
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
