import { useQuery } from "@tanstack/react-query"
import { refundPreviewQuery } from "~/api/queries/staff/orders"
import type { Order } from "~/api/types"
import { isFree } from "~/features/admin/orders/statusText"
import { formatSum } from "~/lib/money"
import { Loaded, Skeleton } from "~/ui/feedback/States"
import { LazyDialog } from "~/ui/overlays/lazyDialog"
import { RefundForm } from "./RefundForm"

interface RefundDialogProps {
  order: Order
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Refunds single seats, an amount, or the full remaining amount. The server says what each of them is. */
export function RefundDialog({ order, open, onOpenChange }: RefundDialogProps) {
  return (
    <LazyDialog open={open} onOpenChange={onOpenChange} title="Refund this order">
      <WhatIsLeft order={order} onClose={() => onOpenChange(false)} />
    </LazyDialog>
  )
}

function WhatIsLeft({ order, onClose }: { order: Order; onClose: () => void }) {
  const query = useQuery(refundPreviewQuery(order._id, null))
  const noMoney = order.isTest || isFree(order)
  return (
    <Loaded query={query} what="what can be refunded" loading={<Skeleton className="h-72 rounded-md" />}>
      {(everything) => (
        <>
          <p className="mb-4">
            {noMoney
              ? "No payment was taken for this order, so there is nothing to refund. The seats go back on sale."
              : `${formatSum({ ...everything, amount: everything.left })} can still be refunded.`}
          </p>
          <RefundForm order={order} noMoney={noMoney} everything={everything} onClose={onClose} />
        </>
      )}
    </Loaded>
  )
}
