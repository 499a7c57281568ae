import type { OrderListParams } from "~/shop/queries/staff/orders"
import type { OrderStatus } from "~/common/api/types"
import { listParams, type ListState } from "~/shop/features/admin/table/listState"
import { statusLabels } from "~/shop/features/admin/orders/OrderMarks"

const everyStatus = Object.keys(statusLabels) as OrderStatus[]
/** Orders that were abandoned before payment. The list leaves them out by default. */
const ABANDONED: readonly OrderStatus[] = ["held", "expired", "cancelled"]
const defaultStatuses = everyStatus.filter((status) => !ABANDONED.includes(status))

const EVERY_ORDER = "all"

export const statusOptions = [
  { value: EVERY_ORDER, label: "All orders" },
  ...everyStatus.map((value) => ({ value, label: statusLabels[value].label })),
]

/** Among the events, for orders with a gift. */
export const GIFTS = "gifts"

const ISO_DAY = /^\d{4}-\d{2}-\d{2}$/

/** The filters in the URL, without values that the server would refuse. */
export function orderListParams(state: ListState): OrderListParams {
  const product = state.filter("product")
  const day = (name: "from" | "to") => (ISO_DAY.test(state.filter(name)) ? { [name]: state.filter(name) } : {})
  return {
    ...listParams(state),
    ...(product === GIFTS ? { gift: true } : product && { product }),
    ...day("from"),
    ...day("to"),
    ...statusParam(state.filter("status")),
  }
}

function statusParam(chosen: string): Pick<OrderListParams, "status"> {
  if (chosen === EVERY_ORDER) return {}
  const one = everyStatus.find((status) => status === chosen)
  return { status: one ? [one] : defaultStatuses }
}
