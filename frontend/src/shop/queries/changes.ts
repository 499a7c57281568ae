/** What buyers do with seats of a paid order: return them, or move them to another date. */
import { requestOnce } from "~/common/api/idempotencyKey"
import { get, send } from "~/common/api/requests"
import { SEATS_AND_ORDERS } from "~/shop/queries/orders"
import type { OrderOptions, ChangeRequest, ChangedOrder } from "~/common/api/types"

const at = (orderId: string, action: string) => `/api/orders/${encodeURIComponent(orderId)}/${action}`

/** Never from the cache: amounts and seats may have changed since. */
export const changeOptionsQuery = (orderId: string) =>
  get<OrderOptions>(["Order", orderId, "options"], at(orderId, "options"), {
    staleTime: 0,
    gcTime: 0,
    meta: { loud: true },
  })

export const changeOrderMutation = send(
  ({ orderId, change }: { orderId: string; change: ChangeRequest }) =>
    requestOnce<ChangedOrder>("POST", at(orderId, "changes"), change),
  SEATS_AND_ORDERS,
)
