"""The accounts of the journal: where money is, what it is for, and whose it is."""

from enum import StrEnum


class Account(StrEnum):
    PAYPAL = "paypal"
    CASH = "cash"  # all drawers
    BANK = "bank"
    TICKETS = "tickets"  # without sales tax
    SHIPPING = "shipping"
    GIFTS = "gifts"
    KEPT_GIFTS = "kept_gifts"  # seats that their buyer left to the club
    RETURN_FEES = "return_fees"  # kept by the refund policy
    OTHER = "other"
    OPENING = "opening"  # what there was before the books begin: neither received nor for the charity
    TAX = "tax"  # sales tax, which the club owes the state
    OWED = "owed"  # money of nobody's order, or more than an order costs
    PAYPAL_FEES = "paypal_fees"
    COSTS = "costs"
    PAID_OUT = "paid_out"  # to the charity


MONEY = (Account.PAYPAL, Account.CASH, Account.BANK)
SEATS = (Account.TICKETS, Account.TAX, Account.SHIPPING)  # what seats are sold for
KEPT = (Account.RETURN_FEES, Account.KEPT_GIFTS)  # what the club keeps of returned seats, in the order of its return
SOLD = (*SEATS, *KEPT, Account.GIFTS)  # what orders sell, which never falls below zero
SPLIT = (*SOLD, Account.OWED)  # everything that a refund may take from
INCOME = (Account.TICKETS, Account.SHIPPING, Account.GIFTS, *KEPT, Account.OTHER)
RECEIVED = (*INCOME, Account.PAYPAL_FEES)
GIVEN = (Account.GIFTS, Account.KEPT_GIFTS)
