"""A purchase and the door in Firefox, driven by the scripts of frontend/tools/firefox."""

import os
import shutil
import subprocess
from pathlib import Path

from tests.e2e.journeys.conftest import PASSWORD, new_account, new_event
from tests.e2e.journeys.open_door import OpenDoor
from tests.e2e.journeys.steps import seats_taken
from tests.support.servers.running_shop import RunningShop

SCRIPTS = Path(__file__).resolve().parents[3] / "frontend" / "tools" / "firefox"
NAMES = ("firefox-esr", "firefox")


def run(script: str, *arguments: str) -> str:
    """Run a script to its end and return what it printed."""
    program = os.environ.get("FIREFOX") or next(filter(None, map(shutil.which, NAMES)), None)
    assert program, "Install Firefox (on Debian: apt install firefox-esr), or name one: FIREFOX=/path/to/firefox"
    command, environment = ["node", SCRIPTS / script, *arguments], os.environ | {"FIREFOX": program}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=240, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_a_seat_is_bought_with_paypal(shop: RunningShop) -> None:
    event, account = new_event(shop), new_account(shop)

    order = run("purchase.mjs", f"{shop.url}/product/{event['_id']}", account.email, PASSWORD)

    assert order.startswith(f"{shop.url}/order/")
    assert seats_taken(shop, event) == 1


def test_a_volunteer_opens_the_door_and_lets_a_party_in(shop: RunningShop) -> None:
    door = OpenDoor(shop)

    run("door.mjs", f"{shop.url}{door.path}", door.pin, door.maya, "Maya R., 4 in", "4 of 5 in")

    door.expect_admitted(4)
