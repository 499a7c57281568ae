import { historyQuery } from "~/api/queries/staff/orders"
import type { Order } from "~/api/types"

/** The query key contains the state of the order, so that the history is refetched when it changes. */
export const orderHistoryQuery = (order: Order) => historyQuery(order._id, stateOf(order))

const stateOf = ({ status, refunds, changes = [], deliveredAt }: Order) =>
  [status, deliveredAt, changes.length, ...refunds.map((refund) => refund.status)].join()
