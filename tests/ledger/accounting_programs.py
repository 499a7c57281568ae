"""Read journal.csv like the programs that it is for, by their documentation.

QuickBooks Online, "Import journal entries": the columns Journal No., Journal Date (MM/DD/YYYY), Account Name
(subaccounts as Parent:Sub), Description, Debits and Credits; one of the two amounts is blank and neither is negative;
rows with the same number are one entry, which balances. GnuCash, "Import Transactions from CSV" with multi-split:
Transaction ID, Date, Account, Description, Amount and Amount (Negated); rows with one ID are one transaction.
"""

import csv
import io
import re
from collections import defaultdict
from dataclasses import dataclass
from datetime import UTC, date, datetime
from decimal import Decimal

QUICKBOOKS = ["Journal No.", "Journal Date", "Account Name", "Description", "Debits", "Credits"]
GNUCASH = dict(zip(QUICKBOOKS, ["Transaction ID", "Date", "Account", "Description", "Amount", "Negated"], strict=True))
ACCOUNT = re.compile(r"[^:;,]+(:[^:;,]+)*")
AMOUNT = re.compile(r"\d+\.\d{2}")


@dataclass(frozen=True)
class Transaction:
    day: date
    text: str
    splits: dict[str, Decimal]  # debits by account; credits are negative


def import_into_quickbooks(text: str) -> dict[str, Transaction]:
    """Return the journal entries by number. Raise AssertionError where the program would refuse the file."""
    rows = list(csv.DictReader(io.StringIO(text, newline="")))
    assert text.startswith(",".join(QUICKBOOKS) + "\r\n")
    entries: dict[str, list[dict[str, str]]] = defaultdict(list)
    for row in rows:
        assert ACCOUNT.fullmatch(row["Account Name"]), row
        assert bool(row["Debits"]) != bool(row["Credits"]), row
        assert AMOUNT.fullmatch(row["Debits"] or row["Credits"]), row
        assert 0 < len(row["Journal No."]) <= 21, row
        entries[row["Journal No."]].append(row)
    found = {}
    for number, lines in entries.items():
        assert len({(line["Journal Date"], line["Description"]) for line in lines}) == 1
        assert sum(get_debit(line) for line in lines) == 0, (number, lines)
        day = datetime.strptime(lines[0]["Journal Date"], "%m/%d/%Y").replace(tzinfo=UTC).date()
        splits: dict[str, Decimal] = defaultdict(Decimal)
        for line in lines:
            splits[line["Account Name"]] += get_debit(line)
        found[number] = Transaction(day, lines[0]["Description"], dict(splits))
    return found


def get_debit(row: dict[str, str]) -> Decimal:
    return Decimal(row["Debits"] or 0) - Decimal(row["Credits"] or 0)


def import_into_gnucash(text: str) -> dict[str, Transaction]:
    """Return the transactions by ID, with the columns assigned as documented."""
    found: dict[str, Transaction] = {}
    for line in csv.DictReader(io.StringIO(text, newline="")):
        row = {GNUCASH[name]: value for name, value in line.items()}
        amount = Decimal(row["Amount"] or 0) - Decimal(row["Negated"] or 0)
        day = datetime.strptime(row["Date"], "%m/%d/%Y").replace(tzinfo=UTC).date()
        transaction = found.setdefault(row["Transaction ID"], Transaction(day, row["Description"], {}))
        transaction.splits[row["Account"]] = transaction.splits.get(row["Account"], Decimal(0)) + amount
    assert all(sum(each.splits.values()) == 0 for each in found.values())
    return found


def sum_accounts(*texts: str) -> dict[str, float]:
    """Return what all journal entries of these files debit to each account, less what they credit, if that is not 0."""
    sums: dict[str, Decimal] = defaultdict(Decimal)
    for entry in (entry for text in texts for entry in import_into_quickbooks(text).values()):
        for account, debit in entry.splits.items():
            sums[account] += debit
    return {account: float(debit) for account, debit in sums.items() if debit}
