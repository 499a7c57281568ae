"""End the demo's processes with the command that started them, even if it was killed (`run_demo`).

They are in the process group of this process, whose standard input is a pipe that ends with the command.
"""

import os
import signal
import sys

if __name__ == "__main__":
    signal.signal(signal.SIGTERM, signal.SIG_IGN)  # which the command sends to the whole group
    sys.stdin.read()
    os.killpg(0, signal.SIGKILL)
