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
    SABOTAGE_UNCLEAR_IS_A_CRASH=1  an unclear answer of PayPal's is answered like a bug
    SABOTAGE_NEVER_ASK_AGAIN=1    upkeep ignores payments and refunds with an unknown outcome
    SABOTAGE_REFUNDS_BY_AMOUNT=1  a refund at PayPal is matched with the first one of its amount
    SABOTAGE_CAPTURES_LEFT_OUT=1  a completed PayPal order that lists no capture counts as not captured
    SABOTAGE_UNKNOWN_IS_FAILED=1  a refund with an unknown status counts as failed
    SABOTAGE_NO_ODD_LINES=1       one unreadable line makes PayPal's whole record unreadable
    SABOTAGE_ASKED_AMOUNTS=1      the requested amount counts as refunded, not the actual one
    SABOTAGE_REVERSALS_TWICE=1    a reversal counts when its capture's webhook arrives, and again in the report
    SABOTAGE_KEEP_SECOND_PAYMENTS=1  a second payment for an order is not refunded
    SABOTAGE_ONE_PENDING_PAYMENT=1  of two pending payments only the first counts
    SABOTAGE_WEBHOOKS_WRITTEN_ANEW=1  a webhook's JSON is serialized again before PayPal verifies it
    SABOTAGE_UNVERIFIED_WEBHOOKS=1  a webhook that PayPal cannot verify at the moment counts as genuine
    SABOTAGE_NO_WEBHOOK_LIMIT=1   each forged webhook causes a call to PayPal
    SABOTAGE_SETTLED_UNSEEN=1     a webhook counts as processed although PayPal did not answer
    SABOTAGE_BELIEVE_WEBHOOKS=1   a capture is settled as its webhook says, without reading it from PayPal
    SABOTAGE_STOP_AT_BROKEN_ROWS=1  a row that fails ends its job
    SABOTAGE_QUIET_BROKEN_ROWS=1  staff are not shown rows that fail repeatedly
"""
