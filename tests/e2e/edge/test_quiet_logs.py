"""Logs contain no passwords, tokens, cookies, keys, names or email addresses."""

from tests.support.servers.running_shop import STAFF, RunningShop
from tests.support.waiting import eventually

PASSWORD = "hush hush four words"
TOKEN = "0123456789abcdef01234567-hushhush-0123456789abcdef"
SIGNATURE = "5ea1" * 16
SEAT = f"0123456789abcdef01234567.{SIGNATURE}"
EMAIL = "quiet.person@example.com"
NAME = "Hushabye"


def use_the_shop(shop: RunningShop) -> list[str]:
    """Run the flows that handle secrets. Return the texts that must not be in the logs."""
    client = shop.client()
    account = {"email": EMAIL, "password": PASSWORD, "firstName": NAME, "lastName": "Person"}
    assert client.call("POST", "/api/users", account).status_code == 201
    cookie = client.http.cookies["sessionid"]
    client.call("POST", "/api/users/auth", {"email": EMAIL, "password": f"{PASSWORD} not"})
    client.call("POST", "/api/users/forgot-password", {"email": EMAIL})
    client.call("POST", "/api/users/set-password", {"token": TOKEN, "newPw": PASSWORD})
    client.call("PUT", "/api/users/profile", {"firstName": f"{NAME} Anew"})
    client.call("PUT", "/api/users/change-password", {"currentPw": PASSWORD, "newPw": f"{PASSWORD} new"})
    client.call(
        "GET", f"/reset-password?token={TOKEN}", headers={"Referer": f"{shop.url}/reset-password?token={TOKEN}"}
    )
    for path in (f"/seats/{SEAT}", f"/api/seats/{SEAT}", f"/api/seats/{SEAT.replace('.', '%2E')}"):
        client.call("GET", path, headers={"Referer": f"{shop.url}/seats/{SEAT}"})
    client.call("POST", f"/api/seats/{SEAT}", {"firstName": "Sam"})
    client.call("POST", f"/api/seats/{SEAT}/give-back", {})
    client.call("GET", "/api/users/profile", headers={"Authorization": f"Bearer {TOKEN}", "X-Api-Key": TOKEN})
    client.call("GET", f"/api/products?keyword={TOKEN}")
    client.call("POST", f"/api/webhooks/paypal?key={TOKEN}", {"id": "WH-1", "event_type": "X", "secret": TOKEN})
    shop.client().call("POST", "/api/users/auth", STAFF).raise_for_status()
    own = (STAFF["password"], shop.environment["SECRET_KEY"], "simulator-client-secret")
    return [PASSWORD, TOKEN, SIGNATURE, EMAIL, NAME, cookie, *own]


def test_the_logs_contain_no_secrets(shop: RunningShop) -> None:
    secrets = use_the_shop(shop)

    written = (shop.folder / "server.log").read_text()
    assert '"POST /api/users/auth"' in written  # requests are logged
    assert '"GET /reset-password" 200' in written
    assert '"GET /seats/0123456789abcdef01234567.[signature]" 200' in written
    assert [secret for secret in secrets if secret in written] == []


def test_paths_cannot_inject_log_lines(shop: RunningShop) -> None:
    shop.client().call("GET", "/about%0a2026-11-20T12:00:00Z%20INFO%20access%20smuggled")

    log = shop.folder / "server.log"
    assert eventually(lambda: "%0a" in log.read_text().lower())  # logged after the response was sent
    lines = log.read_text().splitlines()
    assert [line for line in lines if "smuggled" in line and "%0a" not in line.lower()] == []
