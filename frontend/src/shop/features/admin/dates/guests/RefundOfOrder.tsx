import { useQuery } from "@tanstack/react-query"
import { orderQuery } from "~/shop/queries/orders"
import type { GuestList } from "~/common/api/types"
import { Refunding } from "~/shop/features/admin/orders/order/Refunding"
import { sameInstant } from "~/common/lib/time/dates"
import { Loaded, Skeleton } from "~/common/ui/feedback/States"

interface RefundOfOrderProps {
  order: string
  list: GuestList
  onClose: () => void
}

/** The form that refunds what an order has on this date. */
export default function RefundOfOrder({ order, list, onClose }: RefundOfOrderProps) {
  const query = useQuery(orderQuery(order))
  return (
    <Loaded query={query} what="the order" loading={<Skeleton className="h-72 rounded-md" />}>
      {(found) => (
        <Refunding
          order={found}
          about={({ product, date }) => product === list.product && sameInstant(date, list.startTime)}
          onClose={onClose}
        />
      )}
    </Loaded>
  )
}
