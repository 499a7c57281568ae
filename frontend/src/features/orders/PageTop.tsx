import { useEffect, useRef } from "react"
import type { Order } from "~/api/types"
import { paths } from "~/paths"
import { ticketLines } from "~/shared/orders/orderDates"
import { TableOfTonight } from "~/shared/tables/TableOfTonight"
import { removeStoredOrderFromCart, successText } from "~/state/checkout"
import { useUser } from "~/state/session"
import { shop } from "~/state/shop"
import { notify } from "~/ui/overlays/notify"
import { isValid, ticketHolder, validPasses } from "./lines"

/** What stands above the tickets: on paper whose order it is; on the evening, where its buyer plays. */
export function PageTop({ order }: { order: Order }) {
  const isOwn = useUser()?._id === order.user
  useLatePayment(order)
  return (
    <>
      <div className="hidden print:mb-2 print:block">
        <PrintHead order={order} />
      </div>
      <div className="mb-6 grid gap-3 empty:hidden">
        {isOwn &&
          ticketLines(order)
            .filter((line) => isValid(order, line))
            .map((line) => (
              <TableOfTonight
                key={line.booking._id}
                startTime={line.booking.bookingDate}
                endTime={line.booking.endTime}
                codes={validPasses(line).map(({ code }) => code)}
              />
            ))}
      </div>
    </>
  )
}

/** The head of the printed page: the order's number, name, address and URL. */
function PrintHead({ order }: { order: Order }) {
  const { address, addressSecondary, city, state, postalCode, country } = order.shippingAddress
  const place = [address, addressSecondary, city, [state, postalCode].filter(Boolean).join(" "), country].filter(
    Boolean,
  )
  return (
    <>
      <p className="text-lg font-bold">{shop().name}</p>
      <p>Order {order.number}</p>
      <p>{[ticketHolder(order), ...place].join(", ")}</p>
      <p>{window.location.origin + paths.order(order._id)}</p>
    </>
  )
}

/** Empties the cart and shows a toast when the result of a payment arrives on this page instead of at checkout. */
function useLatePayment(order: Order): void {
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
}
