"""End the demo's processes after the command that started them was killed, and so could not end them (`run_demo`).

The command writes the ID of each to this process's standard input, a pipe that ends with the command.
"""

import os
import signal
import sys
from contextlib import suppress


def main() -> None:
    for process in list(sys.stdin):  # waits for the end of the pipe
        with suppress(ProcessLookupError):
            os.killpg(int(process), signal.SIGKILL)


if __name__ == "__main__":
    main()
