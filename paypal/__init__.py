"""The client for PayPal's REST API. No other package calls PayPal.

A call returns a result, raises PayPalRefused (PayPal rejected it without any effect), or raises PayPalUnclear (its
outcome is unknown: a timeout, a dropped connection, most error statuses, an unreadable body). After an unclear call,
keep its idempotency key and look up the state at PayPal. `issues` lists which errors are refusals.
"""
