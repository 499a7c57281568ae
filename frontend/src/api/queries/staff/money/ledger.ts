/** Staff's requests to keep the ledger and to close its months ("2026-11"). */
import { mutationOptions, queryOptions } from "@tanstack/react-query"
import type { EntryForm, LedgerLine, LedgerMonth, Settlement } from "~/api/types"
import { request } from "~/api/client"

const at = (month: string, action: string) => `/api/ledger/${month}/${action}`

/** The month's movements at PayPal beside the shop's. Never from the cache. */
export const settlementQuery = (month: string) =>
  queryOptions({
    queryKey: ["Ledger", month, "settlement"],
    queryFn: ({ signal }) => request<Settlement>("GET", at(month, "settlement"), undefined, { signal }),
    staleTime: 0,
    gcTime: 0,
    // The parts of the page appear after it has loaded. They must not ask PayPal again.
    refetchOnMount: false,
    retryOnMount: false,
    meta: { quiet: true }, // the page shows the reason
  })

export const addEntryMutation = mutationOptions({
  mutationFn: ({ month, entry }: { month: string; entry: EntryForm }) =>
    request<LedgerLine>("POST", at(month, "entries"), entry),
  meta: { invalidates: ["Ledger"], quiet: true },
})

/** `entry`: the ID of the line that the movement belongs to. */
export const explainMutation = mutationOptions({
  mutationFn: ({ month, paypalId, ...sent }: { month: string; paypalId: string; text: string; entry?: string }) =>
    request<unknown>("POST", at(month, `settlement/${encodeURIComponent(paypalId)}/explain`), sent),
  meta: { invalidates: ["Ledger"], quiet: true },
})

/** `digest`: of the settlement that staff saw. */
export const closeMonthMutation = mutationOptions({
  mutationFn: ({ month, digest }: { month: string; digest: string }) =>
    request<LedgerMonth>("POST", at(month, "close"), { digest }),
  meta: { invalidates: ["Ledger"], quiet: true },
})

/** The URL of the journal for QuickBooks or GnuCash. */
export const journalFile = (month: string) => at(month, "journal.csv")
