"""Run the simulator until Ctrl-C or SIGTERM."""

import signal
import sys
import threading

from paypal_simulator.server import Simulator
from paypal_simulator.settings import read_settings


def main() -> int:
    settings = read_settings()
    ended = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: ended.set())
    try:
        simulator = Simulator(settings)
    except OSError as error:
        sys.stderr.write(f"The PayPal simulator can't use port {settings.port}: {error.strerror}.\n")
        return 1
    sys.stdout.write(f"PayPal simulator (no real money): control page at {simulator.url}/\n")
    sys.stdout.flush()
    ended.wait()
    simulator.stop()
    return 0


if __name__ == "__main__":
    sys.exit(main())
