import type { Order } from "~/api/types"
import { paths } from "~/paths"
import { shop } from "~/state/shop"

/** On paper alone: whose ticket this is, and where it is found again. */
export function PrintHead({ order }: { order: Order }) {
  return (
    <div className="hidden print:mb-2 print:block">
      <p className="text-lg font-bold">{shop().name}</p>
      <p>Order {order._id}</p>
      <p>{window.location.origin + paths.order(order._id)}</p>
    </div>
  )
}
