// Generated from the API schema by `make types`. Do not edit.

export interface paths {
    "/api/bookings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Return the seats of a date. Zeros for unknown and hidden dates alike, so that nothing is disclosed. */
        get: operations["bookings_retrieve"];
        put?: never;
        /** @description Return the booking that the order already has (200). Without `order`, staff book by hand (201). */
        post: operations["bookings_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/bookings/{public_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** @description One booking; staff only. */
        put: operations["bookings_update"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/bookings/{public_id}/links": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The links of one's own booking. */
        get: operations["bookings_links_retrieve"];
        put?: never;
        /** @description The links of one's own booking. */
        post: operations["bookings_links_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/config/paypal": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The settings with which the checkout renders PayPal's buttons. */
        get: operations["config_paypal_retrieve"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/date-changes/{public_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Return how far a change has got. */
        get: operations["date_changes_retrieve"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/door/allotment": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** @description Keep this number of seats for the phone, so that it can sell them without a connection. */
        put: operations["door_allotment_update"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/door/drawer": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Return the door's drawer. Before it is opened, it has no float. */
        get: operations["door_drawer_retrieve"];
        put?: never;
        /** @description Open the door's drawer with the change that is in it. */
        post: operations["door_drawer_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/door/drawer/close": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Close the counted drawer for good. If it is off, a reason is needed. */
        post: operations["door_drawer_close_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/door/drawer/counts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Store what somebody counted. Two counts under two names must agree. */
        post: operations["door_drawer_counts_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/door/enter": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Sign a phone in with a link's key and PIN. Its number is new if the one that it sent is another phone's. */
        post: operations["door_enter_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/door/entries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * @description Store what a phone recorded, even after the door was closed, under an earlier number, and until 30 days
         *     after its link has ended.
         */
        post: operations["door_entries_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/door/late/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Return what the link sells, and the price of so many seats. Holds nothing. */
        get: operations["door_late_retrieve"];
        put?: never;
        /** @description Hold seats of the link's date for five minutes. The order is paid like others. */
        post: operations["door_late_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/door/leave": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Sign the phone out. */
        post: operations["door_leave_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/door/link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Return the date that a link is for, by its key. A wrong key counts and is refused as when a phone enters. */
        post: operations["door_link_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/door/links/{public_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** @description Revoke a link. Its phones are signed out. */
        delete: operations["door_links_destroy"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/door/list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Return what a phone has to know to let guests in, or 304 if that is what it has. */
        get: operations["door_list_retrieve"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/door/nights": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Return whether the door of a date was opened, and who is in. */
        get: operations["door_of_date"];
        put?: never;
        /** @description Open the door of a date (201), or return it (200). */
        post: operations["door_nights_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/door/nights/{public_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["door_nights_retrieve"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/door/nights/{public_id}/check-in": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Check a guest in from the guest list. Repeating it changes nothing. */
        post: operations["door_nights_check_in_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/door/nights/{public_id}/close": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Close the door. Its links end; phones can still send what they recorded. */
        post: operations["door_nights_close_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/door/nights/{public_id}/drawer": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Open the door's drawer with the change that was in it, even once the date is over. */
        post: operations["door_nights_drawer_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/door/nights/{public_id}/drawer/close": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Close the counted drawer for good. If it is off, a reason is needed. */
        post: operations["door_nights_drawer_close_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/door/nights/{public_id}/drawer/counts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Store what somebody counted. Two counts under two names must agree, wherever they are entered. */
        post: operations["door_nights_drawer_counts_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/door/nights/{public_id}/links": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Create a link and its PIN, which are shown once. */
        post: operations["door_nights_links_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/door/nights/{public_id}/refunds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Refund seats of an order that was paid in cash, from this door's drawer. */
        post: operations["door_nights_refunds_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/door/nights/{public_id}/undo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Undo an admission that a phone recorded. */
        post: operations["door_nights_undo_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/door/sales": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Sell seats for cash, until the date ends. */
        post: operations["door_sales_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/figures": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Return how the dates of a season or of twelve months went. No figure is about a single person. */
        get: operations["figures_retrieve"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/figures/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Export the figures as a spreadsheet. */
        get: operations["figures_export_retrieve"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/giving/goals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Return all goals with what they have raised, newest first. */
        get: operations["giving_goals_retrieve"];
        put?: never;
        /** @description Set a goal. The newest goal of an event counts. */
        post: operations["giving_goals_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/giving/goals/{public_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** @description Replace a goal: fields that are not sent become empty. With `seen`, they keep their values. */
        put: operations["giving_goals_update"];
        post?: never;
        delete: operations["giving_goals_destroy"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/giving/raised": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Return what an event's date or a season has raised so far. 404 without a goal. */
        get: operations["giving_raised_retrieve"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/last-changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Return who changed these fields last, and when, without fields of which the audit log says nothing. */
        get: operations["last_changes_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/ledger": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Return all months, newest first, and what they add up to. Staff also see where the money is. */
        get: operations["ledger"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/ledger/{month}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Return a month. Its lines from the shop may change until it is closed. */
        get: operations["ledger_retrieve"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/ledger/{month}/close": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Close a month for good. */
        post: operations["ledger_close_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/ledger/{month}/entries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Enter a cost, what was paid out, a transfer, another amount or a correction in an open month. */
        post: operations["ledger_entries_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/ledger/{month}/journal.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Export a month for QuickBooks Online or GnuCash. While it is open, the file is a draft. */
        get: operations["ledger_journal.csv_retrieve"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/ledger/{month}/settlement": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Compare a month with PayPal's transaction report. */
        get: operations["ledger_settlement_retrieve"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/ledger/{month}/settlement/{paypal_id}/explain": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Explain a line that the shop has no record of, or that differs. */
        post: operations["ledger_settlement_explain_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/ledger/years/{year}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Return a year for the accountant: the journal by account and month, sales by tax rate, discounts, places. */
        get: operations["ledger_years_retrieve"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/ledger/years/{year}.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Export a year as a spreadsheet. Until its last month is closed, the file is a draft. */
        get: operations["ledger_years_.csv_retrieve"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/links/{public_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** @description A link of one's own booking; for staff, any link. */
        delete: operations["links_destroy"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Return a page of the members, by default by number. */
        get: operations["members_list"];
        put?: never;
        /** @description Add a member from today on. An account is linked later, by its user. */
        post: operations["members_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/members/end": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description End a membership immediately. Yesterday was its last day. */
        post: operations["members_end_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/members/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Import the club's list of members, or without a digest return a preview. */
        post: operations["members_import_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/members/unlink": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Unlink a membership from its account. */
        post: operations["members_unlink_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/orders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Return a page of the orders, and the sums of all that match the filters. */
        get: operations["orders_list"];
        put?: never;
        /** @description A buyer's orders. Admins see all orders. */
        post: operations["orders_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/orders/{public_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description A buyer's orders. Admins see all orders. */
        get: operations["orders_retrieve"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/orders/{public_id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description A buyer's orders. Admins see all orders. */
        post: operations["orders_cancel_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/orders/{public_id}/changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Refund seats by the policy, leave them as a gift, give them back, or move the booking to another date. */
        post: operations["orders_change"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/orders/{public_id}/decide": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Orders, for staff alone. */
        post: operations["orders_decide_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/orders/{public_id}/deliver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** @description A buyer's orders. Admins see all orders. */
        put: operations["orders_deliver_update"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/orders/{public_id}/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Orders, for staff alone. */
        get: operations["orders_history"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/orders/{public_id}/move": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Move a paid booking to another date of its event, as agreed with the buyer. No money moves. */
        post: operations["orders_move_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/orders/{public_id}/move/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Return how many people came in with a booking, before it is moved. */
        post: operations["orders_move_preview_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/orders/{public_id}/options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Return what can still be done with each booking of a paid order, and for how much money. */
        get: operations["orders_options"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/orders/{public_id}/pay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** @description A buyer's orders. Admins see all orders. */
        put: operations["orders_pay_update"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/orders/{public_id}/paypal": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description A buyer's orders. Admins see all orders. */
        post: operations["orders_paypal_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/orders/{public_id}/refund": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description A buyer's orders. Admins see all orders. */
        post: operations["orders_refund_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/orders/{public_id}/refund-again": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Request refused refunds of second payments, and refunds that are due, again. */
        post: operations["orders_refund_again_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/orders/{public_id}/refund/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Return what a refund of these seats, or of everything that is left, would return now. Stores nothing. */
        post: operations["orders_refund_preview_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/orders/attention": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Orders, for staff alone. */
        get: operations["orders_attention"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/orders/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Export the filtered and sorted Order Log as a spreadsheet: a row for each order, then their number. */
        get: operations["orders_export"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/orders/my_orders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description A buyer's orders. Admins see all orders. */
        get: operations["orders_my_orders_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/orders/next": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Return the user's next ticket for today or tomorrow, offer of a waiting list, and choice about a date. */
        get: operations["orders_next_retrieve"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/orders/quote": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description A buyer's orders. Admins see all orders. */
        post: operations["orders_quote_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/passes/{public_id}/replace": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Give a pass a new code, because somebody else may know the old one. Return all passes of the booking. */
        post: operations["passes_replace_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/passes/{public_id}/split": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Move seats of a pass to a new one with its own code. Return all passes of the booking. */
        post: operations["passes_split_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/payments/alerts/{alert}/resolve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Mark an alert about a payment as done. */
        post: operations["payments_alerts_resolve_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/payments/unmatched/{capture_id}/refund": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Refund what is left of a payment that belongs to no order. The ID is PayPal's capture ID. */
        post: operations["payments_unmatched_refund_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/places": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Return all places by name, also hidden ones. */
        get: operations["places_list"];
        put?: never;
        post: operations["places_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/places/{public_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["places_retrieve"];
        /** @description Change or hide a place. Missing fields keep their values. */
        put: operations["places_update"];
        post?: never;
        /** @description Delete a place at which nothing ever was. */
        delete: operations["places_destroy"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/places/{public_id}/merge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Move all events and dates to another place, and hide this one. Return the other one. */
        post: operations["places_merge_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/products": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Events and their dates. Visitors see published ones, admins all of them. */
        get: operations["products_list"];
        put?: never;
        /** @description Events and their dates. Visitors see published ones, admins all of them. */
        post: operations["products_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/products/{public_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Events and their dates. Visitors see published ones, admins all of them. */
        get: operations["products_retrieve"];
        /** @description Save an event. Everybody with seats on a date that moves is told, and its buyers choose. */
        put: operations["products_update"];
        post?: never;
        /** @description Events and their dates. Visitors see published ones, admins all of them. */
        delete: operations["products_destroy"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/products/{public_id}/archive": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Hide an event from visitors. */
        post: operations["products_archive_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/products/{public_id}/asked-date": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Return what became of the date that a link to the event's page means, or of the event's last date. */
        get: operations["products_asked_date_retrieve"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/products/{public_id}/concerned": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Return whom canceling or restoring a date concerns, or hiding the event. */
        get: operations["products_concerned_retrieve"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/products/{public_id}/date-changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Cancel or move one date, and let its buyers choose; or, with `preview`, say whom that would affect. */
        post: operations["products_date_changes_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/products/{public_id}/guests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["guests"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/products/{public_id}/guests/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["guests_export"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/products/{public_id}/messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Email the buyers, guests and waiting list of a date. Without `digest`, return a preview and send nothing. */
        post: operations["products_messages_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/products/{public_id}/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Return what saving would do, and whom it would concern. */
        post: operations["products_preview_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/products/{public_id}/questions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description What an event asks, for staff. */
        get: operations["products_questions_retrieve"];
        /** @description Ask these questions. One that has answers can be left out, which ends it, and not changed. */
        put: operations["products_questions_update"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/products/{public_id}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Events and their dates. Visitors see published ones, admins all of them. */
        post: operations["products_restore_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/products/{public_id}/snooze": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Cancel a date. Without `refund`, a date that is booked is a 409. */
        post: operations["products_snooze_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/products/{public_id}/story": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description What happened to a date, newest first, for staff. */
        get: operations["products_story_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/products/{public_id}/unsnooze": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Restore a canceled date. Its buyers are told, and those who have not chosen yet still may. */
        post: operations["products_unsnooze_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/products/{public_id}/waiting": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The waiting list of a date, for staff. */
        get: operations["products_waiting_retrieve"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/products/all": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Events and their dates. Visitors see published ones, admins all of them. */
        get: operations["products_all_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/products/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Make drafts of another program's calendar, or without a digest return a preview. */
        post: operations["products_import_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/products/next-dates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Return the dates that are on now and the next ones, soonest first, of hidden events those that are booked. */
        get: operations["products_next_dates_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/questions/{public_id}/answer": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Answer for a seat of a ticket, until its date starts. */
        post: operations["questions_answer_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/questions/mine": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Return what tickets may still answer, by their codes, which no address may contain. Others are left out. */
        post: operations["questions_mine_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/recaps": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Return what was received for a past date. */
        get: operations["recaps_retrieve"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/recaps/draft": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Return the thank-you email of a past date, even after it went out, and what guests answered. */
        get: operations["recaps_draft_retrieve"];
        /** @description Change the note, and stop the email or let it go out after all. */
        put: operations["recaps_draft_update"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/recaps/drafts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Return the thank-you emails that go out next, the last date first. */
        get: operations["recaps_drafts_retrieve"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/seats/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The seat of a link. Reading it changes nothing, because email scanners open links. */
        get: operations["seats_retrieve"];
        put?: never;
        /** @description Claim the seat. The response has the guest's own link. */
        post: operations["seats_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/seats/{token}/give-back": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Give a guest's seat back to the buyer. */
        post: operations["seats_give_back_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tables": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Return which dates of an event have a tournament. Staff and phones of the event see hidden ones, too. */
        get: operations["tables_of_event"];
        put?: never;
        /** @description Create the tournament of a date. Its players are who is inside. */
        post: operations["tables_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tables/{public_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Return a tournament, or 304 if that is what the phone has, which costs one query. */
        get: operations["tables_retrieve"];
        /** @description Hide a tournament from everybody but staff once it is over, or show it again. */
        put: operations["tables_update"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tables/{public_id}/entries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Store what the phone that writes recorded. A phone that was taken over gets 409, and keeps its entries. */
        post: operations["tables_entries_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tables/{public_id}/lease": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Let this phone write from now on. Entries of the one that wrote before are no longer accepted. */
        post: operations["tables_lease_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tables/{public_id}/players": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Return which player has which ticket, so that a phone knows who came in later. */
        get: operations["tables_players_retrieve"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tables/{public_id}/reports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Report a result by the code of a ticket whose guests are inside. The scorekeeper's result decides. */
        post: operations["tables_reports_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tables/{public_id}/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** @description Replace the settings, until the first round is paired. With `seen`, those that are not sent stay. */
        put: operations["tables_settings_update"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tables/mine": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Return where tickets play, by their codes, which no address may contain. Others are left out. */
        post: operations["tables_mine_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/upload": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["upload_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Anyone may register. Admins see and change all accounts, other users only their own. */
        get: operations["users_list"];
        put?: never;
        /** @description Anyone may register. Admins see and change all accounts, other users only their own. */
        post: operations["users_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/users/{public_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Anyone may register. Admins see and change all accounts, other users only their own. */
        get: operations["users_retrieve"];
        /** @description Anyone may register. Admins see and change all accounts, other users only their own. */
        put: operations["users_update"];
        post?: never;
        /** @description Anyone may register. Admins see and change all accounts, other users only their own. */
        delete: operations["users_destroy"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/users/{public_id}/data": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Export all personal data about a user, at the user's request. Recorded in the audit log. */
        get: operations["users_data"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/users/{public_id}/second-factor": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** @description Remove the second factor of a user who lost both phone and recovery codes. */
        delete: operations["users_second_factor_remove"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/users/auth": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Sign in and out on this browser. */
        post: operations["users_auth_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/users/auth/code": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Ask for a code by email, and sign in or register with it in the same browser. */
        post: operations["users_auth_code_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/users/auth/code/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Ask for a code by email, and sign in or register with it in the same browser. */
        post: operations["users_auth_code_check_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/users/change-password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** @description Set, change and reset passwords. */
        put: operations["users_change_password_update"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/users/forgot-password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Set, change and reset passwords. */
        post: operations["users_forgot_password_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/users/logout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Sign in and out on this browser. */
        post: operations["users_logout_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/users/logout-everywhere": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Sign out on all devices. */
        post: operations["users_logout_everywhere_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/users/profile": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Read and change one's own account, even while a password reset is required. */
        get: operations["users_profile_retrieve"];
        /** @description Read and change one's own account, even while a password reset is required. */
        put: operations["users_profile_update"];
        post?: never;
        /** @description Delete one's own account. Orders stay, anonymized. */
        delete: operations["users_profile_destroy"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/users/profile/data": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Export all personal data about one's own account, as a file. */
        get: operations["users_profile_data"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/users/profile/membership": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Return the membership that is linked to one's own account, even if it has ended. */
        get: operations["users_profile_membership_retrieve"];
        put?: never;
        /** @description Link the membership that has this number and one's own email address. */
        post: operations["users_profile_membership_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/users/reset-password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** @description Set, change and reset passwords. */
        put: operations["users_reset_password_update"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/users/second-factor": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Manage one's own second factor, even while one has to be set up first. */
        get: operations["users_second_factor_retrieve"];
        /** @description Manage one's own second factor, even while one has to be set up first. */
        put: operations["users_second_factor_update"];
        /** @description Manage one's own second factor, even while one has to be set up first. */
        post: operations["users_second_factor_create"];
        /** @description Manage one's own second factor, even while one has to be set up first. */
        delete: operations["users_second_factor_destroy"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/users/second-factor/recovery-codes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["users_second_factor_recovery_codes_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/users/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description List and end one's own sessions. */
        get: operations["users_sessions_list"];
        put?: never;
        post?: never;
        /** @description List and end one's own sessions. */
        delete: operations["users_sessions_destroy"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/users/sessions/{public_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** @description List and end one's own sessions. */
        delete: operations["users_sessions_end"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/users/set-password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Set, change and reset passwords. */
        post: operations["users_set_password_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/vouchers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Return a page of the discount codes, by default the newest. */
        get: operations["vouchers_list"];
        put?: never;
        /** @description Create a discount code, or with `count` a list of random ones. */
        post: operations["vouchers_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/vouchers/{public_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** @description Change a discount code. Missing fields keep their values. */
        put: operations["vouchers_update"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/waiting": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Return the user's entries on dates that are not over, newest first. */
        get: operations["waiting_list"];
        put?: never;
        /** @description Join the waiting list of a full date. */
        post: operations["waiting_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/waiting/{public_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** @description Leave a waiting list; an offer is passed on. Staff remove the entries of others, with a reason. */
        delete: operations["waiting_destroy"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/waiting/leave": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Leave a waiting list by the link in an offer's email, without signing in. */
        post: operations["waiting_leave_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        AccountOfYear: {
            /** @description As in the months' `journal.csv`. */
            name: string;
            /**
             * @description `owed`: to the state and to others. `before`: what was there before.
             *
             *     * `income` - income
             *     * `spent` - spent
             *     * `money` - money
             *     * `owed` - owed
             *     * `before` - before
             */
            group: components["schemas"]["GroupEnum"];
            /** @description What was added to it in each month. */
            months: number[];
            /** Format: double */
            total: number;
            /**
             * Format: double
             * @description At the start of the year. null: it starts at 0.
             */
            before: number | null;
            /**
             * Format: double
             * @description At the end of the year, or now.
             */
            after: number | null;
        };
        /** @description Who is coming. Parts that were never given are empty. */
        Address: {
            fName: string;
            lName: string;
            address: string;
            addressSecondary: string;
            city: string;
            state: string;
            postalCode: string;
            country: string;
        };
        /** @description A date that saving its event would change. */
        AffectedDate: {
            /** @description People to notify: buyers, those who hold seats, and staff who booked by hand. */
            users: number;
            orders: number;
            /** @description That were bought or booked by hand. */
            seats: number;
            /** @description Left out if there are none. */
            byHand?: components["schemas"]["ByHand"][];
            /**
             * Format: double
             * @description What full refunds would return, USD.
             */
            money: number;
            /** @description Friends who claimed a seat. */
            guests: number;
            /** @description People who came in at the door. */
            inside: number;
            /** @description Places on the waiting list. */
            waiting: number;
            /**
             * Format: date-time
             * @description Now.
             */
            startTime: string;
            /**
             * @description moved: it starts at another time. relocated: only its place changes. end: only its end changes. dropped: the event loses it.
             *
             *     * `moved` - moved
             *     * `relocated` - relocated
             *     * `end` - end
             *     * `dropped` - dropped
             */
            kind: components["schemas"]["AffectedDateKindEnum"];
            /**
             * Format: date-time
             * @description Left out for a dropped date.
             */
            newStartTime?: string;
            /** Format: date-time */
            newEndTime?: string;
            /** @description Left out if it stays. */
            wasPlace?: string;
            nowPlace?: string;
            /** @description Whether its buyers could choose. */
            choice: boolean;
        };
        /**
         * @description * `moved` - moved
         *     * `relocated` - relocated
         *     * `end` - end
         *     * `dropped` - dropped
         * @enum {string}
         */
        AffectedDateKindEnum: "moved" | "relocated" | "end" | "dropped";
        /** @description Whom saving an event would concern, all its dates together. Each person counts once. */
        AffectedDates: {
            /** @description People to notify: buyers, those who hold seats, and staff who booked by hand. */
            users: number;
            orders: number;
            /** @description That were bought or booked by hand. */
            seats: number;
            /** @description Left out if there are none. */
            byHand?: components["schemas"]["ByHand"][];
            /**
             * Format: double
             * @description What full refunds would return, USD.
             */
            money: number;
            /** @description Friends who claimed a seat. */
            guests: number;
            /** @description People who came in at the door. */
            inside: number;
            /** @description Places on the waiting list. */
            waiting: number;
            dates: components["schemas"]["AffectedDate"][];
            /** @description Send it back with the form to confirm what was shown. */
            digest: string;
        };
        Allotment: {
            /** @description What the phone can sell without a connection. */
            seats: number;
        };
        AllotmentFormRequest: {
            /** @description 0 gives all of them back. */
            seats: number;
        };
        Amounts: {
            /**
             * Format: double
             * @description Negative: out of the PayPal account.
             */
            gross: number;
            /**
             * Format: double
             * @description null: PayPal has not reported it yet.
             */
            fee: number | null;
            /** Format: double */
            net: number | null;
        };
        /**
         * @description * `stored` - stored
         *     * `repeated` - repeated
         *     * `unusable` - unusable
         * @enum {string}
         */
        AnswerEnum: "stored" | "repeated" | "unusable";
        AnswerFormRequest: {
            /** @description Of the ticket. */
            code: string;
            /**
             * @description Of the ticket, from 0.
             * @default 0
             */
            seat: number;
            /** @description Counted from 0; null takes it back. */
            choice: number | null;
        };
        /** @description An error. Some errors have more keys, with data for offering alternatives. */
        ApiErrorBody: {
            /** @description A sentence for users. */
            message: string;
            /** @description A snake_case identifier for programs. */
            code?: string;
            /** @description Messages by field. */
            errors?: {
                [key: string]: string[];
            };
            /** @description Of a 409 `changed`: who changed it. Empty: not known. */
            by?: string;
            /**
             * Format: date-time
             * @description When.
             */
            at?: string | null;
            /** @description The stored values, by the names of the form's fields. */
            current?: {
                [key: string]: unknown;
            };
        };
        ArchiveFormRequest: {
            /** @description The fields that are sent, with the values that the form showed. If one has another value by now, the answer is a 409 (`changed`), and nothing is changed. Without it, nothing is compared. */
            seen?: {
                [key: string]: unknown;
            };
            /** @description That of what the page showed. If it says something else by now: a 409 (`changed`). */
            digest?: string;
        };
        AskForCodeRequest: {
            /** Format: email */
            email: string;
        };
        AskedCodesRequest: {
            codes: string[];
        };
        /** @description What became of the date that a link to an event's page means. */
        AskedDate: {
            state: components["schemas"]["AskedDateStateEnum"];
            /** @description What became of it; empty for an upcoming date that did not move. */
            text: string;
            /**
             * Format: date-time
             * @description Of a date that moved, the new one.
             */
            startTime?: string | null;
            /** Format: date-time */
            endTime?: string | null;
            /** @description Dates to choose instead. */
            nearest: components["schemas"]["NearestDate"][];
        };
        /**
         * @description * `upcoming` - upcoming
         *     * `begun` - begun
         *     * `over` - over
         *     * `canceled` - canceled
         *     * `unknown` - unknown
         * @enum {string}
         */
        AskedDateStateEnum: "upcoming" | "begun" | "over" | "canceled" | "unknown";
        /** @description A question as guests read it. */
        AskedQuestion: {
            /**
             * id
             * @description Of a new one: random, by who sends it.
             */
            _id: string;
            text: string;
            choices: string[];
        };
        AskedTicket: {
            /** @description As it was sent. */
            code: string;
            questions: components["schemas"]["AskedQuestion"][];
            /** @description By question, what each seat of the ticket chose, counted from 0; null without an answer. */
            answers: (number | null)[][];
        };
        AskedTickets: {
            tickets: components["schemas"]["AskedTicket"][];
        };
        /** @description An entry of the staff's attention list. */
        AttentionItem: {
            kind: components["schemas"]["AttentionItemKindEnum"];
            /**
             * id
             * @description The order's ID; PayPal's capture ID for a payment without one; a stuck row's ID if it has no order; empty for another alert without an order.
             */
            _id: string;
            /** @description The order's number; empty if there is no order. */
            number: string;
            /** Format: date-time */
            since: string;
            /**
             * Format: double
             * @description null if no money is involved.
             */
            amount: number | null;
            currency: string;
            /** @description What happened, and what staff can do about it. */
            message: string;
            /** @description PayPal's message if it refused something, or the last error. */
            problem: string;
            /** @description true if the failed refund is of a second payment, which does not count toward the order. */
            isSecondPayment: boolean;
            /** @description The ID for marking an alert or a failed refund as done; empty otherwise. */
            alert: string;
            /** @description true if all of the money was taken back and the seats are still booked. */
            canReleaseSeats: boolean;
            buyer: components["schemas"]["Buyer"] | null;
        };
        /**
         * @description * `unmatched` - unmatched
         *     * `alert` - alert
         *     * `refund_by_hand` - refund_by_hand
         *     * `review` - review
         *     * `refund_due` - refund_due
         *     * `refund_failed` - refund_failed
         *     * `stuck` - stuck
         *     * `gifts_pay_costs` - gifts_pay_costs
         * @enum {string}
         */
        AttentionItemKindEnum: "unmatched" | "alert" | "refund_by_hand" | "review" | "refund_due" | "refund_failed" | "stuck" | "gifts_pay_costs";
        /**
         * @description * `seats_gone` - Seats Gone
         *     * `refused` - Refused
         * @enum {string}
         */
        BecauseEnum: "seats_gone" | "refused";
        /** @enum {unknown} */
        BlankEnum: "";
        /** @description A date with bookings, in previews and errors. */
        BookedDate: {
            /** Format: date-time */
            startTime: string;
            /** Format: date-time */
            endTime: string;
            totalReservations: number;
            /** Format: date-time */
            newStartTime?: string;
            /** Format: date-time */
            newEndTime?: string;
            /**
             * @description asks: saving needs moveBookings. clashes: it can't move there. stays: although off the rule.
             *
             *     * `moves` - moves
             *     * `stays` - stays
             *     * `asks` - asks
             *     * `clashes` - clashes
             */
            effect?: components["schemas"]["EffectEnum"];
        };
        /** @description A single booking. */
        Booking: {
            /** id */
            _id: string;
            product: string;
            reservationSeats: number;
            /** Format: date-time */
            bookingDate: string;
            status: components["schemas"]["BookingStatus"];
            /** @description null for a booking made by hand. */
            readonly order: string | null;
            user: string;
        };
        BookingCount: {
            totalReservations: number;
            maximumEventCapacity: number;
            countInStock: number;
        };
        /** @description The links of a booking that were not revoked. */
        BookingLinks: {
            links: components["schemas"]["SeatLink"][];
            /** @description Seats that can still be given away. */
            seatsLeft: number;
            /** @description Guests who are inside with the buyer's codes. */
            inside: number;
        };
        /** @description `dateChange` is left out unless the buyer may choose because staff changed the date. */
        BookingOptions: {
            /** id */
            _id: string;
            seats: number;
            /** @description Seats that can be returned. */
            freeSeats: number;
            /** @description Seats of guests who are inside, which stay theirs. */
            inside: number;
            refund: components["schemas"]["RefundOption"];
            gift: components["schemas"]["RefundOption"];
            move: components["schemas"]["MoveOption"];
            dateChange?: components["schemas"]["DateChangeChoice"];
        };
        /**
         * @description * `pending` - Pending
         *     * `confirmed` - Confirmed
         *     * `cancelled` - Canceled
         *     * `refunded` - Refunded
         * @enum {string}
         */
        BookingStatus: "pending" | "confirmed" | "cancelled" | "refunded";
        BookingToMoveRequest: {
            booking: string;
        };
        /** @description What proves who is asking: the current password or, in an account without one, a code by email. */
        BothFactorsRequest: {
            currentPw?: string | null;
            /** @description Where the account has no password. */
            emailCode?: string;
            code: string;
        };
        Buyer: {
            /** id */
            _id: string;
            firstName: string;
            lastName: string;
            email: string;
        };
        /** @description Seats that staff booked without an order. The people who booked them are told, and tell the guests. */
        ByHand: {
            /** @description Of the member of staff. */
            name: string;
            seats: number;
            /** @description The account: nobody is told. */
            isDeleted: boolean;
        };
        /** @description A date that will not take place, until it would have started. */
        CanceledDate: {
            /** Format: date-time */
            startTime: string;
            /** Format: date-time */
            endTime: string;
            /** @description As staff wrote it to those who had booked. */
            reason: string;
        };
        CartBookingRequest: {
            bookingDate: string;
            reservationSeats: number | string | {
                qty: number;
            };
        };
        CartItemRequest: {
            /** id */
            _id: string;
            name?: string | null;
            price?: number | string | null;
            bookings?: components["schemas"]["CartBookingRequest"][] | null;
        };
        CashRefund: {
            order: string;
            /** @description The order's. */
            status: string;
            /**
             * Format: double
             * @description To give back.
             */
            amount: number;
        };
        CashRefundFormRequest: {
            order: string;
            seats: number;
            reason: string;
        };
        Change: {
            field: string;
            before: string;
            after: string;
        };
        ChangeBookingRequest: {
            status: components["schemas"]["ChangeBookingStatusEnum"];
        };
        /**
         * @description * `pending` - pending
         *     * `confirmed` - confirmed
         *     * `cancelled` - cancelled
         *     * `refunded` - refunded
         * @enum {string}
         */
        ChangeBookingStatusEnum: "pending" | "confirmed" | "cancelled" | "refunded";
        /**
         * @description * `refund` - Refund
         *     * `gift` - Gift
         *     * `return` - Return
         *     * `move` - Move
         * @enum {string}
         */
        ChangeKind: "refund" | "gift" | "return" | "move";
        /** @description What proves who is asking: the current password or, in an account without one, a code by email. */
        ChangePasswordRequest: {
            currentPw?: string | null;
            /** @description Where the account has no password. */
            emailCode?: string;
            newPw: string;
        };
        ChangeRequestRequest: {
            booking: string;
            kind: components["schemas"]["ChangeKind"];
            /** @description All that can be returned, if it is missing. */
            seats?: number | null;
            /** @description The new date of a move. */
            to?: string;
            /**
             * Format: double
             * @description The amount that the buyer was shown; 0 for a return or a move.
             */
            amount: number;
        };
        /**
         * @description * `requested` - Requested
         *     * `done` - Done
         *     * `failed` - Failed
         * @enum {string}
         */
        ChangeStatus: "requested" | "done" | "failed";
        ChangedOrder: {
            change: components["schemas"]["OrderChange"];
            order: components["schemas"]["Order"];
        };
        CheckCodeRequest: {
            /** Format: email */
            email: string;
            code: string;
            /** @description Where a 400 said `name_needed`. */
            firstName?: string;
            lastName?: string;
            /** @description From the authenticator app, where a 401 said `second_factor_required`. */
            factorCode?: string;
        };
        CheckInRequest: {
            /** @description The ID on the guest list. */
            guest: string;
            /** @description How many of the guest's seats are inside then. */
            inside: number;
        };
        CheckedIn: {
            /** @description Of the guest's seats. */
            inside: number;
            /** @description What was recorded. Empty if they were in already. */
            entries: components["schemas"]["OwnEntry"][];
        };
        /** @description What guests answered to a question of their event. */
        Chosen: {
            question: string;
            /** @description How many seats chose what: "3 need a deck · 5 bring one". */
            chosen: string;
        };
        ClaimSeatRequest: {
            firstName: string;
            email?: string;
        };
        CloseDrawerRequest: {
            /** @default  */
            reason: string;
        };
        CloseFormRequest: {
            /** @description Of the settlement that was shown. */
            digest: string;
        };
        CloseRequest: {
            /**
             * @description Close although entries are not sent.
             * @default false
             */
            force: boolean;
        };
        CodeRequest: {
            code: string;
        };
        /** @description The `user` and `status` that clients send are ignored. */
        ConfirmBookingRequest: {
            product: string;
            reservationSeats: number | string | {
                qty: number;
            };
            bookingDate: string;
            order?: string | null;
            /** @description Why staff book by hand. */
            reason?: string;
        };
        /** @description Guests who came in. */
        Conflict: {
            /** @description The ID of the phone. */
            device: string;
            seq: number;
            /** @description The hash of the ticket's code; null without a ticket. */
            h: string | null;
            /** Format: date-time */
            at: string;
            seats: number;
            /** @description The volunteer's first name. */
            by: string;
            conflict: components["schemas"]["ConflictEnum"] | components["schemas"]["NullEnum"];
            /** @description The guest; null without a ticket of this date. */
            name: string | null;
            /**
             * Format: double
             * @description The cash of a sale for which there were no seats.
             */
            giveBack: number | null;
        };
        /**
         * @description * `unknown` - unknown
         *     * `replaced` - replaced
         *     * `moved` - moved
         *     * `refunded` - refunded
         *     * `closed` - closed
         *     * `double` - double
         *     * `over` - over
         * @enum {string}
         */
        ConflictEnum: "unknown" | "replaced" | "moved" | "refunded" | "closed" | "double" | "over";
        CountFormRequest: {
            /** @description Who counted. */
            name: string;
            /** Format: double */
            total: number;
            /**
             * @description true: the second count by the same person, because nobody else is there.
             * @default false
             */
            alone: boolean;
        };
        CreatedVouchers: components["schemas"]["Voucher"] | components["schemas"]["NewVouchers"];
        CustomOccurrenceConfig: {
            /** @description Monday is 0, Sunday is 6. */
            dayOfWeek: number;
            /** @description 1 to 4, and 5 for the last week. */
            weekOfMonth: number[];
        };
        /** @description Only a custom rule needs these; other forms may send them empty. */
        CustomOccurrenceConfigFormRequest: {
            dayOfWeek?: number | null;
            weekOfMonth?: number[];
        };
        /** @description How far a change has got. The numbers count bookings of orders; others were booked by hand. */
        DateChange: {
            /** id */
            _id: string;
            product: string;
            /**
             * Format: date-time
             * @description Before the change.
             */
            startTime: string;
            kind: components["schemas"]["DateChangeKind"];
            /**
             * Format: date-time
             * @description The new start; left out for a canceled date.
             */
            to?: string;
            /** @description The new place, if it is another. */
            place?: string;
            reason: string;
            /**
             * Format: date-time
             * @description Left out if buyers have no choice.
             */
            answerUntil?: string;
            status: components["schemas"]["DateChangeStatus"];
            total: number;
            told: number;
            kept: number;
            moved: number;
            refunded: number;
            undecided: number;
            /** @description Refunds that PayPal refuses. */
            failed: number;
            /** @description Left out if there are none. */
            byHand?: components["schemas"]["ByHand"][];
        };
        DateChangeBegun: {
            /** id */
            _id: string;
        };
        /** @description What the buyer of a booking may choose because staff changed its date. */
        DateChangeChoice: {
            kind: components["schemas"]["DateChangeKind"];
            /**
             * Format: date-time
             * @description Before the change.
             */
            startTime: string;
            /**
             * Format: date-time
             * @description The new start; left out for a canceled date.
             */
            to?: string;
            /** @description The new place, if it is another. */
            place?: string;
            reason: string;
            /** @description Left out unless the date was canceled and takes place again. */
            isBack?: boolean;
            /** Format: date-time */
            until: string;
            /** @description Left out if another date of the event has enough seats. */
            hasNoOtherDate?: boolean;
        };
        /**
         * @description * `cancel` - Cancel
         *     * `move` - Move
         * @enum {string}
         */
        DateChangeKind: "cancel" | "move";
        /** @description Whom a change of one date would concern. */
        DateChangePreview: {
            orders: number;
            /** @description That were bought or booked by hand. */
            seats: number;
            /** @description Left out if there are none. */
            byHand?: components["schemas"]["ByHand"][];
            /**
             * Format: double
             * @description What full refunds would return, USD.
             */
            money: number;
            /** @description Friends who claimed a seat. */
            guests: number;
            /** @description People who came in at the door. */
            inside: number;
            /** @description Places on the waiting list. */
            waiting: number;
            /** @description To notify: buyers, those who hold seats, and staff who booked by hand. */
            people: number;
            /** @description Left out if another date of the event has enough seats for one of the buyers. */
            hasNoOtherDate?: boolean;
            /** @description Left out if it stays. */
            wasPlace?: string;
            nowPlace?: string;
            /** @description Left out if they stay as many. */
            wasSeats?: number;
            nowSeats?: number;
            /** @description Send it back to confirm what was shown. */
            digest: string;
        };
        /** @description Select a date of an event. */
        DateChangeRequestRequest: {
            startTime: string;
            kind: components["schemas"]["DateChangeKind"];
            /**
             * Format: date-time
             * @description The new start of a date to move.
             */
            to?: string | null;
            /** @description Of the place to which it moves. */
            placeId?: string;
            /** @description Its own number. null: the event's. */
            seats?: number | null;
            /**
             * @description Emailed to the buyers, and shown to visitors of a canceled date. Previews don't need one.
             * @default
             */
            reason: string;
            /**
             * @description How long buyers can choose. 0: everybody is refunded, or keeps the seats of a date that moves.
             * @default 72
             */
            answerHours: number;
            /**
             * @description true: only say whom it would affect.
             * @default false
             */
            preview: boolean;
            /** @description That of what the page showed. If it says something else by now: a 409 (`changed`). */
            digest?: string;
        };
        /**
         * @description * `running` - Running
         *     * `done` - Done
         * @enum {string}
         */
        DateChangeStatus: "running" | "done";
        DateMessage: {
            /** id */
            _id: string;
            recipients: number;
        };
        DateMessageFormRequest: {
            /** @description The date's start. */
            startTime: string;
            /** @description Each address gets one email. guests: friends of buyers who gave an email address. */
            to: components["schemas"]["DateMessageFormToEnum"][];
            subject: string;
            /** @description Plain text. Blank lines separate paragraphs. */
            body: string;
            /** @description That of the preview. Without it, this is the preview. */
            digest?: string;
        };
        /**
         * @description * `buyers` - Buyers
         *     * `guests` - Guests
         *     * `waiting` - Waiting
         * @enum {string}
         */
        DateMessageFormToEnum: "buyers" | "guests" | "waiting";
        DateMessagePreview: {
            recipients: number;
            /** @description The email as the caller would get it, with a link to the event. */
            html: string;
            /** @description Send it back to send the message. */
            digest: string;
        };
        DecideRequest: {
            reason: string;
            /** @description true: accept the payment, so that the order is paid; false: refund it. */
            accept: boolean;
        };
        /** @description What was taken off all seats of an order. */
        Discount: {
            kind: components["schemas"]["DiscountKindEnum"];
            /** @description "Member price", or "Discount code SPRING". */
            label: string;
            /**
             * Format: double
             * @description Dollars off.
             */
            amount: number;
        };
        /**
         * @description * `member` - Member
         *     * `voucher` - Discount code
         * @enum {string}
         */
        DiscountKindEnum: "member" | "voucher";
        DiscountOfYear: {
            /** @description Empty: the prices for members. */
            code: string;
            /**
             * Format: double
             * @description Off seats that were paid in the year and are not returned, before sales tax.
             */
            amount: number;
        };
        /** @description The door of a date. */
        Door: {
            /** id */
            _id: string;
            product: string;
            /** Format: date-time */
            startTime: string;
            /** Format: date-time */
            endTime: string;
            /** Format: date-time */
            closedAt: string | null;
            /** @description Seats that are sold. */
            guests: number;
            /** @description Seats that the door can sell. */
            left: number;
            /**
             * Format: double
             * @description Of one of them, with tax.
             */
            price: number;
            links: components["schemas"]["Link"][];
            devices: components["schemas"]["Phone"][];
            /** @description Admissions that need attention. */
            conflicts: components["schemas"]["Conflict"][];
            /** @description What phones sent and the shop can't use. */
            unusable: components["schemas"]["UnusableEntry"][];
            /** @description null before it is opened. */
            drawer: components["schemas"]["DoorDrawer"] | null;
            /** @description What phones reported while no drawer was opened. */
            cash: components["schemas"]["LateMove"][];
            /** @description People inside. */
            in: number;
        };
        /** @description A drawer as organizers see it once it was opened. */
        DoorDrawer: {
            /** Format: double */
            float: number;
            /** Format: double */
            expected: number | null;
            /** @description Who counted. */
            counts: string[];
            /**
             * Format: double
             * @description Negative if cash is missing.
             */
            difference: number | null;
            /** Format: date-time */
            closedAt: string | null;
            /** @description Why it was off. */
            reason: string;
            /** @description Cash that phones reported too late for it, which it doesn't expect. */
            late: components["schemas"]["LateMove"][];
        };
        /** @description What the guest list shows of the door. */
        DoorOfDate: {
            /** @description The ID of the door; null if it was never opened. */
            night: string | null;
            /** @description Seats inside by the IDs of the guest list. */
            inside: {
                [key: string]: number;
            };
            /** @description People inside. */
            in: number;
            /** @description Seats that are sold. */
            guests: number;
            /** @description Seats that the door can sell. */
            left: number;
            /**
             * Format: double
             * @description Of one of them, with tax.
             */
            price: number;
            /** @description What staff recorded here in the last minutes. */
            undoable: components["schemas"]["UndoableEntry"][];
            /** @description Why nobody can be checked in; null if guests can be, once the door is open. */
            refusal: string | null;
            /** @description IDs of doors that were closed before the date moved to another day. */
            earlier: string[];
        };
        /** @description What the event asks its guests. */
        DoorQuestion: {
            text: string;
            choices: string[];
            /** @description Whether pairings put equal answers at one table. */
            together: boolean;
        };
        /** @description A door's drawer. `expected` and `difference` are null until two counts agree. */
        Drawer: {
            /**
             * Format: double
             * @description null before it is opened.
             */
            float: number | null;
            /** Format: double */
            expected: number | null;
            /** @description Who counted. */
            counts: string[];
            /**
             * Format: double
             * @description Negative if cash is missing.
             */
            difference: number | null;
            /** Format: date-time */
            closedAt: string | null;
        };
        /**
         * @description * `open` - open
         *     * `closed` - closed
         * @enum {string}
         */
        DrawerEnum: "open" | "closed";
        DrawerFormRequest: {
            /**
             * Format: double
             * @description The change that is in it.
             */
            float: number;
        };
        /** @description Omitted fields keep their values. */
        EditUserRequest: {
            /** @description The fields that are sent, with the values that the form showed. If one has another value by now, the answer is a 409 (`changed`), and nothing is changed. Without it, nothing is compared. */
            seen?: {
                [key: string]: unknown;
            };
            /** Format: email */
            email?: string;
            firstName?: string;
            lastName?: string | null;
            /** @description Whether to email reminders the day before a date, and thanks after it. */
            reminders?: boolean;
            /** @description Whether to email an admin each morning what was sold the day before. */
            salesEmails?: boolean;
            /** @description For a new address of an account without a password: a code that was emailed to the old one. */
            emailCode?: string;
            isAdmin?: boolean;
            isDeactivated?: boolean;
            /** @description That of what the page showed. If it says something else by now: a 409 (`changed`). */
            digest?: string;
        };
        /**
         * @description * `moves` - moves
         *     * `stays` - stays
         *     * `asks` - asks
         *     * `clashes` - clashes
         * @enum {string}
         */
        EffectEnum: "moves" | "stays" | "asks" | "clashes";
        /** @description Another place than the event's. */
        Elsewhere: {
            eventLocation: string;
            stepFree: boolean;
            accessibleToilet: boolean;
            quietCorner: boolean;
            parking: boolean;
            accessNote: string;
            /**
             * Format: double
             * @description A fraction: its own or the shop's.
             */
            readonly taxRate: number;
        };
        EnterRequest: {
            /** @description From the link's fragment. */
            key: string;
            pin: string;
            name: string;
            /**
             * Format: uuid
             * @description The phone's own random ID.
             */
            device: string;
        };
        Entered: {
            role: components["schemas"]["RoleEnum"];
            night: components["schemas"]["PhoneDoor"];
            /** Format: uuid */
            device: string;
            /** Format: date-time */
            now: string;
        };
        /**
         * @description * `cost` - Cost
         *     * `paid_out` - Paid Out
         *     * `transfer` - Moved
         *     * `tax_paid` - Sales tax paid
         *     * `other` - Other
         * @enum {string}
         */
        EnteredKind: "cost" | "paid_out" | "transfer" | "tax_paid" | "other";
        EntriesAnswer: {
            /** Format: date-time */
            now: string;
            /** @description The highest number before any gap. */
            seen: number;
            results: components["schemas"]["Result"][];
        };
        /** @description Entries of the phone. */
        EntriesRequest: {
            /** @description The oldest first. */
            entries: {
                [key: string]: unknown;
            }[];
            /** Format: uuid */
            device: string;
            /** @description Under which the entries were made, if not as `device`. */
            original?: components["schemas"]["OriginalRequest"];
            /**
             * Format: date-time
             * @description By the phone's clock.
             */
            sentAt: string;
            /** @description Entries that it has to send, with these. */
            queued: number;
        };
        EntryFormRequest: {
            kind: components["schemas"]["EnteredKind"];
            /**
             * Format: date
             * @description A day of the month.
             */
            date: string;
            /** Format: double */
            amount: number;
            /**
             * @description Where the amount comes from. Empty: the kind's usual account.
             *
             *     * `bank` - bank
             *     * `cash` - cash
             *     * `costs` - costs
             *     * `gifts` - gifts
             *     * `opening` - opening
             *     * `other` - other
             *     * `owed` - owed
             *     * `paid_out` - paid_out
             *     * `paypal` - paypal
             *     * `tax` - tax
             */
            from?: components["schemas"]["LedgerAccount"] | components["schemas"]["BlankEnum"];
            /**
             * @description Where it goes.
             *
             *     * `bank` - bank
             *     * `cash` - cash
             *     * `costs` - costs
             *     * `gifts` - gifts
             *     * `opening` - opening
             *     * `other` - other
             *     * `owed` - owed
             *     * `paid_out` - paid_out
             *     * `paypal` - paypal
             *     * `tax` - tax
             */
            to?: components["schemas"]["LedgerAccount"] | components["schemas"]["BlankEnum"];
            /** @description The event of a cost's date. */
            product?: string;
            /** @description That date. */
            startTime?: string;
            /** @description Public: no names. */
            text: string;
            /**
             * @description "/media/…" as an upload returned it.
             * @default
             */
            receipt: string;
            /**
             * @description The ID of the line that this one corrects.
             * @default
             */
            corrects: string;
            /** @description Of a correction. If the line has other ones by now, the answer is a 409 (`changed`). */
            seen?: components["schemas"]["SeenCorrectionsRequest"];
        };
        /**
         * @description * `simulator` - simulator
         *     * `sandbox` - sandbox
         *     * `live` - live
         * @enum {string}
         */
        EnvironmentEnum: "simulator" | "sandbox" | "live";
        EventFigures: {
            product: string;
            name: string;
            figures: components["schemas"]["Figures"];
        };
        /**
         * @description * `draft` - Draft
         *     * `published` - Published
         *     * `archived` - Hidden
         * @enum {string}
         */
        EventStatus: "draft" | "published" | "archived";
        /** @description The fields of an event that staff may set. Missing ones keep their values. */
        EventUpdateRequest: {
            name?: string;
            description?: string;
            /** @description "/media/…" as an upload returned it, or empty. */
            image?: string;
            category?: string;
            cardSet?: string;
            format?: string;
            /**
             * @description How old guests have to be; null: any age.
             *
             *     * `18` - 18
             *     * `21` - 21
             */
            minAge?: components["schemas"]["MinAgeEnum"] | components["schemas"]["NullEnum"];
            /**
             * Format: double
             * @description USD a seat.
             */
            price?: number;
            /** @description The place's name and address. Writing a text finds the place with it, or makes one. */
            eventLocation?: string;
            /** @description Seats on each date. */
            maximumEventCapacity?: number;
            isRecurring?: boolean;
            brand?: string;
            type?: string;
            refundPolicy?: components["schemas"]["RefundPolicyFormRequest"];
            /**
             * Format: double
             * @description USD that a seat is worth, for receipts of gifts. null: the price.
             */
            fairValue?: number | null;
            /**
             * Format: double
             * @description USD a seat for members. null: the price.
             */
            memberPrice?: number | null;
            /** @description How many seats of one date a member gets at that price. */
            memberSeats?: number;
            /** @description A place, instead of its text in eventLocation. */
            placeId?: string;
            /** @description Seats on each date, if maximumEventCapacity is not sent. */
            countInStock?: number;
            /** Format: date-time */
            startTime?: string;
            /** Format: date-time */
            endTime?: string;
            recurringPattern?: components["schemas"]["RecurringPatternFormRequest"] | null;
            /** @description The fields that are sent, with the values that the form showed. If one has another value by now, the answer is a 409 (`changed`), and nothing is changed. Without it, nothing is compared. */
            seen?: {
                [key: string]: unknown;
            };
            /** @description Whether booked dates get changed times, and another place; null if staff have not decided. */
            moveBookings?: boolean | null;
            /** @description Why booked dates move. Emailed to everybody told. */
            reason?: string;
            /** @description How long buyers on booked dates that move can choose. */
            answerHours?: number;
            /** @description That of `affected` in the preview. If it says something else by now: a 409 (`changed`). */
            digest?: string;
            /** @description Whether a draft stays one. Other events can't become drafts again. */
            keepDraft?: boolean;
        };
        Explanation: {
            paypalId: string;
            text: string;
            entry: string;
        };
        ExplanationFormRequest: {
            /** @description The fields that are sent, with the values that the form showed. If one has another value by now, the answer is a 409 (`changed`), and nothing is changed. Without it, nothing is compared. */
            seen?: {
                [key: string]: unknown;
            };
            text?: string;
            /**
             * @description The ID of the entry that has the amount.
             * @default
             */
            entry: string;
        };
        /** @description The values of all upcoming dates for each filter; numbers are in order. */
        Facets: {
            category: string[];
            cardSet: string[];
            format: string[];
            eventLocation: string[];
            weekday: string[];
            priceMax: string[];
            seats: string[];
        };
        FactResult: {
            /** @description As it was sent. */
            seq: unknown;
            answer: components["schemas"]["AnswerEnum"];
            /** @description Why it is unusable. */
            code?: string;
        };
        FactsAnswer: {
            /** @description The highest number before any gap. */
            seen: number;
            results: components["schemas"]["FactResult"][];
        };
        /** @description Entries of the phone that writes. */
        FactsRequest: {
            /** @description The oldest first. */
            entries: {
                [key: string]: unknown;
            }[];
            /** @description Of the phone's lease. */
            generation: number;
            /**
             * Format: date-time
             * @description By the phone's clock.
             */
            sentAt?: string;
            /** @description Entries that it has to send, with these. */
            queued?: number;
        };
        /** @description The figures of some dates. `came` and `didNotCome` are null if the door of none of them was closed. */
        Figures: {
            /** @description That took place. One that was moved counts once. */
            dates: number;
            /** @description Canceled dates, which nothing else here counts. */
            canceled: number;
            /** @description As many as the events have now. */
            seats: number;
            /** @description Seats that were taken at the start: `paid`, `byHand` and `free`. */
            sold: number;
            /** @description Seats that were sold for money. */
            paid: number;
            /** @description Seats that staff booked for guests. */
            byHand: number;
            /** @description Seats of free dates, and those that a code or membership made free. */
            free: number;
            /** @description Dates whose door was closed. */
            measured: number;
            /** @description People who were let in on those. */
            came: number | null;
            /** @description Taken seats of those dates with which nobody came. */
            didNotCome: number | null;
            /** @description Seats of entries of the waiting list that got none. */
            waitedInVain: number;
            /** @description Accounts with an earlier visit within 365 days. */
            returning: number;
            /**
             * Format: double
             * @description The median of the taken seats, from their sale to the start.
             */
            daysAhead: number | null;
            /**
             * Format: double
             * @description Received for the dates that were not free, before costs, in USD.
             */
            raised: number | null;
            /**
             * Format: double
             * @description Received for the dates that were not free, by seat that was sold for money, even after the start.
             */
            raisedPerSeat: number | null;
        };
        ForgotPasswordRequest: {
            /** Format: email */
            email: string;
        };
        /**
         * @description * `swiss` - Swiss
         *     * `draft` - Draft
         *     * `commander` - Commander
         * @enum {string}
         */
        FormatEnum: "swiss" | "draft" | "commander";
        FormatFigures: {
            format: string;
            /** @description Monday is 0. */
            weekday: number;
            figures: components["schemas"]["Figures"];
        };
        /** @description A goal of an event (`product`) or of a season (`startsOn` to `endsOn`), and what the money buys. */
        Goal: {
            /** id */
            readonly _id: string;
            title: string;
            /** @description null: it is for a season. */
            product?: string | null;
            /** Format: date */
            startsOn?: string | null;
            /** Format: date */
            endsOn?: string | null;
            /**
             * Format: double
             * @description USD. null: only what there is so far is shown.
             */
            target?: number | null;
            /** @description Such as school lunches. */
            unitName?: string;
            /** Format: double */
            unitCost?: number | null;
            /** @description Who says what one unit costs. */
            source?: string;
        };
        /** @description All fields of a goal, or with `seen` those to change. */
        GoalChangesRequest: {
            /** @description The fields that are sent, with the values that the form showed. If one has another value by now, the answer is a 409 (`changed`), and nothing is changed. Without it, nothing is compared. */
            seen?: {
                [key: string]: unknown;
            };
            title?: string;
            /** @description null: it is for a season. */
            product?: string | null;
            /** Format: date */
            startsOn?: string | null;
            /** Format: date */
            endsOn?: string | null;
            /**
             * Format: double
             * @description USD. null: only what there is so far is shown.
             */
            target?: number | null;
            /** @description Such as school lunches. */
            unitName?: string;
            /** Format: double */
            unitCost?: number | null;
            /** @description Who says what one unit costs. */
            source?: string;
        };
        GoalList: {
            goals: components["schemas"]["ListedGoal"][];
        };
        /** @description A goal of an event (`product`) or of a season (`startsOn` to `endsOn`), and what the money buys. */
        GoalRequest: {
            title: string;
            /** @description null: it is for a season. */
            product?: string | null;
            /** Format: date */
            startsOn?: string | null;
            /** Format: date */
            endsOn?: string | null;
            /**
             * Format: double
             * @description USD. null: only what there is so far is shown.
             */
            target?: number | null;
            /** @description Such as school lunches. */
            unitName?: string;
            /** Format: double */
            unitCost?: number | null;
            /** @description Who says what one unit costs. */
            source?: string;
        };
        /** @description Seats of an order on a date to come. */
        Going: {
            order: string;
            booking: string;
            /** @description The event's id. */
            product: string;
            /** Format: date-time */
            startTime: string;
            seats: number;
        };
        /**
         * @description * `income` - income
         *     * `spent` - spent
         *     * `money` - money
         *     * `owed` - owed
         *     * `before` - before
         * @enum {string}
         */
        GroupEnum: "income" | "spent" | "money" | "owed" | "before";
        /**
         * @description A booking of a date. One made by staff is in the name of the staff user who made it.
         *
         *     Friends who claimed a seat of it have their own rows, with `name` and `guestOf`.
         */
        Guest: {
            /**
             * id
             * @description The booking's ID, or that of a friend's seat link.
             */
            _id: string;
            /** @description Such as "Sam (guest of Ana Diaz)"; only for friends. */
            name?: string;
            /** @description The buyer's name; only for friends. */
            guestOf?: string;
            firstName: string;
            lastName: string;
            /** @description Empty if a friend gave none. */
            email: string;
            reservationSeats: number;
            status: components["schemas"]["BookingStatus"];
            /** @description null for a booking made by hand. */
            readonly order: string | null;
            readonly orderNumber: string | null;
            readonly orderStatus: string | null;
            readonly isTest: boolean;
            /** @description Why staff booked it by hand; empty for an order. */
            reason: string;
            /** @description Left out if they answered nothing. */
            answers?: components["schemas"]["Chosen"][];
        };
        GuestList: {
            product: string;
            name: string;
            /** @description The venue's name. Empty: no place was given. */
            readonly place: string;
            /** Format: date-time */
            startTime: string;
            /** Format: date-time */
            endTime: string;
            totalReservations: number;
            maximumEventCapacity: number;
            /** @description Seats that phones at the door keep to sell without a connection. */
            keptForDoor: number;
            /** @description Of all guests; left out if nobody answered. */
            answers?: components["schemas"]["Chosen"][];
            guests: components["schemas"]["Guest"][];
        };
        HideTournament: {
            isHidden: boolean;
        };
        HideTournamentRequest: {
            isHidden: boolean;
        };
        /** @description An entry of an order's history. */
        HistoryEntry: {
            /** Format: date-time */
            at: string;
            kind: components["schemas"]["HistoryEntryKindEnum"];
            /** @description What happened, such as "refund requested". */
            did: string;
            /** @description null if the shop or PayPal acted. */
            by: components["schemas"]["Buyer"] | null;
            reason: string;
            changes: components["schemas"]["Change"][];
            /** Format: double */
            amount: number | null;
            currency: string;
            status: string;
            paypalId: string;
            problem: string;
        };
        /**
         * @description * `order` - order
         *     * `audit` - audit
         *     * `payment` - payment
         *     * `refund` - refund
         * @enum {string}
         */
        HistoryEntryKindEnum: "order" | "audit" | "payment" | "refund";
        /** @description What importing a calendar makes, or made. With errors, it makes nothing. */
        Import: {
            events: components["schemas"]["NewEvent"][];
            /** @description What the shop can't take over as it is. */
            notes: components["schemas"]["ImportNote"][];
            errors: components["schemas"]["ImportNote"][];
            digest: string;
        };
        /** @description Without a digest, a preview; with that of the preview, all events are made or none. */
        ImportEventsRequest: {
            /** @description The text of a calendar file (.ics), at most 1 MB and 1,000 events. */
            calendar: string;
            digest?: string;
        };
        /** @description Without a digest, a preview; with that of the preview, all rows are imported or none. */
        ImportMembersRequest: {
            /** @description The columns number, email and valid_until, separated by commas, semicolons or tabs. Dates such as 2027-12-31 or 12/31/2027. At most 1 MB and 10,000 rows. */
            csv: string;
            /**
             * @description Whether memberships end that are not in the file.
             * @default false
             */
            endMissing: boolean;
            digest?: string;
        };
        ImportNote: {
            /** @description Of the file; the first one is 1. */
            line: number;
            /** @description Of the event; empty if it is about several, or about the file. */
            name: string;
            message: string;
        };
        JoinRequest: {
            product: string;
            /** @description The date's start, or its day. */
            bookingDate: string;
            seats: number;
            /** @description Offer fewer seats, down to this number. Default: all. */
            seatsAtLeast?: number | null;
        };
        LastChange: {
            /** @description Of the field. */
            name: string;
            by: string;
            /** Format: date-time */
            at: string;
        };
        LateMove: {
            /** Format: date-time */
            at: string;
            /**
             * Format: double
             * @description In USD; negative if cash was taken out.
             */
            amount: number;
            /** @description Empty for a sale. */
            reason: string;
        };
        /** @description The date that the link sells, and what the seats that were asked for cost this visitor. */
        LateOffer: {
            product: string;
            /** Format: date-time */
            startTime: string;
            /** Format: date-time */
            endTime: string;
            /** @description Seats that are for sale. */
            left: number;
            /** Format: double */
            itemsPrice: number;
            /** Format: double */
            shippingPrice: number;
            /** Format: double */
            taxPrice: number;
            /** Format: double */
            totalPrice: number;
        };
        LateOrder: {
            /**
             * id
             * @description Of the order.
             */
            _id: string;
        };
        LateOrderFormRequest: {
            seats: number;
            /**
             * Format: double
             * @description What the guest saw. If it is more by now, no seat is held.
             */
            totalPrice: number;
        };
        Lease: {
            generation: number;
        };
        LeaseFormRequest: {
            /**
             * Format: uuid
             * @description The phone's own random ID.
             */
            device: string;
        };
        LeaveByLinkRequest: {
            token: string;
        };
        Ledger: {
            sums: components["schemas"]["LedgerSums"];
            /** @description Newest first. */
            months: components["schemas"]["LedgerMonth"][];
        };
        /**
         * @description * `bank` - bank
         *     * `cash` - cash
         *     * `costs` - costs
         *     * `gifts` - gifts
         *     * `opening` - opening
         *     * `other` - other
         *     * `owed` - owed
         *     * `paid_out` - paid_out
         *     * `paypal` - paypal
         *     * `tax` - tax
         * @enum {string}
         */
        LedgerAccount: "bank" | "cash" | "costs" | "gifts" | "opening" | "other" | "owed" | "paid_out" | "paypal" | "tax";
        /** @description A line of a month. `receipt`, `corrects` and who entered it are left out if there is none. */
        LedgerLine: {
            /** id */
            _id: string;
            /** Format: date */
            date: string;
            kind: components["schemas"]["LedgerLineKind"];
            /**
             * Format: double
             * @description Fees, refunds, costs, and what was paid out or to the state are positive.
             */
            amount: number;
            /**
             * Format: double
             * @description What the line adds to what is left over. Sales tax and moved money add nothing.
             */
            effect: number;
            text: string;
            /** @description true: from the shop; false: entered by staff. */
            derived: boolean;
            /** @description A picture of the receipt. */
            receipt?: string;
            /** @description The ID of the line that this one corrects. */
            corrects?: string;
            /** @description The first name of who entered it. */
            by?: string;
        };
        /**
         * @description * `tickets` - Tickets, without sales tax
         *     * `gifts` - Gifts
         *     * `shipping` - Shipping
         *     * `return_fees` - Fees kept from refunds
         *     * `refunds` - Refunds, without sales tax
         *     * `fees` - PayPal's fees
         *     * `sales_tax` - Sales tax set aside
         *     * `cost` - Cost
         *     * `paid_out` - Paid Out
         *     * `transfer` - Moved
         *     * `tax_paid` - Sales tax paid
         *     * `other` - Other
         * @enum {string}
         */
        LedgerLineKind: "tickets" | "gifts" | "shipping" | "return_fees" | "refunds" | "fees" | "sales_tax" | "cost" | "paid_out" | "transfer" | "tax_paid" | "other";
        LedgerMonth: {
            /** @description Such as 2026-11. */
            month: string;
            /**
             * Format: date-time
             * @description null: not closed yet.
             */
            closedAt: string | null;
            lines: components["schemas"]["LedgerLine"][];
            /**
             * Format: double
             * @description What was left of the months before.
             */
            carriedIn: number;
            /**
             * Format: double
             * @description After refunds and PayPal's fees, without sales tax.
             */
            received: number;
            /** Format: double */
            costs: number;
            /**
             * Format: double
             * @description To the charity.
             */
            paidOut: number;
            /**
             * Format: double
             * @description Left over this month: `received` less `costs` and `paidOut`.
             */
            balance: number;
            /** Format: double */
            carriedForward: number;
            /**
             * Format: double
             * @description At the month's end: what was set aside and is not paid yet.
             */
            salesTaxHeld: number;
            /**
             * Format: double
             * @description To the state, in this month.
             */
            salesTaxPaid: number;
        };
        /** @description What all months add up to. Only staff get `where`. */
        LedgerSums: {
            /**
             * Format: double
             * @description After refunds and PayPal's fees, without sales tax.
             */
            received: number;
            /** Format: double */
            costs: number;
            /**
             * Format: double
             * @description `received` less `costs`.
             */
            forCharity: number;
            /** Format: double */
            paidOut: number;
            /**
             * Format: double
             * @description `forCharity` less `paidOut`.
             */
            stillToPayOut: number;
            /**
             * Format: double
             * @description What was received for seats on dates that took place.
             */
            tookPlace: number;
            /**
             * Format: double
             * @description What was received without seats.
             */
            giftsAlone: number;
            /**
             * Format: double
             * @description `received` less `tookPlace`, `toCome` and `giftsAlone`.
             */
            other: number;
            /**
             * Format: double
             * @description What was received for seats on dates that have not started.
             */
            toCome: number;
            /**
             * Format: double
             * @description The part of `stillToPayOut` that is of `toCome`.
             */
            toComeLeft: number;
            /**
             * Format: double
             * @description The rest of `toCome`: paid out or spent already.
             */
            toComeSpent: number;
            /**
             * Format: double
             * @description What refunds would take of `toCome` now, before each date's deadline.
             */
            refundable: number;
            /** Format: double */
            salesTaxHeld: number;
            /** Format: double */
            salesTaxPaid: number;
            where?: components["schemas"]["Where"];
        };
        /** @description A year by account and month, with sales by tax rate, discounts and places. */
        LedgerYear: {
            year: number;
            /** @description false: the sums may change. */
            isClosed: boolean;
            /** @description Such as 2026-11, up to the current one. */
            months: string[];
            accounts: components["schemas"]["AccountOfYear"][];
            rates: components["schemas"]["TaxRateOfYear"][];
            discounts: components["schemas"]["DiscountOfYear"][];
            places: components["schemas"]["PlaceOfYear"][];
            /** Format: double */
            received: number;
            /** Format: double */
            costs: number;
            /** Format: double */
            forCharity: number;
            /** Format: double */
            salesTaxPaid: number;
        };
        Link: {
            /** id */
            _id: string;
            role: components["schemas"]["RoleEnum"];
            /** Format: date-time */
            endsAt: string;
            /** Format: date-time */
            revokedAt: string | null;
        };
        LinkKeyRequest: {
            /** @description From the link's fragment. */
            key: string;
        };
        /** @description What anybody with the link reads before the PIN: what it is for. */
        LinkedDoor: {
            name: string;
            /** Format: date-time */
            startTime: string;
            /** Format: date-time */
            endTime: string;
            /** @description The venue's name. Empty: no place was given. */
            readonly place: string;
            /** @description true: it doesn't take place. */
            isCanceled: boolean;
        };
        /** @description What a phone has to know to let guests in without a connection. */
        List: {
            night: components["schemas"]["ListedDoor"];
            /**
             * Format: double
             * @description Of one seat at the door, in USD.
             */
            price: number;
            /** @description Seats that this phone may sell without a connection. */
            allotment: number;
            /** @description For a till: seats that it can sell with a connection. */
            left?: number;
            /** @description For a till: the link by which late guests pay with their own phones, while they can. */
            payUrl?: string;
            /**
             * @description For a till; null before it is opened.
             *
             *     * `open` - open
             *     * `closed` - closed
             */
            drawer?: components["schemas"]["DrawerEnum"] | components["schemas"]["NullEnum"];
            /** @description By phone, the highest number of its entries before any gap. Only the phone itself is named by its number, here and in `recent`; others are named by their IDs. */
            seen: {
                [key: string]: number;
            };
            /** @description Left out if there are none. */
            questions?: components["schemas"]["DoorQuestion"][];
            passes: components["schemas"]["ListedPass"][];
            recent: components["schemas"]["RecentEntry"][];
            /** Format: date-time */
            now: string;
        };
        /** @description The same, and what its seats cost. */
        ListedDoor: {
            /** id */
            _id: string;
            product: string;
            name: string;
            /** Format: date-time */
            startTime: string;
            /** Format: date-time */
            endTime: string;
            /** @description true: it doesn't take place. */
            isCanceled: boolean;
            /** @description What 1, 2, 3… seats cost together, in USD. */
            totals: number[];
            /** @description "21+: check ID", as phones say it; empty: any age. */
            readonly ages: string;
            /**
             * Format: double
             * @description The share of tax in them. A sale that is reported later has the one it was made with.
             */
            taxRate: number;
        };
        /** @description A goal, and how far it has come. The serializer's context maps IDs of goals to amounts. */
        ListedGoal: {
            /** id */
            readonly _id: string;
            title: string;
            /** @description null: it is for a season. */
            product?: string | null;
            /** Format: date */
            startsOn?: string | null;
            /** Format: date */
            endsOn?: string | null;
            /**
             * Format: double
             * @description USD. null: only what there is so far is shown.
             */
            target?: number | null;
            /** @description Such as school lunches. */
            unitName?: string;
            /** Format: double */
            unitCost?: number | null;
            /** @description Who says what one unit costs. */
            source?: string;
            /**
             * Format: double
             * @description What counts toward it, in USD, as in the progress.
             */
            readonly raised: number;
        };
        /** @description A ticket without its code. */
        ListedPass: {
            /** @description The hash of its code. */
            h: string;
            /** @description Groups the passes of a booking. */
            b: number;
            /** @description First name and initial. */
            name: string;
            seats: number;
            state: components["schemas"]["ListedPassStateEnum"];
            /**
             * Format: date-time
             * @description The date of a moved pass.
             */
            to: string | null;
            /** @description true: a late guest paid for it by a till's link. Else left out. */
            byLink?: boolean;
            in: number;
            /** @description By question, what each of its seats chose; null without an answer. Left out if nothing is asked. */
            answers?: (number | null)[][];
        };
        /**
         * @description * `valid` - valid
         *     * `refunded` - refunded
         *     * `replaced` - replaced
         *     * `moved` - moved
         * @enum {string}
         */
        ListedPassStateEnum: "valid" | "refunded" | "replaced" | "moved";
        /** @description A thank-you email that did not go out yet. */
        ListedRecapDraft: {
            product: string;
            name: string;
            /** Format: date-time */
            startTime: string;
            /**
             * Format: date-time
             * @description Or later, while it waits.
             */
            goesOutAt: string;
            /** @description What keeps it from going out, in sentences. */
            waitsFor: string[];
        };
        ListedTournament: {
            /** id */
            _id: string;
            /** Format: date-time */
            startTime: string;
            format: components["schemas"]["FormatEnum"];
            /** Format: date-time */
            endedAt: string | null;
            /** @description true: once it is over, only staff see it. */
            isHidden: boolean;
        };
        /** @description A member, as staff see them. */
        Member: {
            number: string;
            /** Format: date */
            validFrom: string;
            /**
             * Format: date
             * @description The last day.
             */
            validUntil: string;
            /** @description Empty: the account was deleted, or linked to another number. */
            email: string;
            /** @description The linked account. */
            user: components["schemas"]["MemberAccount"] | null;
        };
        MemberAccount: {
            /** id */
            _id: string;
            firstName: string;
            lastName: string;
            email: string;
        };
        MemberActionRequest: {
            number: string;
            /** @description The fields that are sent, with the values that the form showed. If one has another value by now, the answer is a 409 (`changed`), and nothing is changed. Without it, nothing is compared. */
            seen?: {
                [key: string]: unknown;
            };
        };
        MemberList: {
            page: number;
            pages: number;
            total: number;
            members: components["schemas"]["Member"][];
        };
        /** @description What importing a list does, or did. */
        MembersPlan: {
            added: number;
            changed: number;
            /** @description Those of the changed ones whose account loses them: the number is somebody else's now. */
            unlinked: components["schemas"]["Unlinked"][];
            /** @description Valid memberships not in the file. */
            missing: number;
            errors: components["schemas"]["RowError"][];
            digest: string;
        };
        Membership: {
            number: string;
            /** Format: date */
            validFrom: string;
            /**
             * Format: date
             * @description The last day.
             */
            validUntil: string;
        };
        MembershipNumberRequest: {
            number: string;
        };
        MergeFormRequest: {
            /** @description The fields that are sent, with the values that the form showed. If one has another value by now, the answer is a 409 (`changed`), and nothing is changed. Without it, nothing is compared. */
            seen?: {
                [key: string]: unknown;
            };
            /** @description The ID of the place at which everything will be. */
            into: string;
        };
        /** @description A response that contains only a message. */
        Message: {
            message: string;
        };
        /**
         * @description * `18` - 18
         *     * `21` - 21
         * @enum {integer}
         */
        MinAgeEnum: 18 | 21;
        MonthFigures: {
            /** @description Such as 2026-11. */
            month: string;
            figures: components["schemas"]["Figures"];
        };
        MoveBookingRequest: {
            reason: string;
            booking: string;
            /** @description The start of another upcoming date of the event. */
            to: string;
        };
        MoveDate: {
            /** Format: date-time */
            startTime: string;
            countInStock: number;
        };
        MoveOption: {
            /** @description Whether a date has enough seats. */
            allowed: boolean;
            /** @description Why not, whatever the date: already_in. */
            code?: string;
            message?: string;
            dates: components["schemas"]["MoveDate"][];
        };
        MovePreview: {
            /** @description People who came in with the booking's passes. */
            inside: number;
        };
        NearestDate: {
            /** Format: date-time */
            startTime: string;
            /** @description What its button says. */
            text: string;
        };
        /** @description A draft that is made. */
        NewEvent: {
            /** @description On which it begins in the file. */
            line: number;
            name: string;
            eventLocation: string;
            /**
             * Format: date-time
             * @description Of the first date.
             */
            startTime: string;
            /** Format: date-time */
            endTime: string;
            recurringPattern: components["schemas"]["RecurringPattern"] | null;
            /** @description That take place; of a series without an end those of a year. */
            dates: number;
            /** @description How many of them aren't when the series has them. */
            moved: number;
            /** @description How many dates of the series don't take place. */
            canceled: number;
        };
        /** @description The fields of an event that staff may set. Missing ones keep their values. */
        NewEventRequest: {
            name?: string;
            description?: string;
            /** @description "/media/…" as an upload returned it, or empty. */
            image?: string;
            category?: string;
            cardSet?: string;
            format?: string;
            /**
             * @description How old guests have to be; null: any age.
             *
             *     * `18` - 18
             *     * `21` - 21
             */
            minAge?: components["schemas"]["MinAgeEnum"] | components["schemas"]["NullEnum"];
            /**
             * Format: double
             * @description USD a seat.
             */
            price?: number;
            /** @description The place's name and address. Writing a text finds the place with it, or makes one. */
            eventLocation?: string;
            /** @description Seats on each date. */
            maximumEventCapacity?: number;
            isRecurring?: boolean;
            brand?: string;
            type?: string;
            refundPolicy?: components["schemas"]["RefundPolicyFormRequest"];
            /**
             * Format: double
             * @description USD that a seat is worth, for receipts of gifts. null: the price.
             */
            fairValue?: number | null;
            /**
             * Format: double
             * @description USD a seat for members. null: the price.
             */
            memberPrice?: number | null;
            /** @description How many seats of one date a member gets at that price. */
            memberSeats?: number;
            /** @description A place, instead of its text in eventLocation. */
            placeId?: string;
            /** @description Seats on each date, if maximumEventCapacity is not sent. */
            countInStock?: number;
            /** Format: date-time */
            startTime?: string;
            /** Format: date-time */
            endTime?: string;
            recurringPattern?: components["schemas"]["RecurringPatternFormRequest"] | null;
            /** @description Another event. The new one asks the same questions. */
            questionsOf?: string;
        };
        /** @description A link with its secrets, which are shown once. */
        NewLink: {
            /** id */
            _id: string;
            role: components["schemas"]["RoleEnum"];
            /** Format: uri */
            url: string;
            pin: string;
            /** Format: date-time */
            endsAt: string;
        };
        NewLinkFormRequest: {
            role: components["schemas"]["RoleEnum"];
        };
        NewLinksRequest: {
            count: number;
        };
        NewMemberRequest: {
            number: string;
            /** Format: email */
            email: string;
            /**
             * Format: date
             * @description The last day, today or later.
             */
            validUntil: string;
        };
        NewTournamentRequest: {
            format: components["schemas"]["FormatEnum"];
            rounds?: number | null;
            minutes?: number;
            wholeRoom?: boolean;
            /** @description Whether a format that can do without counts points. */
            points?: boolean;
            product: string;
            bookingDate: string;
        };
        /** @description A discount code, or `count` random ones. */
        NewVoucherRequest: {
            /** @description 4 to 32 characters from A–Z 0–9 -, in any case. */
            code?: string;
            kind: components["schemas"]["VoucherKind"];
            /**
             * Format: double
             * @description Percent, USD off the order, USD a seat, or a number of free seats.
             */
            value: number;
            /** @description Orders. null: any number. */
            maxUses?: number | null;
            /** @description Orders of one account. null: any number. */
            perPerson?: number | null;
            /**
             * Format: date
             * @description The first day on which it can be used.
             */
            validFrom?: string | null;
            /**
             * Format: date
             * @description The last day.
             */
            validUntil?: string | null;
            /** @description It is for these events. Empty: for all. */
            events?: string[];
            /** @description It is for events of these formats, in any case. Empty: of all formats. */
            formats?: string[];
            /**
             * Format: date
             * @description The first day whose dates it is for.
             */
            datesFrom?: string | null;
            /**
             * Format: date
             * @description The last day.
             */
            datesTo?: string | null;
            /** @description Turned off: buyers read that it is unknown. */
            off?: boolean;
            count?: number;
        };
        NewVouchers: {
            vouchers: components["schemas"]["Voucher"][];
        };
        /** @description A date that is on now or comes next, for staff. */
        NextDate: {
            /** @description The event's id. */
            product: string;
            /** @description The event's name. */
            name: string;
            /** @description The venue's name. Empty: no place was given. */
            readonly place: string;
            /** Format: date-time */
            startTime: string;
            /** Format: date-time */
            endTime: string;
            /** @description Seats sold, on hold or offered. */
            totalReservations: number;
            maximumEventCapacity: number;
            /** @description Seats for sale. */
            left: number;
            /**
             * Format: double
             * @description Of one of them, with tax.
             */
            price: number;
            /** @description Seats that are sold. */
            guests: number;
            /** @description People inside. */
            in: number;
            /** @description Whether only those who booked it know of it. */
            isHidden: boolean;
            /** @description How many people wait for seats, without those who have an offer. */
            waiting: number;
        };
        /** @description What the user may choose because staff canceled or moved a date. */
        NextDecision: {
            order: string;
            /** @description The event's name. */
            name: string;
            kind: components["schemas"]["DateChangeKind"];
            /**
             * Format: date-time
             * @description Before the change.
             */
            startTime: string;
            /** Format: date-time */
            until: string;
            /** @description "another date or your money back" */
            choice: string;
        };
        /** @description Seats that a waiting list holds for the user. */
        NextOffer: {
            /** @description The event's id. */
            product: string;
            /** @description The event's name. */
            name: string;
            /** Format: date-time */
            startTime: string;
            seats: number;
            /**
             * Format: date-time
             * @description When the offer ends.
             */
            until: string;
        };
        /** @description A ticket for today or tomorrow. */
        NextTicket: {
            order: string;
            /** @description The event's name. */
            name: string;
            /** Format: date-time */
            startTime: string;
            /** Format: date-time */
            endTime: string;
        };
        /** @description The soonest of each, or null, and the dates that the user has seats on. */
        NextUp: {
            ticket: components["schemas"]["NextTicket"] | null;
            offer: components["schemas"]["NextOffer"] | null;
            decision: components["schemas"]["NextDecision"] | null;
            going: components["schemas"]["Going"][];
        };
        NullEnum: null;
        /** @description A date that can be booked unless it is full. */
        Occurrence: {
            /** Format: date-time */
            startTime: string;
            /** Format: date-time */
            endTime: string;
            /** @description Seats sold, on hold or offered. */
            totalReservations: number;
            countInStock: number;
            inStock: boolean;
            /** @description Its own number; left out if it has the event's. */
            seats?: number;
            /** @description Left out if it is at the event's place. */
            elsewhere?: components["schemas"]["Elsewhere"];
        };
        Offer: {
            seats: number;
            /**
             * Format: date-time
             * @description When the offer ends.
             */
            until: string;
            /** @description The buyer's unpaid order has these seats. Ordering them again replaces it. */
            isOrdered: boolean;
        };
        OpenDoorRequest: {
            product: string;
            bookingDate: string;
        };
        /** @description An order. Fields about discounts, a gift or a review are left out of orders without them. */
        Order: {
            /** id */
            _id: string;
            /** @description For people, such as C-7K3M9. URLs use `_id`. */
            number: string;
            user: string;
            buyer: components["schemas"]["Buyer"];
            status: components["schemas"]["OrderStatus"];
            isTest: boolean;
            orderItems: components["schemas"]["OrderItem"][];
            shippingAddress: components["schemas"]["Address"];
            billingAddress: components["schemas"]["Address"];
            paymentMethod: string;
            /**
             * @description Where it was placed. Left out if that was in the shop, or for cash at a till.
             *
             *     * `door_link` - door link
             */
            source?: components["schemas"]["OrderSourceEnum"];
            /**
             * Format: double
             * @description Of the seats, before discounts.
             */
            listPrice?: number;
            discounts?: components["schemas"]["Discount"][];
            /** Format: double */
            itemsPrice: number;
            /** Format: double */
            shippingPrice: number;
            /** Format: double */
            taxPrice: number;
            /** @description Left out if there is a single tax rate. */
            taxes?: components["schemas"]["TaxAtRate"][];
            /**
             * Format: double
             * @description A gift to the charity, untaxed.
             */
            giftPrice?: number;
            /** @description That gets the gift. Left out without a gift. */
            charity?: string;
            /** Format: double */
            totalPrice: number;
            /** Format: double */
            refundedPrice: number;
            /**
             * @description Why staff decide about a payment that arrived after the hold had ended. Left out otherwise.
             *
             *     * `code_used` - other orders have used up its discount code
             *     * `member_price` - another order has the member price for this date
             *     * `membership_ended` - the membership that lowered its price has ended
             *     * `free_seats` - its buyer has other free seats for this date, up to the limit
             */
            reviewBecause?: components["schemas"]["ReviewBecauseEnum"];
            refundDue: components["schemas"]["RefundDue"] | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            heldUntil: string | null;
            /** Format: date-time */
            paidAt: string | null;
            /** Format: date-time */
            deliveredAt: string | null;
            refunds: components["schemas"]["Refund"][];
            /** @description Left out if there are none. */
            changes?: components["schemas"]["OrderChange"][];
            /** @description What the gift means for taxes. Left out if there is nothing to say, and in lists. */
            giftNote?: string;
        };
        /**
         * @description One date of an order. `movedFrom` is the date that was sold, if the booking has moved to another date since.
         *
         *     `place` is where it takes place now, left out unless that is not where it was sold for.
         *     `paid` is left out before the order is paid.
         *     `isOff` is left out unless the date was canceled and its seats are still to be refunded or moved. `dateChange` is
         *     left out unless the buyer may choose because staff changed the date.
         */
        OrderBooking: {
            /** id */
            _id: string;
            /** Format: date-time */
            bookingDate: string;
            /** Format: date-time */
            endTime: string;
            reservationSeats: components["schemas"]["Seats"];
            /**
             * Format: double
             * @description What these seats cost before discounts and tax, as of the sale.
             */
            subtotal: number;
            /**
             * Format: double
             * @description What was paid for these seats: after discounts, and with tax.
             */
            paid?: number;
            status: components["schemas"]["BookingStatus"];
            readonly movedFrom: string | null;
            place?: string;
            /** @description The SEQUENCE of the booking's latest calendar invitation. */
            calendarSequence: number;
            /** @description Also ended ones. */
            passes: components["schemas"]["Pass"][];
            isOff?: boolean;
            dateChange?: components["schemas"]["DateChangeChoice"];
        };
        /** @description What the buyer did with seats after paying. */
        OrderChange: {
            /** id */
            _id: string;
            booking: string;
            kind: components["schemas"]["ChangeKind"];
            seats: number;
            /** Format: double */
            amount: number;
            status: components["schemas"]["ChangeStatus"];
            /** Format: date-time */
            createdAt: string;
        };
        /** @description An event of an order, as it was sold. */
        OrderItem: {
            /** id */
            _id: string;
            name: string;
            image: string;
            description: string;
            /** Format: double */
            price: number;
            eventLocation: string;
            /** @description How old guests have to be, as the event is now; null: any age. */
            minAge: number | null;
            refundPolicy: components["schemas"]["RefundPolicy"];
            bookings: components["schemas"]["OrderBooking"][];
        };
        OrderList: {
            page: number;
            pages: number;
            total: number;
            orders: components["schemas"]["Order"][];
            sums: components["schemas"]["OrderRevenue"];
        };
        OrderOptions: {
            bookings: components["schemas"]["BookingOptions"][];
        };
        /**
         * @description Totals in USD of all orders that match the filters. Test orders and second payments are left out.
         *
         *     `amount` less `refunded` is the sum of `fee`, `tax`, `owed` and `net`.
         */
        OrderRevenue: {
            /**
             * Format: double
             * @description What was paid.
             */
            amount: number;
            /** Format: double */
            refunded: number;
            /**
             * Format: double
             * @description PayPal's, less what it gave back.
             */
            fee: number;
            /**
             * Format: double
             * @description Sales tax that is not refunded.
             */
            tax: number;
            /**
             * Format: double
             * @description More than orders cost, or of a payment in review.
             */
            owed: number;
            /**
             * Format: double
             * @description What was received.
             */
            net: number;
            /** @description Number of orders paid in another currency, which are left out. */
            otherCurrencies: number;
        };
        /**
         * @description * `door_link` - door link
         * @enum {string}
         */
        OrderSourceEnum: "door_link";
        /**
         * @description * `held` - Held
         *     * `expired` - Expired
         *     * `cancelled` - Canceled
         *     * `capturing` - Capturing
         *     * `review` - Review
         *     * `paid` - Paid
         *     * `partly_refunded` - Partly Refunded
         *     * `refunded` - Refunded
         *     * `refund_due` - Refund Due
         * @enum {string}
         */
        OrderStatus: "held" | "expired" | "cancelled" | "capturing" | "review" | "paid" | "partly_refunded" | "refunded" | "refund_due";
        /** @description An earlier number of the phone, or one that it had at another date. */
        OriginalRequest: {
            /** Format: uuid */
            device: string;
            night: string;
        };
        /** @description An entry, as undoing names it. */
        OwnEntry: {
            device: string;
            seq: number;
        };
        OwnMembership: {
            /** @description null: the account has none. */
            membership: components["schemas"]["Membership"] | null;
        };
        /** @description A ticket for some or all seats of a booking. */
        Pass: {
            /** id */
            _id: string;
            /** @description What the QR code contains. */
            code: string;
            /** @description How many people it admits, or admitted before it ended. */
            seats: number;
            /** @description Whom it is for; empty for the buyer. */
            label: string;
            state: components["schemas"]["PassStateEnum"];
            /** @description Left out in lists of orders. */
            qr?: components["schemas"]["QRCode"];
        };
        /**
         * @description * `valid` - valid
         *     * `refunded` - refunded
         *     * `replaced` - replaced
         * @enum {string}
         */
        PassStateEnum: "valid" | "refunded" | "replaced";
        PasswordReset: {
            message: string;
            /** @description True where no email was sent, because the address got too many; or absent. */
            mailLimitReached?: boolean;
        };
        PayPalConfig: {
            clientId: string;
            currency: string;
            environment: components["schemas"]["EnvironmentEnum"];
            /** @description Whether the Test Order button works. */
            testOrders: boolean;
            /** @description The URL of the simulator's script; null with PayPal. */
            scriptUrl: string | null;
        };
        PayPalOrder: {
            /** @description The ID of the PayPal order that the buyer approves. */
            id: string;
        };
        /** @description Only the PayPal order's ID is read; everything else comes from PayPal's API. */
        PayRequest: {
            id?: string;
            /** @default false */
            test: boolean;
        };
        PaymentAlert: {
            /** id */
            _id: string;
            kind: string;
            /** Format: date-time */
            resolvedAt: string | null;
        };
        /** @description A phone that has been at the door. */
        Phone: {
            /** @description As in its entries. */
            device: string;
            /** @description The volunteer's first name. */
            name: string;
            role: components["schemas"]["RoleEnum"];
            link: string;
            /** @description Entries that it still had to send. */
            queued: number;
            isSignedIn: boolean;
            /** Format: date-time */
            lastEntryAt: string | null;
        };
        /** @description The date, without anything that phones need not know. */
        PhoneDoor: {
            name: string;
            /** Format: date-time */
            startTime: string;
            /** Format: date-time */
            endTime: string;
            /** id */
            _id: string;
        };
        /** @description A QR code: one SVG path in a square of `side` units. */
        Picture: {
            side: number;
            path: string;
        };
        /** @description What staff say about a place. */
        Place: {
            name: string;
            address: string;
            /** @description The most that a date here may have. null: no limit. */
            seats: number | null;
            /**
             * Format: double
             * @description The share of sales tax, below 1. null: the shop's.
             */
            taxRate: number | null;
            /** @description Guests get to their seat without a step. */
            stepFree: boolean;
            accessibleToilet: boolean;
            quietCorner: boolean;
            parking: boolean;
            accessNote: string;
            contactEmail: string;
            /** @description Whether it can't be chosen any more. */
            hidden: boolean;
            /** id */
            _id: string;
            /** @description Name and address on one line: the `eventLocation` of its events. */
            text: string;
            /** @description How many events are at it. */
            events: number;
            /** @description How many dates are there while their event isn't. */
            dates: number;
        };
        /** @description The fields to change. Missing ones keep their values. */
        PlaceChangesFormRequest: {
            name?: string;
            address?: string;
            /** @description The most that a date here may have. null: no limit. */
            seats?: number | null;
            /**
             * Format: double
             * @description The share of sales tax, below 1. null: the shop's.
             */
            taxRate?: number | null;
            /** @description Guests get to their seat without a step. */
            stepFree?: boolean;
            accessibleToilet?: boolean;
            quietCorner?: boolean;
            parking?: boolean;
            accessNote?: string;
            /** @description Who hears the day before how many come. */
            contactEmail?: string;
            /** @description Whether it can't be chosen any more. */
            hidden?: boolean;
            /** @description The fields that are sent, with the values that the form showed. If one has another value by now, the answer is a 409 (`changed`), and nothing is changed. Without it, nothing is compared. */
            seen?: {
                [key: string]: unknown;
            };
        };
        /** @description A new place. Only its name is required. */
        PlaceFormRequest: {
            name: string;
            address?: string;
            /** @description The most that a date here may have. null: no limit. */
            seats?: number | null;
            /**
             * Format: double
             * @description The share of sales tax, below 1. null: the shop's.
             */
            taxRate?: number | null;
            /** @description Guests get to their seat without a step. */
            stepFree?: boolean;
            accessibleToilet?: boolean;
            quietCorner?: boolean;
            parking?: boolean;
            accessNote?: string;
            /** @description Who hears the day before how many come. */
            contactEmail?: string;
            /** @description Whether it can't be chosen any more. */
            hidden?: boolean;
        };
        PlaceList: {
            places: components["schemas"]["Place"][];
        };
        PlaceOfYear: {
            /** @description null: money of no date. */
            place: string | null;
            /** Format: double */
            received: number;
        };
        /** @description What decides about an order's price. */
        PlaceOrderRequest: {
            orderItems: components["schemas"]["CartItemRequest"][];
            /** @description A discount code, in any case. */
            voucher?: string | null;
            /**
             * Format: double
             * @description Dollars. An order of a gift alone has no orderItems.
             */
            giftPrice?: number | null;
            shippingAddress?: {
                fName?: string;
                lName?: string;
                address?: string;
                addressSecondary?: string;
                city?: string;
                state?: string;
                postalCode?: string;
                country?: string;
            } | null;
            billingAddress?: {
                fName?: string;
                lName?: string;
                address?: string;
                addressSecondary?: string;
                city?: string;
                state?: string;
                postalCode?: string;
                country?: string;
            } | null;
            paymentMethod?: string | null;
            itemsPrice?: number | string | null;
            shippingPrice?: number | string | null;
            taxPrice?: number | string | null;
            totalPrice?: number | string | null;
        };
        Player: {
            /** id */
            _id: string;
            /** @description First name and initial. */
            name: string;
            /** @description The first round that they may play since they came, or came back after missing one. They lose those before it that they didn't play. */
            fromRound: number;
            /** @description The last round that was paired when they left. */
            droppedAfter: number | null;
            /** @description true: this seat doesn't play. */
            aside: boolean;
        };
        PlayerTicket: {
            player: string;
            /** @description The hash of the code. */
            h?: string | null;
        };
        PlayerTicketList: {
            players: components["schemas"]["PlayerTicket"][];
        };
        /** @description What saving an event would do. */
        Preview: {
            /** @description Every upcoming date there would be. */
            dates: components["schemas"]["PreviewDate"][];
            /** @description When upcoming dates would have started that are left out. */
            skippedDates: string[];
            /** @description Booked dates that a save would touch or leave off the rule. */
            bookedDates: components["schemas"]["BookedDate"][];
            /** @description Dates with more seats taken than there would be. */
            overbooked: components["schemas"]["BookedDate"][];
            /** @description null: saving concerns nobody. */
            affected: components["schemas"]["AffectedDates"] | null;
        };
        PreviewDate: {
            /** Format: date-time */
            startTime: string;
            /** Format: date-time */
            endTime: string;
        };
        /** @description An event with its next date and the seats left on the next date that has any. */
        Product: {
            name: string;
            description: string;
            /** @description "/media/…" as an upload returned it, or empty. */
            image: string;
            category: string;
            cardSet: string;
            format: string;
            /**
             * @description How old guests have to be; null: any age.
             *
             *     * `18` - 18
             *     * `21` - 21
             */
            minAge: components["schemas"]["MinAgeEnum"] | components["schemas"]["NullEnum"];
            /**
             * Format: double
             * @description USD a seat.
             */
            price: number;
            /** @description The place's name and address. Writing a text finds the place with it, or makes one. */
            eventLocation: string;
            /** @description Seats on each date. */
            maximumEventCapacity: number;
            isRecurring: boolean;
            brand: string;
            type: string;
            refundPolicy: components["schemas"]["RefundPolicy"];
            /**
             * Format: double
             * @description USD that a seat is worth, for receipts of gifts. null: the price.
             */
            fairValue: number | null;
            /**
             * Format: double
             * @description USD a seat for members. null: the price.
             */
            memberPrice: number | null;
            /** @description How many seats of one date a member gets at that price. */
            memberSeats: number;
            /** id */
            _id: string;
            title: string;
            recurringPattern: components["schemas"]["RecurringPattern"] | null;
            /** @description Guests get to their seat without a step. */
            stepFree: boolean;
            accessibleToilet: boolean;
            quietCorner: boolean;
            parking: boolean;
            accessNote: string;
            status: components["schemas"]["EventStatus"];
            /**
             * Format: date-time
             * @description Start of the first date; repeats count from here.
             */
            startTime: string;
            /** Format: date-time */
            endTime: string;
            /** @description Two lines of iCalendar text: DTSTART and RRULE. */
            readonly rrule: string;
            countInStock: number;
            inStock: boolean;
            /**
             * Format: date-time
             * @description Of the next date; null if there is no upcoming date.
             */
            nextStartTime: string | null;
            /** Format: date-time */
            nextEndTime: string | null;
            /** @description Seats sold, on hold or offered on the next date. */
            nextTotalReservations: number | null;
            /** @description How many upcoming dates are canceled; for staff, else 0. */
            snoozedDates: number;
            /**
             * Format: double
             * @description Of its place, a fraction; left out where it is the shop's rate.
             */
            taxRate?: number;
        };
        /** @description One date of an event, at its own place; `_id` is the event's. */
        ProductDate: {
            name: string;
            description: string;
            /** @description "/media/…" as an upload returned it, or empty. */
            image: string;
            category: string;
            cardSet: string;
            format: string;
            /**
             * @description How old guests have to be; null: any age.
             *
             *     * `18` - 18
             *     * `21` - 21
             */
            minAge: components["schemas"]["MinAgeEnum"] | components["schemas"]["NullEnum"];
            /**
             * Format: double
             * @description USD a seat.
             */
            price: number;
            /** @description The place's name and address. Writing a text finds the place with it, or makes one. */
            eventLocation: string;
            /** @description Seats on each date. */
            maximumEventCapacity: number;
            isRecurring: boolean;
            /** id */
            _id: string;
            title: string;
            recurringPattern: components["schemas"]["RecurringPattern"] | null;
            /** Format: date-time */
            startTime: string;
            /** Format: date-time */
            endTime: string;
            allDay: boolean;
            /** @description Seats left on this date. */
            countInStock: number;
            inStock: boolean;
            /** @description A rule that gives this date alone. */
            rrule: string;
            /**
             * Format: date-time
             * @description Of a date that is full or past: the event's next date with seats after it.
             */
            nextOpenStartTime: string | null;
            /** @description Only of a date that is canceled: why. */
            cancelReason?: string;
            /**
             * Format: double
             * @description Of its place, a fraction; left out where it is the shop's rate.
             */
            taxRate?: number;
        };
        ProductDateList: {
            page: number;
            pages: number;
            total: number;
            /** @description How many events have upcoming dates, whatever the filters. */
            events: number;
            products: components["schemas"]["ProductDate"][];
            facets?: components["schemas"]["Facets"];
        };
        /** @description Serialize what `get_event_with_dates` returns. `canceled_starts` are those of canceled dates, only for staff. */
        ProductDetail: {
            name: string;
            description: string;
            /** @description "/media/…" as an upload returned it, or empty. */
            image: string;
            category: string;
            cardSet: string;
            format: string;
            /**
             * @description How old guests have to be; null: any age.
             *
             *     * `18` - 18
             *     * `21` - 21
             */
            minAge: components["schemas"]["MinAgeEnum"] | components["schemas"]["NullEnum"];
            /**
             * Format: double
             * @description USD a seat.
             */
            price: number;
            /** @description The place's name and address. Writing a text finds the place with it, or makes one. */
            eventLocation: string;
            /** @description Seats on each date. */
            maximumEventCapacity: number;
            isRecurring: boolean;
            brand: string;
            type: string;
            refundPolicy: components["schemas"]["RefundPolicy"];
            /**
             * Format: double
             * @description USD that a seat is worth, for receipts of gifts. null: the price.
             */
            fairValue: number | null;
            /**
             * Format: double
             * @description USD a seat for members. null: the price.
             */
            memberPrice: number | null;
            /** @description How many seats of one date a member gets at that price. */
            memberSeats: number;
            /** id */
            _id: string;
            title: string;
            recurringPattern: components["schemas"]["RecurringPattern"] | null;
            /** @description Guests get to their seat without a step. */
            stepFree: boolean;
            accessibleToilet: boolean;
            quietCorner: boolean;
            parking: boolean;
            accessNote: string;
            status: components["schemas"]["EventStatus"];
            /**
             * Format: date-time
             * @description Start of the first date; repeats count from here.
             */
            startTime: string;
            /** Format: date-time */
            endTime: string;
            /** @description Two lines of iCalendar text: DTSTART and RRULE. */
            readonly rrule: string;
            countInStock: number;
            inStock: boolean;
            /**
             * Format: date-time
             * @description Of the next date; null if there is no upcoming date.
             */
            nextStartTime: string | null;
            /** Format: date-time */
            nextEndTime: string | null;
            /** @description Seats sold, on hold or offered on the next date. */
            nextTotalReservations: number | null;
            /** @description How many upcoming dates are canceled; for staff, else 0. */
            snoozedDates: number;
            /**
             * Format: double
             * @description Of its place, a fraction; left out where it is the shop's rate.
             */
            taxRate?: number;
            occurrences: components["schemas"]["Occurrence"][];
            /** @description Upcoming dates that are canceled, soonest first; left out if there are none. */
            canceledDates?: components["schemas"]["CanceledDate"][];
            /** @description Starts of upcoming canceled dates; for staff, else empty. */
            skippedDates: string[];
            /** @description Why saving leaves this draft a draft, in sentences; else empty. */
            draftReasons: string[];
            /** @description Whether `/api/giving/raised` has an answer for this event. */
            hasGoal: boolean;
            /** @description Its place's ID; only for staff. */
            placeId?: string;
        };
        ProductList: {
            page: number;
            pages: number;
            total: number;
            products: components["schemas"]["Product"][];
        };
        ProductListOrDates: components["schemas"]["ProductList"] | components["schemas"]["ProductDateList"] | components["schemas"]["UpcomingProductList"];
        /** @description Omitted fields keep their values. */
        ProfileRequest: {
            /** @description The fields that are sent, with the values that the form showed. If one has another value by now, the answer is a 409 (`changed`), and nothing is changed. Without it, nothing is compared. */
            seen?: {
                [key: string]: unknown;
            };
            /** Format: email */
            email?: string;
            firstName?: string;
            lastName?: string | null;
            /** @description Whether to email reminders the day before a date, and thanks after it. */
            reminders?: boolean;
            /** @description Whether to email an admin each morning what was sold the day before. */
            salesEmails?: boolean;
            /** @description For a new address of an account without a password: a code that was emailed to the old one. */
            emailCode?: string;
        };
        /** @description What proves who is asking: the current password or, in an account without one, a code by email. */
        ProofRequest: {
            currentPw?: string | null;
            /** @description Where the account has no password. */
            emailCode?: string;
        };
        /** @description The entry that a line suggests. */
        Proposal: {
            kind: components["schemas"]["EnteredKind"];
            /** Format: date */
            date: string;
            /** Format: double */
            amount: number;
            text: string;
        };
        /**
         * @description A QR code as one filled SVG path in a square of `size` units, which includes the white border.
         *
         *     Lists of orders, which show no codes, leave it out: each takes milliseconds and kilobytes.
         */
        QRCode: {
            size: number;
            d: string;
        };
        /** @description A question as guests read it. */
        Question: {
            /**
             * id
             * @description Of a new one: random, by who sends it.
             */
            _id: string;
            text: string;
            choices: string[];
            /** @description Whether pairings put equal answers at one table. */
            together: boolean;
        };
        /** @description A question as guests read it. */
        QuestionRequest: {
            /**
             * id
             * @description Of a new one: random, by who sends it.
             */
            _id: string;
            text: string;
            choices: string[];
            /** @description Whether pairings put equal answers at one table. */
            together: boolean;
        };
        Questions: {
            questions: components["schemas"]["Question"][];
            /** @description The IDs of those that have answers, and can only be ended. */
            answered: string[];
        };
        /** @description All that an event asks. One that is left out ends. */
        QuestionsFormRequest: {
            /** @description The fields that are sent, with the values that the form showed. If one has another value by now, the answer is a 409 (`changed`), and nothing is changed. Without it, nothing is compared. */
            seen?: {
                [key: string]: unknown;
            };
            questions: components["schemas"]["QuestionRequest"][];
        };
        /** @description What an order would cost now. Nothing is held. */
        Quote: {
            /**
             * Format: double
             * @description Of the seats, before discounts.
             */
            listPrice: number;
            discounts: components["schemas"]["Discount"][];
            /** Format: double */
            itemsPrice: number;
            /** Format: double */
            shippingPrice: number;
            /** Format: double */
            taxPrice: number;
            /** @description Left out if there is a single tax rate. */
            taxes?: components["schemas"]["TaxAtRate"][];
            /** Format: double */
            giftPrice: number;
            /** Format: double */
            totalPrice: number;
        };
        /** @description What decides about an order's price. */
        QuoteOrderRequest: {
            orderItems: components["schemas"]["CartItemRequest"][];
            /** @description A discount code, in any case. */
            voucher?: string | null;
            /**
             * Format: double
             * @description Dollars. An order of a gift alone has no orderItems.
             */
            giftPrice?: number | null;
        };
        /**
         * @description What counts toward a goal: `raised`, which is the sum of the next four less `fees` and `costs`.
         *
         *     `target` and `unit` are left out if the goal has none, and `summary` if there is nothing to say.
         */
        Raised: {
            /**
             * Format: double
             * @description Of an event's dates: what was received. Of a season: what there is for the charity.
             */
            raised: number;
            /**
             * Format: double
             * @description After refunds, with the fees of returns, without tax.
             */
            tickets: number;
            /**
             * Format: double
             * @description Less what was returned of them.
             */
            gifts: number;
            /** Format: double */
            shipping: number;
            /**
             * Format: double
             * @description Other income of a season, as staff entered it.
             */
            other: number;
            /**
             * Format: double
             * @description PayPal's.
             */
            fees: number;
            /**
             * Format: double
             * @description Of a season, as staff entered them.
             */
            costs: number;
            /**
             * Format: double
             * @description All refunds but those of gifts. They are subtracted already.
             */
            returned: number;
            /** Format: double */
            target?: number;
            unit?: components["schemas"]["Unit"];
            /** @description What a season has brought, from the first dollar on, in a sentence for the home page. */
            summary?: string;
            /** Format: date-time */
            asOf: string;
        };
        ReasonRequest: {
            reason: string;
        };
        /** @description What was received for a past date. `unit` is left out if nobody said what the money buys. */
        Recap: {
            /** Format: date-time */
            startTime: string;
            /**
             * Format: double
             * @description Received after refunds and PayPal's fees. null: fewer than three people paid, or nothing was left.
             */
            raised: number | null;
            /**
             * Format: double
             * @description That staff have entered for the date so far.
             */
            costs: number;
            /** @description How many people paid; null without `raised`. */
            buyers: number | null;
            unit?: components["schemas"]["Unit"];
            /** Format: date-time */
            asOf: string;
            /** @description The ID of its tables. */
            tables: string | null;
        };
        RecapAnswer: {
            isGood: boolean;
            text: string;
        };
        /** @description What guests answered, without their names. */
        RecapAnswers: {
            /** @description How many said that they liked it. */
            good: number;
            /** @description How many said that it could be better. */
            better: number;
            /** @description Those with a text. */
            texts: components["schemas"]["RecapAnswer"][];
        };
        /** @description The thank-you email of a past date, and what guests answered. */
        RecapDraft: {
            product: string;
            name: string;
            /** Format: date-time */
            startTime: string;
            /**
             * Format: date-time
             * @description Or later, while it waits.
             */
            goesOutAt: string;
            /** @description What keeps it from going out, in sentences. */
            waitsFor: string[];
            note: string;
            /** @description What it says about the date. */
            says: string[];
            /** @description How many get it as of now, or got it. */
            recipients: number;
            /** Format: date-time */
            stoppedAt: string | null;
            /** Format: date-time */
            sentAt: string | null;
            /** @description true: it was never sent, and won't be. */
            isTooLate: boolean;
            answers: components["schemas"]["RecapAnswers"];
        };
        /** @description The note or whether the email is stopped. What is left out keeps its value. */
        RecapDraftFormRequest: {
            product: string;
            bookingDate: string;
            /** @description The fields that are sent, with the values that the form showed. If one has another value by now, the answer is a 409 (`changed`), and nothing is changed. Without it, nothing is compared. */
            seen?: {
                [key: string]: unknown;
            };
            /** @description Added to the email. Blank lines separate paragraphs. */
            note?: string;
            /** @description true: nobody gets it. */
            isStopped?: boolean;
        };
        RecapDraftList: {
            drafts: components["schemas"]["ListedRecapDraft"][];
        };
        /** @description Guests who came in. */
        RecentEntry: {
            /** @description The ID of the phone. */
            device: string;
            seq: number;
            /** @description The hash of the ticket's code; null without a ticket. */
            h: string | null;
            /** Format: date-time */
            at: string;
            seats: number;
            /** @description The volunteer's first name. */
            by: string;
            conflict: components["schemas"]["ConflictEnum"] | components["schemas"]["NullEnum"];
        };
        RecoveryCodes: {
            /** @description Shown only once. */
            recoveryCodes: string[];
        };
        /**
         * @description * `daily` - daily
         *     * `weekly` - weekly
         *     * `monthly` - monthly
         *     * `custom` - custom
         * @enum {string}
         */
        RecurringIntervalEnum: "daily" | "weekly" | "monthly" | "custom";
        /** @description How an event repeats. */
        RecurringPattern: {
            recurringInterval: components["schemas"]["RecurringIntervalEnum"];
            /**
             * Format: date-time
             * @description null: the series has no end.
             */
            endDate: string | null;
            customOccurrenceConfig: components["schemas"]["CustomOccurrenceConfig"] | null;
        };
        /** @description The rule of a series. */
        RecurringPatternFormRequest: {
            recurringInterval: components["schemas"]["RecurringIntervalEnum"];
            /** @description The last day of the series. Empty: it repeats with no end. */
            endDate?: string | null;
            customOccurrenceConfig?: components["schemas"]["CustomOccurrenceConfigFormRequest"] | null;
        };
        Refund: {
            /** Format: double */
            amount: number;
            /**
             * Format: double
             * @description What the shop asked for, if PayPal refunded another amount.
             */
            askedAmount?: number;
            /**
             * Format: double
             * @description How much of it is the order's gift. Left out if nothing.
             */
            giftPrice?: number;
            /** @description The captured payment's currency. */
            currency: string;
            status: components["schemas"]["RefundStatus"];
            /** Format: date-time */
            createdAt: string;
            readonly bookings: string[];
            parts: components["schemas"]["RefundPart"][];
        };
        /** @description A full refund that is due, and why: the payment arrived after the seats were sold, or staff refused it. */
        RefundDue: {
            because: components["schemas"]["BecauseEnum"] | components["schemas"]["BlankEnum"];
            step: components["schemas"]["StepEnum"];
            /** Format: double */
            amount: number;
            currency: string;
        };
        /**
         * @description * `full` - Full
         *     * `minus_fee` - Minus Fee
         *     * `none` - None
         * @enum {string}
         */
        RefundEnum: "full" | "minus_fee" | "none";
        /** @description A refund or a gift. `amounts[n - 1]` is for n seats. */
        RefundOption: {
            allowed: boolean;
            /** @description Why not: policy, too_old or already_in. */
            code?: string;
            message?: string;
            /**
             * Format: date-time
             * @description null if the ticket can't be refunded at all.
             */
            until: string | null;
            /** @description Left out unless the date starts earlier than when the ticket was sold. */
            isShortened?: boolean;
            amounts: number[];
        };
        /** @description What to refund: whole bookings, single seats, or everything that is left. */
        RefundOrderRequest: {
            reason: string;
            lines?: string[] | null;
            /** @description Numbers of seats by booking, instead of lines. */
            seats?: {
                [key: string]: number;
            } | null;
            /**
             * @description true: the order's gift, alone or with seats.
             * @default false
             */
            gift: boolean;
            /** Format: double */
            amount?: number | null;
            /**
             * Format: double
             * @description The preview's `amount`. If the refund returns another one by now, the answer is a 409 (`changed`).
             */
            shown?: number;
            /**
             * @description The money was returned by hand.
             * @default false
             */
            outside: boolean;
            /**
             * @description How it was returned by hand.
             * @default
             */
            note: string;
        };
        /** @description Seats of one booking that a refund returns. */
        RefundPart: {
            booking: string;
            seats: number;
            /** Format: double */
            amount: number;
            /**
             * Format: double
             * @description Kept by the club.
             */
            fee: number;
            /**
             * Format: double
             * @description Left to the club by the buyer.
             */
            gift: number;
        };
        /** @description What buyers get back for seats that they return in time. Order lines copy it when they are sold. */
        RefundPolicy: {
            refund: components["schemas"]["RefundEnum"];
            /** @description Refunds are possible until this many hours before the start. */
            untilHours: number;
            /**
             * Format: double
             * @description USD kept of each seat; only with minus_fee.
             */
            feePerSeat: number;
        };
        /** @description The parts of the refund policy to change. Missing ones keep their values. */
        RefundPolicyFormRequest: {
            refund?: components["schemas"]["RefundEnum"];
            /** @description Refunds are possible until this many hours before the start. */
            untilHours?: number;
            /**
             * Format: double
             * @description USD kept of each seat; only with minus_fee.
             */
            feePerSeat?: number;
        };
        RefundPreview: {
            /**
             * Format: double
             * @description What the refund would return, with tax.
             */
            amount: number;
            /**
             * Format: double
             * @description The most that can still be refunded.
             */
            left: number;
            /** @description People who came in with these seats, which they then lose. */
            inside: number;
            currency: string;
            /** @description true if PayPal no longer refunds the payment: send `outside` and a note. */
            tooOld: boolean;
        };
        /** @description What to refund: whole bookings, single seats, or everything that is left. */
        RefundSeatsRequest: {
            lines?: string[] | null;
            /** @description Numbers of seats by booking, instead of lines. */
            seats?: {
                [key: string]: number;
            } | null;
            /**
             * @description true: the order's gift, alone or with seats.
             * @default false
             */
            gift: boolean;
        };
        /**
         * @description * `requested` - Requested
         *     * `pending` - Pending
         *     * `completed` - Completed
         *     * `failed` - Failed
         * @enum {string}
         */
        RefundStatus: "requested" | "pending" | "completed" | "failed";
        RegisterRequest: {
            /** Format: email */
            email: string;
            password: string;
            firstName: string;
            /** @default  */
            lastName: string | null;
        };
        Report: {
            player: string;
            result: components["schemas"]["TableResult"];
        };
        /** @description What a player says about a table: one of `games`, `winner` and `draw`. */
        ReportFormRequest: {
            round: number;
            table: number;
            /** @description Of the player's ticket. */
            code: string;
            games?: number[] | null;
            winner?: string | null;
            draw?: boolean | null;
        };
        ResetPasswordRequest: {
            /** @description The fields that are sent, with the values that the form showed. If one has another value by now, the answer is a 409 (`changed`), and nothing is changed. Without it, nothing is compared. */
            seen?: {
                [key: string]: unknown;
            };
            userId: string;
            /** @default false */
            lockPassword: boolean;
        };
        ResolveAlertRequest: {
            /**
             * @description true: also release the seats.
             * @default false
             */
            releaseSeats: boolean;
        };
        Result: {
            /** @description As it was sent. */
            seq: unknown;
            answer: components["schemas"]["AnswerEnum"];
            /** @description Why it is unusable. */
            code?: string;
            conflict: components["schemas"]["ConflictEnum"] | components["schemas"]["NullEnum"];
            /** @description Of its ticket. */
            seats: number | null;
            /** @description Of its ticket. */
            in: number | null;
        };
        /**
         * @description * `code_used` - other orders have used up its discount code
         *     * `member_price` - another order has the member price for this date
         *     * `membership_ended` - the membership that lowered its price has ended
         *     * `free_seats` - its buyer has other free seats for this date, up to the limit
         * @enum {string}
         */
        ReviewBecauseEnum: "code_used" | "member_price" | "membership_ended" | "free_seats";
        /**
         * @description * `door` - Door
         *     * `till` - Till
         *     * `tables` - Tables
         * @enum {string}
         */
        RoleEnum: "door" | "till" | "tables";
        Round: {
            number: number;
            /** Format: date-time */
            clockEndsAt: string | null;
            tables: components["schemas"]["Table"][];
            /** @description The ID of the player who doesn't play. */
            bye: string | null;
        };
        RowError: {
            /** @description As in a spreadsheet: the header is row 1. */
            row: number;
            /** @description Empty: the whole row. */
            column: string;
            message: string;
        };
        Sale: {
            order: string;
            /** Format: double */
            total: number;
            /**
             * Format: double
             * @description What the buyer gets back.
             */
            change: number;
            /** @description The hash of the code of the new ticket, whose guests are inside. */
            h: string;
        };
        SaleFormRequest: {
            /**
             * Format: int64
             * @description The phone's next number: repeating it returns the first sale.
             */
            seq: number;
            seats: number;
            /** @default  */
            name: string;
            /**
             * Format: double
             * @description The cash that the buyer gave.
             */
            given: number;
            /**
             * Format: double
             * @description What the till showed. If the seats cost something else, none is sold.
             */
            total?: number;
        };
        Season: {
            /** id */
            _id: string;
            title: string;
            /** Format: date */
            startsOn: string;
            /** Format: date */
            endsOn: string;
        };
        /** @description A seat as the holder of its link sees it. */
        Seat: {
            /** @description The ID of the event; only once its date is over. */
            product?: string;
            name: string;
            /** Format: date-time */
            startTime: string;
            /** Format: date-time */
            endTime: string;
            eventLocation: string;
            /** @description How old guests have to be; null: any age. */
            minAge: number | null;
            status: components["schemas"]["SeatStatus"];
            /** @description Whether the date is over because it was canceled. */
            isCanceled?: boolean;
            /** @description The guest's; only for the link of the guest's ticket. */
            firstName?: string;
            /** @description The SEQUENCE of the guest's latest calendar invitation; only for the link of the guest's ticket. */
            calendarSequence?: number;
            /** @description The first name of the buyer who gave the seat. */
            from: string;
            /** @description Only for the link of the guest's ticket. */
            pass?: components["schemas"]["Pass"] | null;
        };
        /** @description A link as its owner sees it. `url` is null unless the seat can still be claimed. */
        SeatLink: {
            /** id */
            _id: string;
            /** Format: uri */
            url: string | null;
            status: components["schemas"]["SeatLinkStatus"];
            /** @description The guest's; only once claimed. */
            firstName?: string;
        };
        /**
         * @description * `open` - Open
         *     * `claimed` - Claimed
         *     * `revoked` - Revoked
         * @enum {string}
         */
        SeatLinkStatus: "open" | "claimed" | "revoked";
        SeatLinks: {
            links: components["schemas"]["SeatLink"][];
        };
        /**
         * @description * `open` - open
         *     * `claimed` - claimed
         *     * `over` - over
         * @enum {string}
         */
        SeatStatus: "open" | "claimed" | "over";
        /** @description The seats that the booking has now, or had before it ended. */
        Seats: {
            qty: number;
        };
        SecondFactor: {
            isOn: boolean;
            readonly isRequired: boolean;
            readonly recoveryCodesLeft: number;
        };
        SeenCorrectionsRequest: {
            /** @description The IDs of the entries that corrected the line already. */
            corrections: string[];
        };
        /** @description A browser that a user is signed in on. */
        Session: {
            /** id */
            readonly _id: string;
            device: string;
            /** Format: date-time */
            signedInAt: string;
            /**
             * Format: date-time
             * @description To within ten minutes.
             */
            lastSeenAt: string;
            readonly isCurrent: boolean;
        };
        SetPasswordRequest: {
            token: string;
            newPw: string;
        };
        Settlement: {
            /** @description Those that need an explanation first. */
            lines: components["schemas"]["SettlementLine"][];
            /** @description What closing the month takes. */
            digest: string;
        };
        /**
         * @description A line of PayPal's report, of the shop, or of both.
         *
         *     `order`, `explanation`, `entry` and `proposal` may be left out.
         */
        SettlementLine: {
            state: components["schemas"]["SettlementState"];
            /** @description Of the capture, refund or other movement. */
            paypalId: string;
            /** @description PayPal's kind of transaction, such as T0006. Empty: only the shop has it. */
            code: string;
            /** Format: date */
            date: string;
            ours: components["schemas"]["Amounts"] | null;
            theirs: components["schemas"]["Amounts"] | null;
            order?: string;
            explanation?: string;
            /** @description The ID of the entry that the explanation names. */
            entry?: string;
            proposal?: components["schemas"]["Proposal"];
        };
        /**
         * @description * `only_paypal` - only_paypal
         *     * `only_shop` - only_shop
         *     * `differs` - differs
         *     * `explained` - explained
         *     * `matched` - matched
         * @enum {string}
         */
        SettlementState: "only_paypal" | "only_shop" | "differs" | "explained" | "matched";
        Setup: {
            secret: string;
            uri: string;
            picture: components["schemas"]["Picture"];
        };
        SignInRequest: {
            email: string;
            password: string;
            /** @description Where a 401 said `second_factor_required`. */
            code?: string;
        };
        /** @description `refund` also refunds the date's orders. It requires a reason, which is emailed to the buyers. */
        SnoozeFormRequest: {
            startTime: string;
            /** @default false */
            refund: boolean;
            reason?: string | null;
            /** @description That of what the page showed. If it says something else by now: a 409 (`changed`). */
            digest?: string;
        };
        SplitPassRequest: {
            /** @description For the new pass; the old one keeps the others. */
            seats: number;
            /** @default  */
            label: string;
        };
        /** @description An entry on the waiting list of a date. */
        StaffWaitingEntry: {
            /** id */
            _id: string;
            /** @description The event's id. */
            product: string;
            /** @description The event's name. */
            name: string;
            /** Format: date-time */
            startTime: string;
            seats: number;
            seatsAtLeast: number;
            status: components["schemas"]["WaitingStatus"];
            /** @description From 1, while the status is waiting. */
            position: number | null;
            /** @description Seats that are held for the buyer. */
            offer: components["schemas"]["Offer"] | null;
            user: components["schemas"]["WaitingUser"];
            /** Format: date-time */
            joinedAt: string;
        };
        /**
         * @description * `not_taken` - not_taken
         *     * `asked` - asked
         *     * `refused` - refused
         * @enum {string}
         */
        StepEnum: "not_taken" | "asked" | "refused";
        /** @description What happened to a date once. An end that changed alone is a move to the same start. */
        Story: {
            kind: components["schemas"]["StoryKindEnum"];
            /** Format: date-time */
            at: string;
            /** @description null: the shop did it. */
            by?: string | null;
            reason: string;
            /** Format: date-time */
            wasStart: string;
            /** Format: date-time */
            wasEnd: string;
            /** Format: date-time */
            nowStart: string;
            /** Format: date-time */
            nowEnd: string;
            /** @description Left out if the place stays. */
            wasPlace?: string;
            nowPlace?: string;
            /** @description Left out if they stay as many. */
            wasSeats?: number;
            nowSeats?: number;
            /**
             * Format: date-time
             * @description null: buyers had no choice.
             */
            answerUntil: string | null;
            source: components["schemas"]["StorySourceEnum"];
            /** @description null: nobody with an order was asked or told. */
            answers: components["schemas"]["StoryAnswers"] | null;
        };
        /** @description Numbers of orders' bookings. Those of each outcome add up to the total. */
        StoryAnswers: {
            total: number;
            told: number;
            atNewTime: number;
            /** @description To another date. */
            moved: number;
            refunded: number;
            undecided: number;
            /** @description Refunds that PayPal refuses. */
            failed: number;
        };
        /**
         * @description * `moved` - Moved
         *     * `canceled` - Canceled
         *     * `restored` - Restored
         *     * `dropped` - Dropped
         *     * `relocated` - Relocated
         * @enum {string}
         */
        StoryKindEnum: "moved" | "canceled" | "restored" | "dropped" | "relocated";
        /**
         * @description * `form` - Form
         *     * `dialog` - Dialog
         *     * `rule` - Rule
         *     * `console` - Console
         * @enum {string}
         */
        StorySourceEnum: "form" | "dialog" | "rule" | "console";
        /** @description Figures of the dates that have started, by format and weekday, by event, and by month. */
        Summary: {
            /** Format: date */
            firstDay: string;
            /** Format: date */
            lastDay: string;
            /** @description To choose from, newest first. */
            seasons: components["schemas"]["Season"][];
            formats: components["schemas"]["FormatFigures"][];
            events: components["schemas"]["EventFigures"][];
            months: components["schemas"]["MonthFigures"][];
            total: components["schemas"]["Figures"];
            /** Format: date-time */
            asOf: string;
        };
        Table: {
            number: number;
            /** @description IDs, in the order of the seats. */
            players: string[];
            /** @description What the scorekeeper entered. */
            result: components["schemas"]["TableResult"] | null;
            /** @description The last one of each player. */
            reports: components["schemas"]["Report"][];
            /** @description Who left before the scorekeeper entered a result, first to last, and wasn't back before the round was over. Absent: nobody. They have lost; if all left, the last one stayed long enough to win. */
            left?: string[];
        };
        /** @description One of its fields: who won what. */
        TableResult: {
            /** @description Won by the first, by the second, and drawn. */
            games?: number[];
            /** @description A player's ID. */
            winner?: string;
            draw?: boolean;
        };
        TaxAtRate: {
            /**
             * Format: double
             * @description A fraction.
             */
            rate: number;
            /** Format: double */
            amount: number;
        };
        TaxRateOfYear: {
            /**
             * Format: double
             * @description A fraction, such as 0.15.
             */
            rate: number;
            /** @description Tickets by month, after refunds, without sales tax. */
            sales: number[];
            /** Format: double */
            totalSales: number;
            /** @description Sales tax by month, after refunds. */
            taxes: number[];
            /** Format: double */
            totalTax: number;
        };
        Ticket: {
            /**
             * Format: uri
             * @description The guest's own link.
             */
            ticketUrl: string;
        };
        TicketCodesRequest: {
            codes: string[];
        };
        TicketSeats: {
            /** @description As it was sent. */
            code: string;
            /** @description The ID of the tournament. */
            tables: string;
            /** @description Empty: it doesn't play yet. */
            players: string[];
        };
        TicketSeatsList: {
            seats: components["schemas"]["TicketSeats"][];
        };
        /** @description A tournament with its facts. Standings are computed from them. */
        Tournament: {
            /** id */
            _id: string;
            name: string;
            /** Format: date-time */
            startTime: string;
            format: components["schemas"]["FormatEnum"];
            /** @description null: as many as phones propose. */
            plannedRounds: number | null;
            /** @description Of a round. */
            minutes: number;
            /** @description Of a draft: matches are not only inside the pods. */
            wholeRoom: boolean;
            points: boolean;
            seed: number;
            generation: number;
            writer: components["schemas"]["Writer"] | null;
            /** Format: date-time */
            endedAt: string | null;
            players: components["schemas"]["Player"][];
            rounds: components["schemas"]["Round"][];
        };
        TournamentList: {
            tables: components["schemas"]["ListedTournament"][];
        };
        TournamentSettingsFormRequest: {
            /** @description The fields that are sent, with the values that the form showed. If one has another value by now, the answer is a 409 (`changed`), and nothing is changed. Without it, nothing is compared. */
            seen?: {
                [key: string]: unknown;
            };
            format?: components["schemas"]["FormatEnum"];
            rounds?: number | null;
            minutes?: number;
            wholeRoom?: boolean;
            /** @description Whether a format that can do without counts points. */
            points?: boolean;
        };
        UndoRequest: {
            /** @description The ID of the phone, or its number. */
            device: string;
            /** Format: int64 */
            seq: number;
            reason: string;
        };
        /** @description An entry of the guest list that its button undoes. */
        UndoableEntry: {
            /** @description The ID on the guest list. */
            guest: string;
            device: string;
            seq: number;
            /**
             * Format: date-time
             * @description Until when it is shown. Organizers can undo it at the door later.
             */
            until: string;
        };
        /** @description What the money buys. */
        Unit: {
            name: string;
            /** Format: double */
            cost: number;
            /** @description Rounded down. */
            count: number;
            source?: string;
        };
        Unlinked: {
            number: string;
            user: components["schemas"]["MemberAccount"];
        };
        UnmatchedPayment: {
            /** id */
            _id: string;
            /** Format: double */
            amount: number;
            currency: string;
            /**
             * Format: double
             * @description What was neither refunded nor taken back.
             */
            left: number;
            /** @description true until PayPal says what became of the refund. */
            isBeingRefunded: boolean;
            /** Format: date-time */
            refundAskedAt: string | null;
            /** Format: date-time */
            refundedAt: string | null;
        };
        /** @description Select a date of an event. */
        UnsnoozeFormRequest: {
            startTime: string;
            /** @description That of what the page showed. If it says something else by now: a 409 (`changed`). */
            digest?: string;
        };
        /** @description What a phone sent and the shop can't use. Cash may have been taken for it. */
        UnusableEntry: {
            /** @description The ID of the phone that sent it. */
            device: string;
            /**
             * Format: date-time
             * @description When it arrived.
             */
            at: string;
            /** @description The volunteer's first name. */
            by: string;
            /** @description Why, as the phone was told. */
            code: string;
            /**
             * Format: double
             * @description Of the cash, if it is an amount.
             */
            amount: number | null;
            /** @description How many guests it is about, if it says a number. */
            seats: number | null;
            /** @description As it was sent, in JSON. Empty once it was erased. */
            sent: string;
        };
        /** @description An event at its next date, with the dates after that. */
        UpcomingProduct: {
            name: string;
            description: string;
            /** @description "/media/…" as an upload returned it, or empty. */
            image: string;
            category: string;
            cardSet: string;
            format: string;
            /**
             * @description How old guests have to be; null: any age.
             *
             *     * `18` - 18
             *     * `21` - 21
             */
            minAge: components["schemas"]["MinAgeEnum"] | components["schemas"]["NullEnum"];
            /**
             * Format: double
             * @description USD a seat.
             */
            price: number;
            /** @description The place's name and address. Writing a text finds the place with it, or makes one. */
            eventLocation: string;
            /** @description Seats on each date. */
            maximumEventCapacity: number;
            isRecurring: boolean;
            /** id */
            _id: string;
            title: string;
            recurringPattern: components["schemas"]["RecurringPattern"] | null;
            /** Format: date-time */
            startTime: string;
            /** Format: date-time */
            endTime: string;
            allDay: boolean;
            /** @description Seats left on this date. */
            countInStock: number;
            inStock: boolean;
            /** @description A rule that gives this date alone. */
            rrule: string;
            /**
             * Format: date-time
             * @description Of a date that is full or past: the event's next date with seats after it.
             */
            nextOpenStartTime: string | null;
            /** @description Only of a date that is canceled: why. */
            cancelReason?: string;
            /**
             * Format: double
             * @description Of its place, a fraction; left out where it is the shop's rate.
             */
            taxRate?: number;
            /** @description Up to three dates after this one, soonest first. */
            furtherDates: components["schemas"]["Occurrence"][];
            /** @description Upcoming dates that are canceled, soonest first; left out if there are none. */
            canceledDates?: components["schemas"]["CanceledDate"][];
        };
        UpcomingProductList: {
            page: number;
            pages: number;
            total: number;
            products: components["schemas"]["UpcomingProduct"][];
            facets?: components["schemas"]["Facets"];
        };
        UploadRequest: {
            /**
             * Format: binary
             * @description A JPEG, PNG, WebP or AVIF image of at most 10 MB.
             */
            image: string;
        };
        Uploaded: {
            message: string;
            /** @description The image's path, "/media/…", to be sent with the event. */
            image: string;
        };
        /** @description An account as staff see it. */
        User: {
            /** id */
            readonly _id: string;
            firstName: string;
            lastName: string;
            /** Format: email */
            email: string;
            isAdmin: boolean;
            requiresPasswordReset: boolean;
            /** @description False for an account without one; otherwise left out. */
            hasPassword?: boolean;
            /** @description True, or absent. */
            mustSetUpSecondFactor?: boolean;
            /** @description False if the user turned reminders off; otherwise left out. */
            reminders?: boolean;
            /** @description True if an admin wants each day's sales; otherwise left out. */
            salesEmails?: boolean;
            readonly isDeactivated: boolean;
            /** @description For staff: of the account, to send with the answer to a question about it. */
            digest?: string;
            /** @description True for an operator's account that the signed-in user may not change, or absent. */
            isReadOnly?: boolean;
        };
        /** @description The signed-in user. */
        UserInfo: {
            /** id */
            readonly _id: string;
            firstName: string;
            lastName: string;
            /** Format: email */
            email: string;
            isAdmin: boolean;
            requiresPasswordReset: boolean;
            /** @description False for an account without one; otherwise left out. */
            hasPassword?: boolean;
            /** @description True, or absent. */
            mustSetUpSecondFactor?: boolean;
            /** @description False if the user turned reminders off; otherwise left out. */
            reminders?: boolean;
            /** @description True if an admin wants each day's sales; otherwise left out. */
            salesEmails?: boolean;
        };
        UserList: {
            page: number;
            pages: number;
            total: number;
            users: components["schemas"]["User"][];
        };
        /** @description A discount code. The context has `uses` by its ID and `taken_off` by its code; a new one has none. */
        Voucher: {
            /** @description 4 to 32 characters from A–Z 0–9 -, in any case. */
            code: string;
            kind: components["schemas"]["VoucherKind"];
            /**
             * Format: double
             * @description Percent, USD off the order, USD a seat, or a number of free seats.
             */
            value: number;
            /** @description Orders. null: any number. */
            maxUses: number | null;
            /** @description Orders of one account. null: any number. */
            perPerson: number | null;
            /**
             * Format: date
             * @description The first day on which it can be used.
             */
            validFrom: string | null;
            /**
             * Format: date
             * @description The last day.
             */
            validUntil: string | null;
            /** @description It is for these events. Empty: for all. */
            events: string[];
            /** @description It is for events of these formats, in any case. Empty: of all formats. */
            formats: string[];
            /**
             * Format: date
             * @description The first day whose dates it is for.
             */
            datesFrom: string | null;
            /**
             * Format: date
             * @description The last day.
             */
            datesTo: string | null;
            /** @description Turned off: buyers read that it is unknown. */
            off: boolean;
            /** id */
            _id: string;
            /** @description Orders that use it now, without returned and expired ones. */
            readonly uses: number;
            /**
             * Format: double
             * @description USD off seats that were paid and kept, before tax.
             */
            readonly takenOff: number;
        };
        /** @description The fields to change. Missing ones keep their values. */
        VoucherChangesRequest: {
            /** @description 4 to 32 characters from A–Z 0–9 -, in any case. */
            code?: string;
            kind?: components["schemas"]["VoucherKind"];
            /**
             * Format: double
             * @description Percent, USD off the order, USD a seat, or a number of free seats.
             */
            value?: number;
            /** @description Orders. null: any number. */
            maxUses?: number | null;
            /** @description Orders of one account. null: any number. */
            perPerson?: number | null;
            /**
             * Format: date
             * @description The first day on which it can be used.
             */
            validFrom?: string | null;
            /**
             * Format: date
             * @description The last day.
             */
            validUntil?: string | null;
            /** @description It is for these events. Empty: for all. */
            events?: string[];
            /** @description It is for events of these formats, in any case. Empty: of all formats. */
            formats?: string[];
            /**
             * Format: date
             * @description The first day whose dates it is for.
             */
            datesFrom?: string | null;
            /**
             * Format: date
             * @description The last day.
             */
            datesTo?: string | null;
            /** @description Turned off: buyers read that it is unknown. */
            off?: boolean;
            /** @description The fields that are sent, with the values that the form showed. If one has another value by now, the answer is a 409 (`changed`), and nothing is changed. Without it, nothing is compared. */
            seen?: {
                [key: string]: unknown;
            };
        };
        /**
         * @description * `percent` - Percent
         *     * `amount` - Amount
         *     * `price` - Price
         *     * `free_seats` - Free Seats
         * @enum {string}
         */
        VoucherKind: "percent" | "amount" | "price" | "free_seats";
        /** @description A page of discount codes. */
        VoucherList: {
            vouchers: components["schemas"]["Voucher"][];
            page: number;
            pages: number;
            total: number;
        };
        /** @description An entry on the waiting list of a date. */
        WaitingEntry: {
            /** id */
            _id: string;
            /** @description The event's id. */
            product: string;
            /** @description The event's name. */
            name: string;
            /** Format: date-time */
            startTime: string;
            seats: number;
            seatsAtLeast: number;
            status: components["schemas"]["WaitingStatus"];
            /** @description From 1, while the status is waiting. */
            position: number | null;
            /** @description Seats that are held for the buyer. */
            offer: components["schemas"]["Offer"] | null;
        };
        /** @description The waiting list of a date, for staff. */
        WaitingList: {
            /** Format: date-time */
            startTime: string;
            /** @description In joining order. */
            entries: components["schemas"]["StaffWaitingEntry"][];
            /** @description Neither sold, on hold nor offered. */
            freeSeats: number;
            /** @description Seats in offers that have not ended. */
            promisedSeats: number;
        };
        /**
         * @description * `waiting` - Waiting
         *     * `offered` - Offered
         *     * `accepted` - Accepted
         *     * `expired` - Expired
         *     * `left` - Left
         *     * `removed` - Removed
         *     * `ended` - Ended
         * @enum {string}
         */
        WaitingStatus: "waiting" | "offered" | "accepted" | "expired" | "left" | "removed" | "ended";
        WaitingUser: {
            /** id */
            _id: string;
            firstName: string;
            lastName: string;
            email: string;
        };
        /** @description Where the money is. The first three add up to `stillToPayOut`, `salesTaxHeld`, `owed` and `carriedOver`. */
        Where: {
            /** Format: double */
            paypal: number;
            /** Format: double */
            bank: number;
            /** Format: double */
            cash: number;
            /**
             * Format: double
             * @description What there was before the books begin.
             */
            carriedOver: number;
            /**
             * Format: double
             * @description Money of no order, second payments, and what was returned twice.
             */
            owed: number;
        };
        Writer: {
            /** @description The volunteer's first name. */
            name: string;
            /** Format: date-time */
            since: string;
        };
    };
    responses: {
        /** @description A refusal. */
        Refusal: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiErrorBody"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    bookings_retrieve: {
        parameters: {
            query: {
                /** @description Without it: the next bookable date. */
                eventStartTime?: string;
                productId: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BookingCount"];
                };
            };
            400: components["responses"]["Refusal"];
        };
    };
    bookings_create: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConfirmBookingRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Booking"];
                };
            };
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Booking"];
                };
            };
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            403: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
            409: components["responses"]["Refusal"];
        };
    };
    bookings_update: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                public_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeBookingRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Booking"];
                };
            };
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            403: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
            409: components["responses"]["Refusal"];
        };
    };
    bookings_links_retrieve: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                public_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BookingLinks"];
                };
            };
            401: components["responses"]["Refusal"];
            403: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
        };
    };
    bookings_links_create: {
        parameters: {
            query?: never;
            header?: {
                /** @description A random key: repeating the request with it returns the first result instead of doing it again. */
                "Idempotency-Key"?: string;
            };
            path: {
                public_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewLinksRequest"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SeatLinks"];
                };
            };
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            403: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
            409: components["responses"]["Refusal"];
        };
    };
    config_paypal_retrieve: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayPalConfig"];
                };
            };
        };
    };
    date_changes_retrieve: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                public_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DateChange"];
                };
            };
            401: components["responses"]["Refusal"];
            403: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
        };
    };
    door_allotment_update: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AllotmentFormRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Allotment"];
                };
            };
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            403: components["responses"]["Refusal"];
            409: components["responses"]["Refusal"];
        };
    };
    door_drawer_retrieve: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Drawer"];
                };
            };
            401: components["responses"]["Refusal"];
            403: components["responses"]["Refusal"];
        };
    };
    door_drawer_create: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DrawerFormRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Drawer"];
                };
            };
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            403: components["responses"]["Refusal"];
            409: components["responses"]["Refusal"];
        };
    };
    door_drawer_close_create: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["CloseDrawerRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Drawer"];
                };
            };
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            403: components["responses"]["Refusal"];
            409: components["responses"]["Refusal"];
        };
    };
    door_drawer_counts_create: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CountFormRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Drawer"];
                };
            };
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            403: components["responses"]["Refusal"];
            409: components["responses"]["Refusal"];
        };
    };
    door_enter_create: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EnterRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Entered"];
                };
            };
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            429: components["responses"]["Refusal"];
        };
    };
    door_entries_create: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EntriesRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EntriesAnswer"];
                };
            };
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            403: components["responses"]["Refusal"];
            413: components["responses"]["Refusal"];
        };
    };
    door_late_retrieve: {
        parameters: {
            query?: {
                seats?: number;
            };
            header?: never;
            path: {
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LateOffer"];
                };
            };
            400: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
        };
    };
    door_late_create: {
        parameters: {
            query?: never;
            header?: {
                /** @description A random key: repeating the request with it returns the first result instead of doing it again. */
                "Idempotency-Key"?: string;
            };
            path: {
                token: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LateOrderFormRequest"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LateOrder"];
                };
            };
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            403: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
            409: components["responses"]["Refusal"];
        };
    };
    door_leave_create: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No response body */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Refusal"];
        };
    };
    door_link_create: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LinkKeyRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LinkedDoor"];
                };
            };
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            429: components["responses"]["Refusal"];
        };
    };
    door_links_destroy: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                public_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No response body */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Refusal"];
            403: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
        };
    };
    door_list_retrieve: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of an earlier list. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["List"];
                };
            };
            /** @description No response body */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Refusal"];
            409: components["responses"]["Refusal"];
        };
    };
    door_of_date: {
        parameters: {
            query: {
                bookingDate: string;
                product: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DoorOfDate"];
                };
            };
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            403: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
        };
    };
    door_nights_create: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OpenDoorRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Door"];
                };
            };
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Door"];
                };
            };
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            403: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
        };
    };
    door_nights_retrieve: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                public_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Door"];
                };
            };
            401: components["responses"]["Refusal"];
            403: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
        };
    };
    door_nights_check_in_create: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                public_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CheckInRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CheckedIn"];
                };
            };
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            403: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
            409: components["responses"]["Refusal"];
        };
    };
    door_nights_close_create: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                public_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["CloseRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Door"];
                };
            };
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            403: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
            409: components["responses"]["Refusal"];
        };
    };
    door_nights_drawer_create: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                public_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DrawerFormRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DoorDrawer"];
                };
            };
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            403: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
            409: components["responses"]["Refusal"];
        };
    };
    door_nights_drawer_close_create: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                public_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["CloseDrawerRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DoorDrawer"];
                };
            };
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            403: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
            409: components["responses"]["Refusal"];
        };
    };
    door_nights_drawer_counts_create: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                public_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CountFormRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DoorDrawer"];
                };
            };
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            403: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
            409: components["responses"]["Refusal"];
        };
    };
    door_nights_links_create: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                public_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewLinkFormRequest"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewLink"];
                };
            };
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            403: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
            409: components["responses"]["Refusal"];
        };
    };
    door_nights_refunds_create: {
        parameters: {
            query?: never;
            header?: {
                /** @description A random key: repeating the request with it returns the first result instead of doing it again. */
                "Idempotency-Key"?: string;
            };
            path: {
                public_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CashRefundFormRequest"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CashRefund"];
                };
            };
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            403: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
            409: components["responses"]["Refusal"];
        };
    };
    door_nights_undo_create: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                public_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UndoRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Door"];
                };
            };
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            403: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
        };
    };
    door_sales_create: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SaleFormRequest"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Sale"];
                };
            };
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            403: components["responses"]["Refusal"];
            409: components["responses"]["Refusal"];
        };
    };
    figures_retrieve: {
        parameters: {
            query?: {
                /** @description Such as 2026-11. */
                month?: string;
                /** @description The ID of a season's goal. */
                season?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Summary"];
                };
            };
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            403: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
        };
    };
    figures_export_retrieve: {
        parameters: {
            query?: {
                /** @description Such as 2026-11. */
                month?: string;
                /** @description The ID of a season's goal. */
                season?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            403: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
            429: components["responses"]["Refusal"];
        };
    };
    giving_goals_retrieve: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GoalList"];
                };
            };
            401: components["responses"]["Refusal"];
            403: components["responses"]["Refusal"];
        };
    };
    giving_goals_create: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["GoalRequest"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Goal"];
                };
            };
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            403: components["responses"]["Refusal"];
        };
    };
    giving_goals_update: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                public_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["GoalChangesRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Goal"];
                };
            };
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            403: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
            409: components["responses"]["Refusal"];
        };
    };
    giving_goals_destroy: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                public_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No response body */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Refusal"];
            403: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
            409: components["responses"]["Refusal"];
        };
    };
    giving_raised_retrieve: {
        parameters: {
            query?: {
                product?: string;
                /** @description A goal's ID, or "current". */
                season?: string;
                /** @description One date of the product. Without it, all of them. */
                startTime?: string;
            };
            header?: {
                /** @description The ETag of an earlier response. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Raised"];
                };
            };
            /** @description No response body */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
        };
    };
    last_changes_list: {
        parameters: {
            query: {
                /** @description Of the event, for a thank-you email. */
                id: string;
                /** @description Of fields, as the form sends them, separated by commas. */
                names: string;
                /**
                 * @description * `code` - code
                 *     * `event` - event
                 *     * `explanation` - explanation
                 *     * `goal` - goal
                 *     * `place` - place
                 *     * `questions` - questions
                 *     * `thank-you email` - thank-you email
                 *     * `user` - user
                 */
                of: "code" | "event" | "explanation" | "goal" | "place" | "questions" | "thank-you email" | "user";
                /** @description The start of the date, for a thank-you email. */
                when?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LastChange"][];
                };
            };
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            403: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
        };
    };
    ledger: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Ledger"];
                };
            };
        };
    };
    ledger_retrieve: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                month: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LedgerMonth"];
                };
            };
            404: components["responses"]["Refusal"];
        };
    };
    ledger_close_create: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                month: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CloseFormRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LedgerMonth"];
                };
            };
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            403: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
            409: components["responses"]["Refusal"];
        };
    };
    ledger_entries_create: {
        parameters: {
            query?: never;
            header?: {
                /** @description A random key: repeating the request with it returns the first result instead of doing it again. */
                "Idempotency-Key"?: string;
            };
            path: {
                month: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EntryFormRequest"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LedgerLine"];
                };
            };
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            403: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
            409: components["responses"]["Refusal"];
        };
    };
    "ledger_journal.csv_retrieve": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                month: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            401: components["responses"]["Refusal"];
            403: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
            429: components["responses"]["Refusal"];
        };
    };
    ledger_settlement_retrieve: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                month: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Settlement"];
                };
            };
            401: components["responses"]["Refusal"];
            403: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
            409: components["responses"]["Refusal"];
        };
    };
    ledger_settlement_explain_create: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                month: string;
                paypal_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ExplanationFormRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Explanation"];
                };
            };
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            403: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
            409: components["responses"]["Refusal"];
        };
    };
    ledger_years_retrieve: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                year: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LedgerYear"];
                };
            };
            401: components["responses"]["Refusal"];
            403: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
        };
    };
    "ledger_years_.csv_retrieve": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                year: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            401: components["responses"]["Refusal"];
            403: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
            429: components["responses"]["Refusal"];
        };
    };
    links_destroy: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                public_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SeatLink"];
                };
            };
            401: components["responses"]["Refusal"];
            403: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
            409: components["responses"]["Refusal"];
        };
    };
    members_list: {
        parameters: {
            query?: {
                /** @description Parts of a number, an email address or the name of the linked account. */
                keyword?: string;
                /** @description From 1; past the end is the last page. */
                pageNumber?: number;
                sortField?: "email" | "number" | "validUntil";
                sortOrder?: "asc" | "desc";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemberList"];
                };
            };
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            403: components["responses"]["Refusal"];
        };
    };
    members_create: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewMemberRequest"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Member"];
                };
            };
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            403: components["responses"]["Refusal"];
            409: components["responses"]["Refusal"];
        };
    };
    members_end_create: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MemberActionRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Member"];
                };
            };
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            403: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
            409: components["responses"]["Refusal"];
        };
    };
    members_import_create: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ImportMembersRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MembersPlan"];
                };
            };
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            403: components["responses"]["Refusal"];
            409: components["responses"]["Refusal"];
        };
    };
    members_unlink_create: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MemberActionRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Member"];
                };
            };
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            403: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
            409: components["responses"]["Refusal"];
        };
    };
    orders_list: {
        parameters: {
            query?: {
                from?: string;
                /** @description true: orders with a gift. false: others. */
                gift?: boolean;
                /** @description An order's number or ID, or part of a buyer's name or email address. */
                keyword?: string;
                /** @description From 1; past the end is the last page. */
                pageNumber?: number;
                /** @description Orders with a booking for this event. */
                product?: string;
                sortField?: "_id" | "createdAt" | "orderItems" | "paymentMethod" | "reservations" | "totalPrice" | "user" | "user._id";
                sortOrder?: "asc" | "desc";
                /**
                 * @description * `held` - Held
                 *     * `expired` - Expired
                 *     * `cancelled` - Canceled
                 *     * `capturing` - Capturing
                 *     * `review` - Review
                 *     * `paid` - Paid
                 *     * `partly_refunded` - Partly Refunded
                 *     * `refunded` - Refunded
                 *     * `refund_due` - Refund Due
                 */
                status?: ("cancelled" | "capturing" | "expired" | "held" | "paid" | "partly_refunded" | "refund_due" | "refunded" | "review")[];
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrderList"];
                };
            };
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            403: components["responses"]["Refusal"];
        };
    };
    orders_create: {
        parameters: {
            query?: never;
            header?: {
                /** @description A random key: repeating the request with it returns the first result instead of doing it again. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PlaceOrderRequest"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Order"];
                };
            };
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            403: components["responses"]["Refusal"];
            409: components["responses"]["Refusal"];
            429: components["responses"]["Refusal"];
            503: components["responses"]["Refusal"];
        };
    };
    orders_retrieve: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                public_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Order"];
                };
            };
            401: components["responses"]["Refusal"];
            403: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
        };
    };
    orders_cancel_create: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                public_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Order"];
                };
            };
            401: components["responses"]["Refusal"];
            403: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
            409: components["responses"]["Refusal"];
        };
    };
    orders_change: {
        parameters: {
            query?: never;
            header?: {
                /** @description A random key: repeating the request with it returns the first result instead of doing it again. */
                "Idempotency-Key"?: string;
            };
            path: {
                public_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeRequestRequest"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangedOrder"];
                };
            };
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            403: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
            409: components["responses"]["Refusal"];
            503: components["responses"]["Refusal"];
        };
    };
    orders_decide_create: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                public_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DecideRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Order"];
                };
            };
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            403: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
            409: components["responses"]["Refusal"];
        };
    };
    orders_deliver_update: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                public_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Order"];
                };
            };
            401: components["responses"]["Refusal"];
            403: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
            409: components["responses"]["Refusal"];
        };
    };
    orders_history: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                public_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HistoryEntry"][];
                };
            };
            401: components["responses"]["Refusal"];
            403: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
        };
    };
    orders_move_create: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                public_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MoveBookingRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Order"];
                };
            };
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            403: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
            409: components["responses"]["Refusal"];
        };
    };
    orders_move_preview_create: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                public_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BookingToMoveRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MovePreview"];
                };
            };
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            403: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
        };
    };
    orders_options: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                public_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrderOptions"];
                };
            };
            401: components["responses"]["Refusal"];
            403: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
        };
    };
    orders_pay_update: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                public_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["PayRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Order"];
                };
            };
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            403: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
            409: components["responses"]["Refusal"];
            503: components["responses"]["Refusal"];
        };
    };
    orders_paypal_create: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                public_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayPalOrder"];
                };
            };
            401: components["responses"]["Refusal"];
            403: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
            409: components["responses"]["Refusal"];
            503: components["responses"]["Refusal"];
        };
    };
    orders_refund_create: {
        parameters: {
            query?: never;
            header?: {
                /** @description A random key: repeating the request with it returns the first result instead of doing it again. */
                "Idempotency-Key"?: string;
            };
            path: {
                public_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RefundOrderRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Order"];
                };
            };
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            403: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
            409: components["responses"]["Refusal"];
        };
    };
    orders_refund_again_create: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                public_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReasonRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Order"];
                };
            };
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            403: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
            409: components["responses"]["Refusal"];
        };
    };
    orders_refund_preview_create: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                public_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RefundSeatsRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefundPreview"];
                };
            };
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            403: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
            409: components["responses"]["Refusal"];
        };
    };
    orders_attention: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AttentionItem"][];
                };
            };
            401: components["responses"]["Refusal"];
            403: components["responses"]["Refusal"];
        };
    };
    orders_export: {
        parameters: {
            query?: {
                sortField?: "_id" | "createdAt" | "orderItems" | "paymentMethod" | "reservations" | "totalPrice" | "user" | "user._id";
                sortOrder?: "asc" | "desc";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            403: components["responses"]["Refusal"];
            429: components["responses"]["Refusal"];
        };
    };
    orders_my_orders_list: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Order"][];
                };
            };
            401: components["responses"]["Refusal"];
            403: components["responses"]["Refusal"];
        };
    };
    orders_next_retrieve: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NextUp"];
                };
            };
            401: components["responses"]["Refusal"];
            403: components["responses"]["Refusal"];
        };
    };
    orders_quote_create: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["QuoteOrderRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Quote"];
                };
            };
            400: components["responses"]["Refusal"];
            409: components["responses"]["Refusal"];
            429: components["responses"]["Refusal"];
        };
    };
    passes_replace_create: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                public_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Pass"][];
                };
            };
            401: components["responses"]["Refusal"];
            403: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
            409: components["responses"]["Refusal"];
        };
    };
    passes_split_create: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                public_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SplitPassRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Pass"][];
                };
            };
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            403: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
            409: components["responses"]["Refusal"];
        };
    };
    payments_alerts_resolve_create: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                alert: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ResolveAlertRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentAlert"];
                };
            };
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            403: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
            409: components["responses"]["Refusal"];
        };
    };
    payments_unmatched_refund_create: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                capture_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReasonRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnmatchedPayment"];
                };
            };
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            403: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
            409: components["responses"]["Refusal"];
        };
    };
    places_list: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlaceList"];
                };
            };
            401: components["responses"]["Refusal"];
            403: components["responses"]["Refusal"];
        };
    };
    places_create: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PlaceFormRequest"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Place"];
                };
            };
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            403: components["responses"]["Refusal"];
        };
    };
    places_retrieve: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                public_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Place"];
                };
            };
            401: components["responses"]["Refusal"];
            403: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
        };
    };
    places_update: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                public_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["PlaceChangesFormRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Place"];
                };
            };
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            403: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
            409: components["responses"]["Refusal"];
        };
    };
    places_destroy: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                public_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No response body */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Refusal"];
            403: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
            409: components["responses"]["Refusal"];
        };
    };
    places_merge_create: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                public_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MergeFormRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Place"];
                };
            };
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            403: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
            409: components["responses"]["Refusal"];
        };
    };
    products_list: {
        parameters: {
            query?: {
                cardSet?: string;
                category?: string;
                eventLocation?: string;
                format?: string;
                /** @description Dates from this day or time on. */
                from?: string;
                keyword?: string;
                /** @description A part of it. */
                name?: string;
                pageNumber?: number;
                /** @description Dollars a seat at most, before sales tax; 0: free ones. */
                priceMax?: number;
                /** @description Upcoming dates with at least so many seats left. */
                seats?: number;
                sortField?: "_id" | "category" | "eventLocation" | "maximumEventCapacity" | "name" | "nextStartTime" | "price" | "startTime" | "title";
                sortOrder?: "asc" | "desc";
                /**
                 * @description For admins; others see published ones only.
                 *
                 *     * `draft` - Draft
                 *     * `published` - Published
                 *     * `archived` - Hidden
                 */
                status?: "archived" | "draft" | "published";
                /** @description Dates until this day or time, that day included. */
                to?: string;
                /** @description dates: one row for each upcoming date. upcoming: one row for each event, with its next dates. */
                view?: "dates" | "events" | "upcoming";
                /**
                 * @description Monday is 0.
                 *
                 *     * `0` - Mon
                 *     * `1` - Tue
                 *     * `2` - Wed
                 *     * `3` - Thu
                 *     * `4` - Fri
                 *     * `5` - Sat
                 *     * `6` - Sun
                 */
                weekday?: "0" | "1" | "2" | "3" | "4" | "5" | "6";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProductListOrDates"];
                };
            };
            400: components["responses"]["Refusal"];
        };
    };
    products_create: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["NewEventRequest"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProductDetail"];
                };
            };
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            403: components["responses"]["Refusal"];
        };
    };
    products_retrieve: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                public_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProductDetail"];
                };
            };
            404: components["responses"]["Refusal"];
        };
    };
    products_update: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                public_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["EventUpdateRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProductDetail"];
                };
            };
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            403: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
            409: components["responses"]["Refusal"];
        };
    };
    products_destroy: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                public_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Message"];
                };
            };
            401: components["responses"]["Refusal"];
            403: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
            409: components["responses"]["Refusal"];
        };
    };
    products_archive_create: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                public_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ArchiveFormRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProductDetail"];
                };
            };
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            403: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
            409: components["responses"]["Refusal"];
        };
    };
    products_asked_date_retrieve: {
        parameters: {
            query?: {
                /** @description As in the link. Without it: the last date. */
                rsvpDate?: string;
            };
            header?: never;
            path: {
                public_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AskedDate"];
                };
            };
            400: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
        };
    };
    products_concerned_retrieve: {
        parameters: {
            query?: {
                /** @description The start of a date. Without it: the whole event. */
                when?: string;
            };
            header?: never;
            path: {
                public_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DateChangePreview"];
                };
            };
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            403: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
            409: components["responses"]["Refusal"];
        };
    };
    products_date_changes_create: {
        parameters: {
            query?: never;
            header?: {
                /** @description A random key: repeating the request with it returns the first result instead of doing it again. */
                "Idempotency-Key"?: string;
            };
            path: {
                public_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DateChangeRequestRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DateChangePreview"];
                };
            };
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DateChangeBegun"];
                };
            };
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            403: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
            409: components["responses"]["Refusal"];
        };
    };
    guests: {
        parameters: {
            query?: {
                /** @description A date's start; without it, the date on now or next. */
                startTime?: string;
            };
            header?: never;
            path: {
                public_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GuestList"];
                };
            };
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            403: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
        };
    };
    guests_export: {
        parameters: {
            query?: {
                /** @description A date's start; without it, the date on now or next. */
                startTime?: string;
            };
            header?: never;
            path: {
                public_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            403: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
            429: components["responses"]["Refusal"];
        };
    };
    products_messages_create: {
        parameters: {
            query?: never;
            header?: {
                /** @description A random key: repeating the request with it returns the first result instead of doing it again. */
                "Idempotency-Key"?: string;
            };
            path: {
                public_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DateMessageFormRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DateMessagePreview"];
                };
            };
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DateMessage"];
                };
            };
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            403: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
            409: components["responses"]["Refusal"];
            429: components["responses"]["Refusal"];
        };
    };
    products_preview_create: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                public_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["EventUpdateRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Preview"];
                };
            };
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            403: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
            409: components["responses"]["Refusal"];
        };
    };
    products_questions_retrieve: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                public_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Questions"];
                };
            };
            401: components["responses"]["Refusal"];
            403: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
        };
    };
    products_questions_update: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                public_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["QuestionsFormRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Questions"];
                };
            };
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            403: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
            409: components["responses"]["Refusal"];
        };
    };
    products_restore_create: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                public_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProductDetail"];
                };
            };
            401: components["responses"]["Refusal"];
            403: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
        };
    };
    products_snooze_create: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                public_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SnoozeFormRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProductDetail"];
                };
            };
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            403: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
            409: components["responses"]["Refusal"];
        };
    };
    products_story_list: {
        parameters: {
            query: {
                /** @description The date's start. */
                when: string;
            };
            header?: never;
            path: {
                public_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Story"][];
                };
            };
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            403: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
        };
    };
    products_unsnooze_create: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                public_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UnsnoozeFormRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProductDetail"];
                };
            };
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            403: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
            409: components["responses"]["Refusal"];
        };
    };
    products_waiting_retrieve: {
        parameters: {
            query: {
                /** @description The date's start. */
                startTime: string;
            };
            header?: never;
            path: {
                public_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WaitingList"];
                };
            };
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            403: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
        };
    };
    products_all_list: {
        parameters: {
            query?: {
                /** @description true: also upcoming dates that are canceled. */
                canceled?: boolean;
                /** @description Dates that start before this time, or until this day. */
                end?: string;
                limit?: number;
                /** @description A day or time; without it, the first of this month. */
                start?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProductDate"][];
                };
            };
            400: components["responses"]["Refusal"];
        };
    };
    products_import_create: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ImportEventsRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Import"];
                };
            };
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            403: components["responses"]["Refusal"];
            409: components["responses"]["Refusal"];
        };
    };
    products_next_dates_list: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NextDate"][];
                };
            };
            401: components["responses"]["Refusal"];
            403: components["responses"]["Refusal"];
        };
    };
    questions_answer_create: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                public_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AnswerFormRequest"];
            };
        };
        responses: {
            /** @description No response body */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
            429: components["responses"]["Refusal"];
        };
    };
    questions_mine_create: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AskedCodesRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AskedTickets"];
                };
            };
            400: components["responses"]["Refusal"];
        };
    };
    recaps_retrieve: {
        parameters: {
            query: {
                product: string;
                startTime: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Recap"];
                };
            };
            400: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
        };
    };
    recaps_draft_retrieve: {
        parameters: {
            query: {
                bookingDate: string;
                product: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecapDraft"];
                };
            };
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            403: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
        };
    };
    recaps_draft_update: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RecapDraftFormRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecapDraft"];
                };
            };
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            403: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
            409: components["responses"]["Refusal"];
        };
    };
    recaps_drafts_retrieve: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecapDraftList"];
                };
            };
            401: components["responses"]["Refusal"];
            403: components["responses"]["Refusal"];
        };
    };
    seats_retrieve: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Seat"];
                };
            };
            404: components["responses"]["Refusal"];
            429: components["responses"]["Refusal"];
        };
    };
    seats_create: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                token: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ClaimSeatRequest"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Ticket"];
                };
            };
            400: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
            409: components["responses"]["Refusal"];
            429: components["responses"]["Refusal"];
        };
    };
    seats_give_back_create: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Message"];
                };
            };
            404: components["responses"]["Refusal"];
            409: components["responses"]["Refusal"];
            429: components["responses"]["Refusal"];
        };
    };
    tables_of_event: {
        parameters: {
            query: {
                product: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TournamentList"];
                };
            };
            400: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
        };
    };
    tables_create: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewTournamentRequest"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Tournament"];
                };
            };
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            403: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
            409: components["responses"]["Refusal"];
        };
    };
    tables_retrieve: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of an earlier response. */
                "If-None-Match"?: string;
            };
            path: {
                public_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Tournament"];
                };
            };
            /** @description No response body */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            404: components["responses"]["Refusal"];
        };
    };
    tables_update: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                public_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["HideTournamentRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HideTournament"];
                };
            };
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            403: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
        };
    };
    tables_entries_create: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                public_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FactsRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FactsAnswer"];
                };
            };
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            403: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
            409: components["responses"]["Refusal"];
            413: components["responses"]["Refusal"];
        };
    };
    tables_lease_create: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                public_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LeaseFormRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Lease"];
                };
            };
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            403: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
        };
    };
    tables_players_retrieve: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                public_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlayerTicketList"];
                };
            };
            401: components["responses"]["Refusal"];
            403: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
        };
    };
    tables_reports_create: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                public_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReportFormRequest"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Table"];
                };
            };
            400: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
            409: components["responses"]["Refusal"];
            429: components["responses"]["Refusal"];
        };
    };
    tables_settings_update: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                public_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["TournamentSettingsFormRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Tournament"];
                };
            };
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            403: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
            409: components["responses"]["Refusal"];
        };
    };
    tables_mine_create: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TicketCodesRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TicketSeatsList"];
                };
            };
            400: components["responses"]["Refusal"];
        };
    };
    upload_create: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["UploadRequest"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Uploaded"];
                };
            };
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            403: components["responses"]["Refusal"];
            413: components["responses"]["Refusal"];
            415: components["responses"]["Refusal"];
        };
    };
    users_list: {
        parameters: {
            query?: {
                /** @description Parts of a name or an email address, or the beginning of an id. */
                keyword?: string;
                /** @description From 1; past the end is the last page. */
                pageNumber?: number;
                sortField?: "_id" | "email" | "firstName" | "isAdmin" | "lastName";
                sortOrder?: "asc" | "desc";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserList"];
                };
            };
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            403: components["responses"]["Refusal"];
        };
    };
    users_create: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RegisterRequest"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserInfo"];
                };
            };
            400: components["responses"]["Refusal"];
            409: components["responses"]["Refusal"];
            429: components["responses"]["Refusal"];
            503: components["responses"]["Refusal"];
        };
    };
    users_retrieve: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                public_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
            401: components["responses"]["Refusal"];
            403: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
        };
    };
    users_update: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                public_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["EditUserRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            403: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
            409: components["responses"]["Refusal"];
            429: components["responses"]["Refusal"];
        };
    };
    users_destroy: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                public_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Message"];
                };
            };
            401: components["responses"]["Refusal"];
            403: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
            409: components["responses"]["Refusal"];
        };
    };
    users_data: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                public_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: unknown;
                    };
                };
            };
            401: components["responses"]["Refusal"];
            403: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
            429: components["responses"]["Refusal"];
        };
    };
    users_second_factor_remove: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                public_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Message"];
                };
            };
            401: components["responses"]["Refusal"];
            403: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
            409: components["responses"]["Refusal"];
        };
    };
    users_auth_create: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SignInRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserInfo"];
                };
            };
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            403: components["responses"]["Refusal"];
            429: components["responses"]["Refusal"];
            503: components["responses"]["Refusal"];
        };
    };
    users_auth_code_create: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AskForCodeRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Message"];
                };
            };
            400: components["responses"]["Refusal"];
            429: components["responses"]["Refusal"];
            503: components["responses"]["Refusal"];
        };
    };
    users_auth_code_check_create: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CheckCodeRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserInfo"];
                };
            };
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            403: components["responses"]["Refusal"];
            429: components["responses"]["Refusal"];
            503: components["responses"]["Refusal"];
        };
    };
    users_change_password_update: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangePasswordRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Message"];
                };
            };
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            429: components["responses"]["Refusal"];
            503: components["responses"]["Refusal"];
        };
    };
    users_forgot_password_create: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ForgotPasswordRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Message"];
                };
            };
            400: components["responses"]["Refusal"];
            429: components["responses"]["Refusal"];
        };
    };
    users_logout_create: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Message"];
                };
            };
        };
    };
    users_logout_everywhere_create: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Message"];
                };
            };
            401: components["responses"]["Refusal"];
        };
    };
    users_profile_retrieve: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserInfo"];
                };
            };
            401: components["responses"]["Refusal"];
        };
    };
    users_profile_update: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ProfileRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserInfo"];
                };
            };
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            403: components["responses"]["Refusal"];
            409: components["responses"]["Refusal"];
            429: components["responses"]["Refusal"];
        };
    };
    users_profile_destroy: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Message"];
                };
            };
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            403: components["responses"]["Refusal"];
            409: components["responses"]["Refusal"];
            429: components["responses"]["Refusal"];
        };
    };
    users_profile_data: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: unknown;
                    };
                };
            };
            401: components["responses"]["Refusal"];
            403: components["responses"]["Refusal"];
            429: components["responses"]["Refusal"];
        };
    };
    users_profile_membership_retrieve: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OwnMembership"];
                };
            };
            401: components["responses"]["Refusal"];
            403: components["responses"]["Refusal"];
        };
    };
    users_profile_membership_create: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MembershipNumberRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OwnMembership"];
                };
            };
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            403: components["responses"]["Refusal"];
            409: components["responses"]["Refusal"];
            429: components["responses"]["Refusal"];
        };
    };
    users_reset_password_update: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ResetPasswordRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasswordReset"];
                };
            };
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            403: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
            409: components["responses"]["Refusal"];
        };
    };
    users_second_factor_retrieve: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SecondFactor"];
                };
            };
            401: components["responses"]["Refusal"];
            403: components["responses"]["Refusal"];
        };
    };
    users_second_factor_update: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CodeRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecoveryCodes"];
                };
            };
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            403: components["responses"]["Refusal"];
            409: components["responses"]["Refusal"];
            429: components["responses"]["Refusal"];
            503: components["responses"]["Refusal"];
        };
    };
    users_second_factor_create: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ProofRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Setup"];
                };
            };
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            403: components["responses"]["Refusal"];
            409: components["responses"]["Refusal"];
            429: components["responses"]["Refusal"];
            503: components["responses"]["Refusal"];
        };
    };
    users_second_factor_destroy: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Message"];
                };
            };
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            403: components["responses"]["Refusal"];
            409: components["responses"]["Refusal"];
            429: components["responses"]["Refusal"];
            503: components["responses"]["Refusal"];
        };
    };
    users_second_factor_recovery_codes_create: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BothFactorsRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecoveryCodes"];
                };
            };
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            403: components["responses"]["Refusal"];
            409: components["responses"]["Refusal"];
            429: components["responses"]["Refusal"];
            503: components["responses"]["Refusal"];
        };
    };
    users_sessions_list: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"][];
                };
            };
            401: components["responses"]["Refusal"];
            403: components["responses"]["Refusal"];
        };
    };
    users_sessions_destroy: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Message"];
                };
            };
            401: components["responses"]["Refusal"];
            403: components["responses"]["Refusal"];
        };
    };
    users_sessions_end: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                public_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Message"];
                };
            };
            401: components["responses"]["Refusal"];
            403: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
        };
    };
    users_set_password_create: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SetPasswordRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Message"];
                };
            };
            400: components["responses"]["Refusal"];
            503: components["responses"]["Refusal"];
        };
    };
    vouchers_list: {
        parameters: {
            query?: {
                /** @description Part of a discount code, in any case. */
                keyword?: string;
                /** @description From 1; past the end is the last page. */
                pageNumber?: number;
                sortField?: "code" | "createdAt";
                sortOrder?: "asc" | "desc";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VoucherList"];
                };
            };
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            403: components["responses"]["Refusal"];
        };
    };
    vouchers_create: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewVoucherRequest"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedVouchers"];
                };
            };
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            403: components["responses"]["Refusal"];
            409: components["responses"]["Refusal"];
        };
    };
    vouchers_update: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                public_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["VoucherChangesRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Voucher"];
                };
            };
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            403: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
            409: components["responses"]["Refusal"];
        };
    };
    waiting_list: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WaitingEntry"][];
                };
            };
            401: components["responses"]["Refusal"];
            403: components["responses"]["Refusal"];
        };
    };
    waiting_create: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["JoinRequest"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WaitingEntry"];
                };
            };
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            403: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
            409: components["responses"]["Refusal"];
        };
    };
    waiting_destroy: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                public_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WaitingEntry"];
                };
            };
            400: components["responses"]["Refusal"];
            401: components["responses"]["Refusal"];
            403: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
        };
    };
    waiting_leave_create: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LeaveByLinkRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WaitingEntry"];
                };
            };
            400: components["responses"]["Refusal"];
            404: components["responses"]["Refusal"];
            429: components["responses"]["Refusal"];
        };
    };
}
