"""Enter in an open month what the shop can't know: costs, payouts, money that moved, sales tax paid, corrections."""

from collections.abc import Mapping, Sequence
from datetime import date
from decimal import Decimal

from django.utils import timezone

from accounts.models import User
from accounts.services.locks import lock_user
from charityshop import audit
from charityshop.api.idempotency import RequestKey, get_earlier_result, store_result
from charityshop.db.transactions import in_one_transaction
from charityshop.exceptions import Changed, InvalidField
from events.models import Occurrence
from ledger.calendar import LedgerMonth
from ledger.selectors.months import Line, get_entered_line, has_line
from ledger.services.close_month import lock_open_month
from payments.accounts import MONEY, Account
from payments.journal import post_entry
from payments.models import LedgerEntry

Kind = LedgerEntry.Kind
INCOMES = (Account.OTHER, Account.GIFTS)  # gifts that were made elsewhere
SIDES = {  # by kind: the accounts that money may come from, and go to; first the ones that are meant if none is named
    Kind.COST: ((Account.BANK, Account.PAYPAL, Account.CASH), (Account.COSTS,)),
    Kind.PAID_OUT: ((Account.BANK, Account.PAYPAL, Account.CASH), (Account.PAID_OUT,)),
    Kind.TRANSFER: ((Account.PAYPAL, Account.CASH, Account.BANK), (Account.BANK, Account.PAYPAL, Account.CASH)),
    Kind.TAX_PAID: ((Account.BANK, Account.PAYPAL, Account.CASH), (Account.TAX,)),
    Kind.OTHER: (
        (*INCOMES, *MONEY, Account.OWED, Account.TAX, Account.OPENING),
        (Account.CASH, Account.BANK, Account.PAYPAL, *INCOMES, Account.OWED, Account.TAX, Account.OPENING),
    ),
}


@in_one_transaction
def add_entry(
    *,
    month: LedgerMonth,
    kind: str,
    day: date,
    amount: Decimal,
    text: str,
    source: str = "",
    target: str = "",
    occurrence: Occurrence | None = None,
    receipt: str = "",
    corrects: str = "",
    seen: Mapping[str, Sequence[str]] | None = None,
    request_key: RequestKey | None = None,
    by: User,
) -> Line:
    """Add a line to a month. A repeated request key returns the existing line. `corrects` is the ID of another one.

    `source` and `target` are the accounts that the amount moves between; the usual ones of the kind, if they are empty.
    `seen` has the `corrections` that the author saw of that line: raise Changed if it has others by now, so that two
    people don't correct it twice. Raise MonthClosed or InvalidField.
    """
    lock_user(by.pk, by=by)
    if earlier := get_earlier_result(request_key, owner_id=by.pk):
        return get_entered_line(LedgerEntry.objects.get(public_id=earlier[0]))
    lock_open_month(month)
    if LedgerMonth.of(day) != month:
        raise InvalidField("date", f"Choose a day in {month.name}.")
    if day > timezone.localdate():
        raise InvalidField("date", "Choose today or an earlier day.")
    if corrects and not has_line(corrects):
        raise InvalidField("corrects", "Choose a line of the ledger to correct.")
    if corrects and seen:
        refuse_unseen_corrections(corrects, seen["corrections"])
    if occurrence and kind != Kind.COST:
        raise InvalidField("product", "Only a cost is of a date.")
    accounts = choose_accounts(Kind(kind), source, target)
    entry = LedgerEntry.objects.create(
        kind=kind, text=text, receipt=receipt, corrects=corrects, occurrence=occurrence, by=by
    )
    post_entry(entry, source=accounts[0], target=accounts[1], day=day, amount=amount)
    values = audit.columns(entry, ("kind", "text", "receipt", "corrects", "occurrence"))
    values |= {"date": audit.as_text(day), "amount": audit.as_text(amount), "from": accounts[0], "to": accounts[1]}
    audit.record("ledger entry added", entry, by=by, action=audit.CREATED, after=values)
    store_result(request_key, owner_id=by.pk, result=[entry.public_id])
    return get_entered_line(entry)


def refuse_unseen_corrections(line_id: str, seen: Sequence[str]) -> None:
    """Raise Changed if somebody corrected this line since its author looked at it."""
    entries = list(LedgerEntry.objects.filter(corrects=line_id).select_related("by").order_by("pk"))
    if unseen := [entry for entry in entries if entry.public_id not in seen]:
        last = unseen[-1]
        raise Changed(
            f"{last.by.first_name} corrected this line already: “{last.text}”.",
            by=last.by.first_name,
            at=audit.as_text(last.created_at),
            current={"corrections": [entry.public_id for entry in entries]},
        )


def choose_accounts(kind: Kind, source: str, target: str) -> tuple[Account, Account]:
    """Return the accounts that money moves from and to. Raise InvalidField for those that the kind doesn't have."""
    sources, targets = SIDES[kind]
    chosen = (Account(source or sources[0]), Account(target or targets[0]))
    for name, account, allowed in (("from", chosen[0], sources), ("to", chosen[1], targets)):
        if account not in allowed:
            raise InvalidField(name, "Choose an account that this kind of line has.")
    if chosen[0] == chosen[1]:
        raise InvalidField("to", "Choose two different accounts.")
    if set(chosen) <= {*INCOMES, Account.OPENING}:
        raise InvalidField("to", "Choose where the money is.")
    return chosen
