"""A stand-in for PayPal: a separate program that speaks PayPal's HTTP, for development and tests.

It shares no code and no database with the shop. Run it with `python -m paypal_simulator`, or start it from a test
with `paypal_simulator.server.serve()`. `docs/paypal.md` says which of PayPal's behaviours it has.
"""
