"""Breaks the running shop on purpose, to show that the tests about seats and money can fail.

The shop's own code knows nothing of this: `tests.settings` adds this app where a `SABOTAGE_…` variable asks for it, and
the app puts other functions in place of the shop's once they are loaded. The shop's own settings refuse to start with
such a variable.

    SABOTAGE_NO_LOCK=1            seats are counted without the lock, and long before they are written down
    SABOTAGE_NO_STORED_KEYS=1     each call to PayPal gets a new key, as if none had been stored
    SABOTAGE_SETTLE_AGAIN=1       a webhook settles its payment as if nothing had been settled before
    SABOTAGE_KILL_FILE=/path      the process is killed (-9) at the place whose name stands in that file
    SABOTAGE_NO_PATIENCE=1        reconciling does not wait half a minute for a call that may still be on its way, and
                                  upkeep reads PayPal's record every time
    SABOTAGE_QUIET_ABSENCE=1      a database that is away is answered like any bug
    SABOTAGE_EVERY_ERROR_IS_A_NO=1  every 4xx of PayPal's counts as a refusal without effect
    SABOTAGE_ANY_PAYEE=1          a PayPal order counts for the order it names, whoever gets the money
    SABOTAGE_NO_REVERSALS=1       reversals, chargebacks and disputes are not read
    SABOTAGE_KEYS_FOR_EVER=1      a key is used again after PayPal has forgotten it
    SABOTAGE_UNCLEAR_IS_A_CRASH=1  an unclear answer of PayPal's is answered like any bug
    SABOTAGE_NEVER_ASK_AGAIN=1    upkeep leaves payments and refunds alone whose end is unknown
    SABOTAGE_REFUNDS_BY_AMOUNT=1  a refund that PayPal shows is taken for the first one of that amount
    SABOTAGE_CAPTURES_LEFT_OUT=1  a PayPal order that lists no capture was not captured, though it is completed
    SABOTAGE_UNKNOWN_IS_FAILED=1  a refund whose status the shop does not know has failed
    SABOTAGE_NO_ODD_LINES=1       one unreadable line of PayPal's record makes all of it unreadable
    SABOTAGE_ASKED_AMOUNTS=1      what the shop asked for counts as refunded, not what PayPal refunded
    SABOTAGE_REVERSALS_TWICE=1    a reversal counts when its capture's webhook tells of it, and again in the report
    SABOTAGE_KEEP_SECOND_PAYMENTS=1  a second payment for one order is not given back
    SABOTAGE_ONE_PENDING_PAYMENT=1  of two pending payments only the first counts
    SABOTAGE_WEBHOOKS_WRITTEN_ANEW=1  a webhook's JSON is written again before PayPal is asked to verify it
    SABOTAGE_UNVERIFIED_WEBHOOKS=1  a webhook that PayPal cannot verify now counts as genuine
    SABOTAGE_NO_WEBHOOK_LIMIT=1   each forged webhook is a call to PayPal
    SABOTAGE_SETTLED_UNSEEN=1     a webhook counts as processed although PayPal could not be asked
    SABOTAGE_BELIEVE_WEBHOOKS=1   a capture is settled as its webhook tells it, without a look at PayPal
    SABOTAGE_STOP_AT_BROKEN_ROWS=1  a row that fails ends its job
    SABOTAGE_QUIET_BROKEN_ROWS=1  staff are not shown rows that fail again and again
"""
