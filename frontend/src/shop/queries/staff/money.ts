/** Staff's requests to keep the ledger and to close its months ("2026-11"), and about goals, codes and figures. */
import { requestOnce } from "~/common/api/idempotencyKey"
import { get, loud, paged, send } from "~/common/api/requests"
import { queryString, request } from "~/common/api/client"
import type { Changes, Seen } from "~/common/lib/changes"
import type {
  EntryForm,
  FiguresSummary,
  Goal,
  GoalForm,
  ListedGoal,
  LedgerLine,
  LedgerMonth,
  LedgerYear,
  ListParams,
  Settlement,
  Voucher,
  VoucherChanges,
  VoucherList,
} from "~/common/api/types"

const at = (month: string, action: string) => `/api/ledger/${month}/${action}`

/** The month's movements at PayPal beside the shop's. Never from the cache. */
export const settlementQuery = (month: string) =>
  get<Settlement>(["Ledger", month, "settlement"], at(month, "settlement"), {
    staleTime: 0,
    gcTime: 0,
    // The parts of the page appear after it has loaded. They must not ask PayPal again.
    refetchOnMount: false,
    retryOnMount: false,
  })

export const addEntryMutation = send(
  ({ month, entry }: { month: string; entry: EntryForm }) =>
    requestOnce<LedgerLine>("POST", at(month, "entries"), entry),
  ["Ledger"],
)

/** `entry`: the ID of the line that the movement belongs to. */
export const explainMutation = send(
  ({ month, paypalId, ...sent }: Changes<{ text: string; entry: string }> & { month: string; paypalId: string }) =>
    request<unknown>("POST", at(month, `settlement/${encodeURIComponent(paypalId)}/explain`), sent),
  ["Ledger"],
)

/** `digest`: of the settlement that staff saw. */
export const closeMonthMutation = send(
  ({ month, digest }: { month: string; digest: string }) =>
    request<LedgerMonth>("POST", at(month, "close"), { digest }),
  ["Ledger"],
)

/** The URL of the journal for QuickBooks or GnuCash. */
export const journalFile = (month: string) => at(month, "journal.csv")

/** A year ("2026") for the accountant. */
export const yearQuery = (year: string) =>
  get<LedgerYear>(["Ledger", "year", year], `/api/ledger/years/${encodeURIComponent(year)}`, loud)

export const yearFile = (year: number) => `/api/ledger/years/${year}.csv`

// --- Goals -----------------------------------------------------------------------------------------------------------

export const goalsQuery = () => get<{ goals: ListedGoal[] }>(["Goal", "all"], "/api/giving/goals", loud)

export const createGoalMutation = send((goal: GoalForm) => request<Goal>("POST", "/api/giving/goals", goal), ["Goal"])

export const changeGoalMutation = send(
  ({ id, ...goal }: Changes<GoalForm> & { id: string }) =>
    request<Goal>("PUT", `/api/giving/goals/${encodeURIComponent(id)}`, goal),
  ["Goal"],
)

export const deleteGoalMutation = send(
  ({ id, ...seen }: { id: string } & Seen) =>
    request<undefined>("DELETE", `/api/giving/goals/${encodeURIComponent(id)}`, seen),
  ["Goal"],
)

// --- Codes -----------------------------------------------------------------------------------------------------------

export const vouchersQuery = (params: ListParams) =>
  get<VoucherList>(["Voucher", params], `/api/vouchers${queryString({ ...params })}`, paged)

/** Creates one voucher, or with `count` that many with different codes. */
export const createVouchersMutation = send(
  async ({ count, code, ...voucher }: VoucherChanges & { count: number }) => {
    if (count === 1) return [await request<Voucher>("POST", "/api/vouchers", { ...voucher, code })]
    return (await request<{ vouchers: Voucher[] }>("POST", "/api/vouchers", { ...voucher, count })).vouchers
  },
  ["Voucher"],
)

export const updateVoucherMutation = send(
  ({ id, ...voucher }: Changes<VoucherChanges> & { id: string }) =>
    request<Voucher>("PUT", `/api/vouchers/${encodeURIComponent(id)}`, voucher),
  ["Voucher", "Quote"],
)

// --- Figures ---------------------------------------------------------------------------------------------------------

/** A season, by its goal's ID, or the twelve months that end with a month ("2026-11"). Neither: with the current one. */
export interface FiguresRange {
  season?: string
  month?: string
}

export const figuresQuery = (range: FiguresRange) =>
  get<FiguresSummary>(["Figures", range], `/api/figures${queryString({ ...range })}`, {
    meta: { loud: true, counted: true },
  })

/** The URL of the spreadsheet. */
export const figuresExport = (range: FiguresRange) => `/api/figures/export${queryString({ ...range })}`
