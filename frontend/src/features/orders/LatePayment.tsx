import { useEffect, useRef } from "react"
import type { Order } from "~/api/types"
import { removeStoredOrderFromCart, successText } from "~/state/checkout"
import { notify } from "~/ui/overlays/notify"

/** Empties the cart and shows a toast when the result of a payment arrives on this page instead of at checkout. */
export function LatePayment({ order }: { order: Order }) {
  const waited = useRef(false)
  useEffect(() => {
    if (!["capturing", "review", "paid"].includes(order.status)) return
    if (removeStoredOrderFromCart(order)) waited.current = true
    if (order.status !== "paid") waited.current = true
    else if (waited.current) {
      waited.current = false
      notify.success(successText(order))
    }
  }, [order])
  return null
}
