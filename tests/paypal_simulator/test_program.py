"""The program: start, stop and stored state."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest
import requests

from paypal_simulator.server import Simulator, serve
from tests.paypal_simulator.clients import Client, build_order, get_issue
from tests.support.waiting import eventually

ROOT = Path(__file__).resolve().parents[2]


def start_program(*flags: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "paypal_simulator", "--port", "0", *flags]
    return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def stop_program(program: subprocess.Popen[str]) -> tuple[int, float]:
    began = time.monotonic()
    program.terminate()
    program.communicate(timeout=10)
    return program.returncode, time.monotonic() - began


def hold_connection(client: Client) -> None:
    with pytest.raises(OSError, match="Connection"):
        client.create(timeout=20)


def test_it_prints_the_control_pages_url_and_stops_on_a_signal() -> None:
    program = start_program("--webhook-url", "off")
    assert program.stdout
    line = program.stdout.readline()
    client = Client(line.rpartition(" ")[2].strip().rstrip("/"))
    client.control("faults", call="create", kind="timeout_before")
    holding = threading.Thread(target=hold_connection, args=(client,))
    holding.start()
    eventually(lambda: not client.state()["faults"])

    code, seconds = stop_program(program)

    holding.join()
    client.session.close()
    assert "control page" in line
    assert code == 0
    assert seconds < 3


def test_with_a_folder_the_state_survives_a_kill(tmp_path: Path, connect: Callable[[Simulator], Client]) -> None:
    program = start_program("--state", str(tmp_path), "--webhook-url", "off")
    assert program.stdout
    client = Client(program.stdout.readline().rpartition(" ")[2].strip().rstrip("/"))
    order_id = client.approved(build_order(invoice_id="inv-1"))
    first = client.capture(order_id, key="c1").json()
    token = client.session.headers["Authorization"]
    client.session.close()
    os.kill(program.pid, signal.SIGKILL)
    program.communicate(timeout=10)

    with serve(state=tmp_path) as again:
        paypal = connect(again)
        paypal.session.headers["Authorization"] = token
        assert paypal.get(f"/v2/checkout/orders/{order_id}").json()["status"] == "COMPLETED"
        assert paypal.capture(order_id, key="c1").json() == first
        assert get_issue(paypal.capture(paypal.approved(build_order(invoice_id="inv-1")))) == "422 DUPLICATE_INVOICE_ID"


# --- Mixes ------------------------------------------------------------------------------------------------------------


Start = Callable[..., Simulator]
Connect = Callable[[Simulator], Client]


def describe_outcome(call: Callable[..., requests.Response], *args: object, **options: object) -> str:
    """Describe the outcome of a call in a word."""
    try:
        answer = call(*args, **options)
        return f"{answer.status_code} {'json' if answer.json() else ''}"
    except requests.exceptions.JSONDecodeError:
        return f"{answer.status_code} unreadable"
    except requests.exceptions.RequestException as broken:
        return type(broken).__name__


def make_purchases(paypal: Client) -> list[str]:
    """Create, look up and capture orders, with a new token if it expired. Return the outcomes."""
    ends = []
    for number in range(8):
        reference = f"shop-{number}"
        ends.append(describe_outcome(paypal.create, build_order(custom_id=reference), key=f"create {number}"))
        made = [row for row in paypal.state()["orders"] if row["purchase_units"][0]["custom_id"] == reference]
        for order in made:
            paypal.control(f"orders/{order['id']}/approve")
            describe_outcome(paypal.get, f"/v2/checkout/orders/{order['id']}")
            ends.append(describe_outcome(paypal.capture, order["id"], key=f"capture {number}"))
        paypal.authorize()
    return ends


def test_the_same_seed_draws_the_same_faults(start: Start, connect: Connect) -> None:
    one, same, other = (connect(start()) for _ in range(3))
    for paypal, seed in ((one, 7), (same, 7), (other, 8)):
        paypal.control("mix", seed=seed, percent=60, delay=0.01, calls=["create", "get", "capture"])

    days = [make_purchases(paypal) for paypal in (one, same, other)]

    assert days[0] == days[1]
    assert len(set(days[0])) > 2, "a day without trouble shows nothing"
    assert days[2] != days[0]
