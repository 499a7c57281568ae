import { historyQuery } from "~/api/queries/staffOrders"
import type { Order } from "~/api/types"

/** The history is fetched again when the state of the order changes. */
export const orderHistoryQuery = (order: Order) => historyQuery(order._id, stateOf(order))

const stateOf = ({ status, refunds, deliveredAt }: Order) =>
  [status, deliveredAt, ...refunds.map((refund) => refund.status)].join()
