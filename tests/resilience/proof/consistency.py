"""Compare the shop's records with PayPal's, and judge its refusals."""

import requests

from tests.support.servers.running_shop import RunningShop

CONSISTENT = ("No violations.", " 0 not recorded yet")


def find_inconsistencies(shop: RunningShop) -> list[str]:
    """Return the output of `check_books --paypal` if something is wrong or not recorded yet."""
    try:
        output = shop.check_books("--paypal")
    except AssertionError as wrong:
        return [str(wrong)]
    return [] if all(part in output for part in CONSISTENT) else [output]


def asks_to_wait(answer: requests.Response) -> bool:
    """Return whether the answer is a 503 in JSON with a sentence and Retry-After."""
    is_json = answer.headers.get("Content-Type", "").startswith("application/json")
    has_sentence = is_json and str(answer.json().get("message", "")).endswith(".")
    return answer.status_code == 503 and has_sentence and bool(answer.headers.get("Retry-After"))
