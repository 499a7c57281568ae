import type { OrdersAsked } from "~/api/queries/staffOrders"
import type { OrderStatus } from "~/api/types"
import { listAsked, type ListState } from "~/features/admin/table/listState"
import { statusWords } from "~/features/admin/orders/statusText"

const names = ["keyword", "status", "product", "from", "to"] as const

const everyStatus = Object.keys(statusWords) as OrderStatus[]
/** Nobody has to look at an order that was given up before any money moved. */
const ABANDONED: readonly OrderStatus[] = ["held", "expired", "cancelled"]
const usualStatuses = everyStatus.filter((status) => !ABANDONED.includes(status))

const EVERY_ORDER = "all"

export const statusOptions = [
  { value: EVERY_ORDER, label: "Every order" },
  ...everyStatus.map((value) => ({ value, label: statusWords[value].word })),
]

export const cleared: Record<(typeof names)[number], string> = {
  keyword: "",
  status: "",
  product: "",
  from: "",
  to: "",
}

export const isNarrowed = (state: ListState) => names.some((name) => state.filter(name) !== "")

/** Without what is searched for, which stands in its own field. */
export const countChosen = (state: ListState) =>
  names.filter((name) => name !== "keyword" && state.filter(name) !== "").length

const ONE_DAY = /^\d{4}-\d{2}-\d{2}$/

/** What the address asks for. What is no status or no day is passed over, as the server would refuse it. */
export function ordersAsked(state: ListState): OrdersAsked {
  const day = (name: "from" | "to") => (ONE_DAY.test(state.filter(name)) ? { [name]: state.filter(name) } : {})
  const text = (name: "keyword" | "product") => (state.filter(name) ? { [name]: state.filter(name) } : {})
  return {
    // "createdAt", newest first, is the server's own order.
    ...listAsked(state),
    ...text("keyword"),
    ...text("product"),
    ...day("from"),
    ...day("to"),
    ...statusAsked(state.filter("status")),
  }
}

function statusAsked(chosen: string): Pick<OrdersAsked, "status"> {
  if (chosen === EVERY_ORDER) return {}
  const one = everyStatus.find((status) => status === chosen)
  return { status: one ? [one] : usualStatuses }
}
