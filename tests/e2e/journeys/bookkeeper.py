"""
Looks at the books once for each line it reads, and answers what is wrong with them as a line of JSON. One process for
all journeys: to start Django anew for each of them would take as long as the journey.
"""

import json
import sys

import django


def main() -> None:
    from django.db import connection  # noqa: PLC0415 - Django has to be set up before

    from orders.reports.consistency_checks import list_violations  # noqa: PLC0415

    for _ in sys.stdin:
        print(json.dumps([str(sentence) for sentence in list_violations()]), flush=True)
        connection.close()


if __name__ == "__main__":
    django.setup()
    main()
