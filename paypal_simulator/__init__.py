"""A PayPal simulator: a separate program that implements PayPal's HTTP API, for development and tests.

It shares no code and no database with the shop. Run it with `python -m paypal_simulator`, or start it from a test
with `paypal_simulator.server.serve()`. `docs/paypal.md` lists the simulated behavior.
"""
