import type { Order } from "~/api/types"
import { paths } from "~/paths"
import { ticketHolder } from "./lines"
import { shop } from "~/state/shop"

/** The head of the printed page: the order's number, name, address and URL. */
export function PrintHead({ order }: { order: Order }) {
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
