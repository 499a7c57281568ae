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


def test_with_a_folder_the_state_survives_a_kill(tmp_path: Path, start: Callable[..., Client]) -> None:
    program = start_program("--state", str(tmp_path), "--webhook-url", "off")
    assert program.stdout
    client = Client(program.stdout.readline().rpartition(" ")[2].strip().rstrip("/"))
    order_id = client.approved(build_order(invoice_id="inv-1"))
    first = client.capture(order_id, key="c1").json()
    token = client.session.headers["Authorization"]
    client.session.close()
    os.kill(program.pid, signal.SIGKILL)
    program.communicate(timeout=10)

    paypal = start(state=tmp_path)
    paypal.session.headers["Authorization"] = token
    assert paypal.get(f"/v2/checkout/orders/{order_id}").json()["status"] == "COMPLETED"
    assert paypal.capture(order_id, key="c1").json() == first
    assert get_issue(paypal.capture(paypal.approved(build_order(invoice_id="inv-1")))) == "422 DUPLICATE_INVOICE_ID"
