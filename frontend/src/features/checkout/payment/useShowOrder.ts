import { useQueryClient } from "@tanstack/react-query"
import { useNavigate } from "react-router-dom"
import { orderQuery } from "~/api/queries/orders/one"
import type { Order } from "~/api/types"
import { paths } from "~/paths"
import { BEING_CONFIRMED, successText, removeOrderFromCart, type OrderPageState } from "~/state/checkout"
import { notify } from "~/ui/overlays/notify"
import { isPayable } from "./placing"

/** Opens the order page with a toast: a success if it is paid, or else that the payment is being confirmed. */
export function useShowOrder(): (order: Order) => Promise<void> {
  const navigate = useNavigate()
  const client = useQueryClient()
  return async (order) => {
    const { queryKey } = orderQuery(order._id)
    await client.cancelQueries({ queryKey }) // its answer would be from before the payment
    client.setQueryData(queryKey, order)
    const unclear = isPayable(order) || ["capturing", "review"].includes(order.status)
    if (["capturing", "review", "paid"].includes(order.status)) removeOrderFromCart(order)
    const state: OrderPageState = { placed: true, confirming: unclear }
    await navigate(paths.order(order._id), { replace: true, state })
    if (unclear) notify.info(BEING_CONFIRMED)
    if (order.status === "paid") notify.success(successText(order))
  }
}
