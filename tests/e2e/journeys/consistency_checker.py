"""Run the consistency checks for each line on standard input, and print the violations as a line of JSON.

One process serves all tests, because starting Django takes as long as a test.
"""

import json
import sys

import django


def main() -> None:
    from django.db import connection  # noqa: PLC0415 - Django has to be set up before

    from payments.reports.consistency_checks import list_violations  # noqa: PLC0415

    for _ in sys.stdin:
        print(json.dumps([str(violation) for violation in list_violations()]), flush=True)
        connection.close()


if __name__ == "__main__":
    django.setup()
    main()
