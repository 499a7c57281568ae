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
    SABOTAGE_KEYS_FOR_EVER=1      a refund's key is used again after PayPal has forgotten it
    SABOTAGE_WEBHOOKS_WRITTEN_ANEW=1  a webhook's JSON is written again before PayPal is asked to verify it
    SABOTAGE_KEEP_SECOND_PAYMENTS=1  a second payment for one order is not given back
"""
