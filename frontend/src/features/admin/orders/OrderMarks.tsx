import type { Order } from "~/api/types"
import { isFree, statusLabels } from "./statusText"
import { Badge } from "~/ui/feedback/Badge"

/** The status, and whether it is a test, free or delivered. */
export function OrderMarks({ order }: { order: Order }) {
  const { label, look } = statusLabels[order.status]
  return (
    <span className="flex flex-wrap gap-1">
      <Badge look={look}>{label}</Badge>
      {order.isTest && <Badge look="info">Test order</Badge>}
      {isFree(order) && <Badge>Free</Badge>}
      {order.deliveredAt && <Badge>Delivered</Badge>}
    </span>
  )
}
