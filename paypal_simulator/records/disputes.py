"""Disputes, opened by the buyer at PayPal or at the bank that issued the card.

    INQUIRY (buyer and seller negotiate) -> CHARGEBACK (PayPal decides; its name for a claim) -> an outcome

A dispute in the channel EXTERNAL is a card chargeback at the buyer's bank. The order doesn't show disputes. The money
may be held while a dispute is open. If the buyer wins, it is taken back by a reversal or a chargeback.
"""

from paypal_simulator.clock import timestamp
from paypal_simulator.control.parameters import is_true, one_of
from paypal_simulator.messages import not_found, unprocessable
from paypal_simulator.money import Money, from_json, parse_money
from paypal_simulator.records.event_codes import CHARGEBACK, HOLD, HOLD_CANCELLED, REVERSAL
from paypal_simulator.records.ledger import Ledger
from paypal_simulator.records.refunds import Refunds
from paypal_simulator.records.store import Json

REASONS = (
    *("MERCHANDISE_OR_SERVICE_NOT_RECEIVED", "MERCHANDISE_OR_SERVICE_NOT_AS_DESCRIBED", "UNAUTHORISED"),
    *("CREDIT_NOT_PROCESSED", "DUPLICATE_TRANSACTION", "INCORRECT_AMOUNT", "PAYMENT_BY_OTHER_MEANS"),
    *("CANCELED_RECURRING_BILLING", "PROBLEM_WITH_REMITTANCE", "OTHER"),
)
STAGES = ("INQUIRY", "CHARGEBACK", "PRE_ARBITRATION", "ARBITRATION")
STATUSES = (*("OPEN", "WAITING_FOR_BUYER_RESPONSE", "WAITING_FOR_SELLER_RESPONSE", "UNDER_REVIEW", "OTHER"),)
LOST = ("RESOLVED_BUYER_FAVOUR", "ACCEPTED")
OUTCOMES = (*LOST, "RESOLVED_SELLER_FAVOUR", "RESOLVED_WITH_PAYOUT", "CANCELED_BY_BUYER", "DENIED", "NONE")
CHANNELS = ("INTERNAL", "EXTERNAL")


class Disputes:
    def __init__(self, ledger: Ledger, refunds: Refunds) -> None:
        self._ledger = ledger
        self._refunds = refunds
        self._store = ledger.store

    def open(self, capture_id: str, body: Json) -> Json:
        """Open a dispute. `amount` defaults to the rest of the capture; `hold` also holds the money."""
        requested = (
            parse_money(body["amount"], "/amount", zero_allowed=False) if body.get("amount") is not None else None
        )
        with self._store.transaction():
            capture = self._ledger.get_capture(capture_id)
            left = Money(self._refunds.get_remaining(capture), capture["amount"]["currency_code"])
            dispute: Json = {
                "id": self._ledger.identifiers.dispute(),
                "capture_id": capture_id,
                "amount": (requested or left).to_json(),
                "reason": one_of({"reason": REASONS[0]} | body, "reason", REASONS),
                "status": one_of({"status": "OPEN"} | body, "status", STATUSES),
                "stage": one_of({"stage": "INQUIRY"} | body, "stage", STAGES),
                "channel": one_of({"channel": "INTERNAL"} | body, "channel", CHANNELS),
                "outcome": None,
                "held": is_true(body, "hold", default=False),
                "create_time": timestamp(),
            }
            if dispute["held"]:
                self._ledger.record_movement(HOLD, capture, negate(dispute["amount"]))
            return self._save(dispute, "CREATED")

    def update(self, dispute_id: str, body: Json) -> Json:
        with self._store.transaction():
            dispute = self._get_open(dispute_id)
            dispute["stage"] = one_of({"stage": dispute["stage"]} | body, "stage", STAGES)
            dispute["status"] = one_of({"status": dispute["status"]} | body, "status", STATUSES)
            return self._save(dispute, "UPDATED")

    def resolve(self, dispute_id: str, body: Json) -> Json:
        """Resolve a dispute. If the buyer wins, reverse the capture with `listed` and `announced`."""
        outcome = one_of({"outcome": LOST[0]} | body, "outcome", OUTCOMES)
        with self._store.transaction():
            dispute = self._get_open(dispute_id)
            dispute |= {"status": "RESOLVED", "outcome": outcome}
            capture = self._ledger.get_capture(dispute["capture_id"])
            if dispute["held"]:
                self._ledger.record_movement(HOLD_CANCELLED, capture, from_json(dispute["amount"]))
            if outcome in LOST:
                code = CHARGEBACK if dispute["channel"] == "EXTERNAL" else REVERSAL
                how: Json = {name: body[name] for name in ("listed", "announced") if name in body}
                self._refunds.reverse(capture["id"], how | {"amount": dispute["amount"], "code": code})
            return self._save(dispute, "RESOLVED")

    def get(self, dispute_id: str) -> Json:
        dispute = self._store.get("dispute", dispute_id)
        if dispute is None:
            raise not_found()
        return dispute

    def list_about(self, capture_id: str) -> list[Json]:
        """List a capture's disputes, or all disputes without an ID, newest first."""
        every = reversed(self._store.list_all("dispute"))
        return [dispute for dispute in every if not capture_id or dispute["capture_id"] == capture_id]

    def _get_open(self, dispute_id: str) -> Json:
        dispute = self.get(dispute_id)
        if dispute["status"] == "RESOLVED":
            raise unprocessable("DISPUTE_ALREADY_RESOLVED", "The dispute is resolved.")
        return dispute

    def _save(self, dispute: Json, event: str) -> Json:
        dispute["update_time"] = timestamp()
        self._store.put("dispute", dispute["id"], dispute)
        self._ledger.publish(f"CUSTOMER.DISPUTE.{event}", "dispute", dispute)
        return dispute


def negate(amount: Json) -> Money:
    money = from_json(amount)
    return Money(-money.value, money.currency)
