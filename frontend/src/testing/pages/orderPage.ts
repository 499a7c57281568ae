import type { Order, UserInfo } from "~/common/api/types"
import { paths } from "~/shop/paths"
import { answer, renderAt } from "~/testing/browser"
import { aUserInfo } from "~/testing/factories"

/** Opens the page of an order. */
export function openOrder<T extends Order>(
  order: T,
  { as = aUserInfo(), query = "" }: { as?: UserInfo; query?: string } = {},
) {
  answer(`/api/orders/${order._id}`, { ...order })
  return { order, ...renderAt(paths.order(order._id) + query, { as }) }
}
