"""Break the running shop on purpose, to show that the tests about seats and money can fail.

`tests.settings` installs this app if a `SABOTAGE_…` variable is set, and the app replaces functions of the shop. The
shop's own settings refuse to start with such a variable.

    SABOTAGE_NO_LOCK=1            seats are counted without the lock, and long before bookings are stored
    SABOTAGE_NO_STORED_KEYS=1     each call to PayPal gets a new idempotency key
    SABOTAGE_SETTLE_AGAIN=1       a webhook settles its payment again
    SABOTAGE_KILL_FILE=/path      the process is killed (-9) at the place that the file names
    SABOTAGE_NO_PATIENCE=1        reconciliation does not wait half a minute for a call that may be in progress, and
                                  upkeep reads PayPal's record every time
    SABOTAGE_QUIET_ABSENCE=1      an unavailable database is answered like a bug
    SABOTAGE_EVERY_ERROR_IS_A_NO=1  every 4xx answer of PayPal's counts as a refusal without effect
    SABOTAGE_ANY_PAYEE=1          a PayPal order pays the order that it names, whoever gets the money
    SABOTAGE_NO_REVERSALS=1       reversals, chargebacks and disputes are ignored
    SABOTAGE_KEYS_FOR_EVER=1      a key is used again after PayPal has deleted it
    SABOTAGE_NEVER_ASK_AGAIN=1    upkeep ignores payments and refunds with an unknown outcome
    SABOTAGE_KEEP_SECOND_PAYMENTS=1  a second payment for an order is not refunded
"""
