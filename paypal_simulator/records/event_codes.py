"""PayPal's transaction event codes in the simulated transaction list."""

PAYMENT = "T0006"  # PayPal Checkout
DONATION = "T0013"  # made on PayPal's website, not in the shop
WITHDRAWAL = "T0400"  # to the merchant's bank account
REVERSAL = "T1106"  # payment reversal, initiated by PayPal
REFUND = "T1107"  # payment refund, initiated by the merchant
HOLD = "T1110"  # hold for dispute investigation
HOLD_CANCELLED = "T1111"  # cancellation of that hold
CHARGEBACK = "T1201"
CHARGEBACK_REVERSAL = "T1202"
