import type { Order } from "~/api/types"
import { isFree, statusWords } from "./statusText"
import { Badge } from "~/ui/feedback/Badge"

/** The status, and whether it is a test, free or delivered. */
export function OrderMarks({ order }: { order: Order }) {
  const { word, look } = statusWords[order.status]
  return (
    <span className="flex flex-wrap gap-1">
      <Badge look={look}>{word}</Badge>
      {order.isTest && <Badge look="info">Test order</Badge>}
      {isFree(order) && <Badge>Free</Badge>}
      {order.deliveredAt && <Badge>Delivered</Badge>}
    </span>
  )
}
