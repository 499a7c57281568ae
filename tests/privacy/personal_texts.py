"""Which personal data the database has: every text column with its eraser or reason to stay, and what docs/privacy.md
says about each table. test_personal_texts.py compares both with the models, and runs the erasers.

A new text column needs an entry here, and a new table of personal data a row of the page.
"""

# How a column is erased, or why it stays: {model: columns}. Columns with choices take the shop's own words.
TEXTS = {
    # The whole text goes; of the payer's webhooks, all but IDs, amounts and times.
    "with the account": {
        "accounts.User": "email first_name last_name password",
        "accounts.Session": "session_data session_key device",
        "accounts.SignInPlace": "place",
        "accounts.SecondFactor": "secret recovery_codes",
        "discounts.Membership": "email",
        "outbox.Outgoing": "to about data subject text last_problem",
        "orders.Order": "shipping_address billing_address",
        "bookings.Pass": "label",
        "payments.WebhookEvent": "body",
        "payments.Refund": "note",
        "auditlog.LogEntry": "object_repr actor_email",
        "admin.LogEntry": "object_repr",
    },
    # The rest is the reason that the accounts need. Erased are all former and current names and email addresses of
    # the account, and the names and streets of its contact addresses, in any case, with or without accents; in the
    # audit log, in entries about the account, its orders, bookings and waiting lists.
    "names in it, with the account": {
        "orders.Order": "payment_method",
        "payments.Refund": "reason last_problem",
        "payments.Payment": "last_problem",
        "payments.PaymentAlert": "message",
        "payments.SettlementExplanation": "text",
        "auditlog.LogEntry": "changes additional_data",
    },
    # Guests and volunteers have no account. Labels of passes, emails to guests, and reasons of refunds of seats that
    # were sold at the door go at that time, too.
    "30 days after the date": {
        "bookings.SeatLink": "first_name email",
        "bookings.Booking": "reason",
        "door.Phone": "name",
        "door.DoorEntry": "name note",
        "door.Count": "name",
        "door.Move": "reason",
        "door.UnusableEntry": "name sent",
        "recaps.Answer": "text",
    },
    # Hashes, IDs and errors of programs, which `upkeep` deletes.
    "when it is over": {
        "accounts.SignInCode": "email browser code",
        "charityshop.ShopSettings": "discord_address",
        "charityshop.Retry": "job row last_error",
        "charityshop.HandledRequest": "key body_hash result",
        "charityshop.Counter": "key",
    },
    # What the club publishes about itself and its events. The ledger's form says that its texts are public and name
    # nobody; closed months can't be changed.
    "stays: public": {
        "events.Event": ("public_id name description image category card_set format brand kind repeat_weeks"),
        "events.Place": "public_id name address access_note contact_email",
        "giving.Goal": "public_id title unit_name source",
        "bookings.Question": "public_id text choices",
        "changes.ZoneChange": "message",
        "charityshop.ShopSettings": (
            "name description contact_email charity_email postal_address maker_credit logo shared_picture felt amber "
            "link felt_dark amber_dark link_dark welcome invitation_title invitation about about_1_title about_1 "
            "about_2_title about_2 about_3_title about_3 charity legal_name ein no_receipt_text disclosure_text "
            "gift_alone_text accessibility discord_problem"
        ),
        "payments.LedgerEntry": "text receipt",
        "payments.ClosedMonth": "digest",
    },
    # The event's and the club's public texts as of the sale.
    "stays: what was sold": {
        "orders.OrderLine": "product name image description event_location",
        "orders.Order": "charity receipt_text receipt_by",
    },
    # Staff wrote it to everybody on a date. A person's own refund has a copy of the reason, in which names are
    # erased.
    "stays: to everybody": {
        "events.DateChange": "public_id reason",
        "notices.Message": "public_id audiences subject body",
        "recaps.Recap": "note",
    },
    # Why cash was off; closed drawers can't be changed.
    "stays: accounting": {"door.Drawer": "reason"},
    # Codes and numbers that the club gives out, which orders and the club's list refer to.
    "stays: club's choice": {"discounts.Voucher": "public_id code formats", "discounts.Membership": "number"},
    # Made by the shop, by PayPal or by a phone: IDs, keys, hashes, codes of currencies, PayPal's errors. An entry of
    # the door keeps no text that somebody typed; the payee is the shop.
    "stays: IDs": {
        "bookings.WaitingEntry": "public_id",
        "bookings.Booking": "public_id",
        "bookings.SeatLink": "public_id",
        "bookings.Pass": "public_id code h",
        "accounts.User": "public_id",
        "outbox.Outgoing": "public_id kind",
        "orders.Order": "public_id number",
        "payments.Payment": "paypal_order_id create_key capture_key capture_id custom_id payee currency",
        "payments.Refund": "request_key paypal_refund_id",
        "payments.PaymentAlert": "public_id reference currency",
        "payments.WebhookEvent": "event_id event_type",
        "changes.Change": "public_id",
        "payments.SettlementExplanation": "paypal_id entry",
        "notices.Notice": "public_id",
        "changes.ZoneChange": "public_id zone",
        "payments.LedgerEntry": "public_id corrects",
        "door.Door": "public_id",
        "door.DoorLink": "public_id key_hash pin_hmac",
        "door.Phone": "public_id token_hash secret_hash",
        "door.UnusableEntry": "code digest",
        "door.DoorEntry": "h body",
        "tables.Tournament": "public_id",
        "tables.Player": "public_id",
        "tables.Report": "result",
    },
    # IDs, names of columns, or unused.
    "stays: the frameworks'": {
        "auditlog.LogEntry": "object_pk serialized_data changes_text cid",
        "admin.LogEntry": "object_id change_message",
        "auth.Permission": "name codename",
        "auth.Group": "name",
        "contenttypes.ContentType": "app_label model",
    },
}

# The row of the page's first table, by its beginning, and the tables that it is about.
ROWS = {
    "Account": "accounts.User",
    "Sessions": "accounts.Session",
    "Sign-ins": "accounts.SignInPlace accounts.SignInCode charityshop.Counter",
    "Second factor": "accounts.SecondFactor",
    "Orders": (
        "orders.Order orders.OrderLine orders.AppliedDiscount bookings.Booking bookings.SeatMove "
        "events.DateChange changes.Entitlement"
    ),
    "Payments": (
        "payments.Payment payments.Refund payments.RefundPart changes.Change payments.PaymentAlert payments.Transfer"
    ),
    "Members": "discounts.Membership",
    "Waiting lists": "bookings.WaitingEntry",
    "Guests": "bookings.SeatLink",
    "Tickets": "bookings.Pass",
    "Answers": "bookings.Answer",
    "Emails": "outbox.Outgoing notices.Message notices.Notice",
    "Thanks": "recaps.Recap recaps.Answer",
    "The door": "door.Door door.DoorLink door.Phone door.SignIn door.DoorEntry door.UnusableEntry",
    "Cash": "door.Drawer door.Count door.Move",
    "Tournaments": "tables.Tournament tables.Player tables.Report",
    "The ledger": "payments.ClosedMonth payments.LedgerEntry payments.SettlementExplanation",
    "PayPal's webhooks": "payments.WebhookEvent",
    "Request keys": "charityshop.HandledRequest charityshop.Retry",
    "The audit log": "auditlog.LogEntry",
}
NOT_PERSONAL = (
    "events.Event events.Occurrence events.Place bookings.Question charityshop.ShopSettings giving.Goal "
    "discounts.Voucher "
    "changes.ZoneChange"
)
