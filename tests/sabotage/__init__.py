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
"""
