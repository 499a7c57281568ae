/** Staff's requests to keep the ledger and to close its months ("2026-11"), and about goals, codes and figures. */
import { keepPreviousData, mutationOptions, queryOptions } from "@tanstack/react-query"
import { queryString, request } from "~/common/api/client"
import { sendOnce } from "~/common/api/idempotencyKey"
import type {
  EntryForm,
  FiguresSummary,
  Goal,
  GoalForm,
  LedgerLine,
  LedgerMonth,
  Settlement,
  Voucher,
  VoucherForm,
  VoucherList,
} from "~/common/api/types"

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
    sendOnce(`${month} ${JSON.stringify(entry)}`, (key) =>
      request<LedgerLine>("POST", at(month, "entries"), entry, { headers: { "Idempotency-Key": key } }),
    ),
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

// --- Goals -----------------------------------------------------------------------------------------------------------

export const goalsQuery = () =>
  queryOptions({
    queryKey: ["Goal", "all"],
    queryFn: ({ signal }) => request<{ goals: Goal[] }>("GET", "/api/giving/goals", undefined, { signal }),
  })

/** Creates a goal, or changes the one with this ID. */
export const saveGoalMutation = mutationOptions({
  mutationFn: ({ id, ...goal }: GoalForm & { id: string | null }) =>
    id === null
      ? request<Goal>("POST", "/api/giving/goals", goal)
      : request<Goal>("PUT", `/api/giving/goals/${encodeURIComponent(id)}`, goal),
  meta: { invalidates: ["Goal"], quiet: true },
})

export const deleteGoalMutation = mutationOptions({
  mutationFn: (id: string) => request<undefined>("DELETE", `/api/giving/goals/${encodeURIComponent(id)}`),
  meta: { invalidates: ["Goal"], quiet: true },
})

// --- Codes -----------------------------------------------------------------------------------------------------------

interface ListParams {
  pageNumber?: number
  sortField?: string
  sortOrder?: "asc" | "desc"
  keyword?: string
}

export const vouchersQuery = (params: ListParams) =>
  queryOptions({
    queryKey: ["Voucher", params],
    queryFn: ({ signal }) =>
      request<VoucherList>("GET", `/api/vouchers${queryString({ ...params })}`, undefined, { signal }),
    placeholderData: keepPreviousData,
  })

/** Creates one voucher, or with `count` that many with different codes. */
export const createVouchersMutation = mutationOptions({
  mutationFn: async ({ count, code, ...voucher }: VoucherForm & { count: number }) => {
    if (count === 1) return [await request<Voucher>("POST", "/api/vouchers", { ...voucher, code })]
    return (await request<{ vouchers: Voucher[] }>("POST", "/api/vouchers", { ...voucher, count })).vouchers
  },
  meta: { invalidates: ["Voucher"], quiet: true },
})

export const updateVoucherMutation = mutationOptions({
  mutationFn: ({ id, ...voucher }: VoucherForm & { id: string }) =>
    request<Voucher>("PUT", `/api/vouchers/${encodeURIComponent(id)}`, voucher),
  meta: { invalidates: ["Voucher", "Quote"], quiet: true },
})

// --- Figures ---------------------------------------------------------------------------------------------------------

/** A season, by its goal's ID, or the twelve months that end with a month ("2026-11"). Neither: with the current one. */
export interface FiguresRange {
  season?: string
  month?: string
}

export const figuresQuery = (range: FiguresRange) =>
  queryOptions({
    queryKey: ["Figures", range],
    queryFn: ({ signal }) =>
      request<FiguresSummary>("GET", `/api/figures${queryString({ ...range })}`, undefined, { signal }),
    meta: { counted: true },
  })

/** The URL of the spreadsheet. */
export const figuresExport = (range: FiguresRange) => `/api/figures/export${queryString({ ...range })}`
