import { useMutation } from "@tanstack/react-query"
import { CalendarClock, PackageCheck, Undo2 } from "lucide-react"
import { useState } from "react"
import { deliverOrderMutation } from "~/api/queries/staff/orders"
import type { Order } from "~/api/types"
import CancelOrder from "~/shared/orders/CancelOrder"
import { listSoldBookings } from "./bookings"
import { MoveDialog } from "./MoveDialog"
import { RefundDialog } from "./RefundDialog"
import { useUser } from "~/state/session"
import { Button } from "~/ui/layout/Button"
import { notify } from "~/ui/overlays/notify"

/** The actions that staff have in the order's current state. */
export function OrderTools({ order }: { order: Order }) {
  const isOwn = useUser()?._id === order.user
  const isPaid = order.status === "paid" || order.status === "partly_refunded"
  if (isPaid)
    return (
      <div className="flex flex-wrap gap-3 [&>*]:grow sm:[&>*]:grow-0">
        <Refund order={order} />
        <Move order={order} />
        {!order.deliveredAt && order.orderItems.length > 0 && <MarkDelivered order={order} />}
      </div>
    )
  // For their own orders, the buyer's part of the page already has this button.
  return order.status === "held" && !isOwn ? (
    <div>
      <CancelOrder order={order} />
    </div>
  ) : null
}

function Refund({ order }: { order: Order }) {
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button look="secondary" onClick={() => setAsking(true)}>
        <Undo2 aria-hidden size={18} />
        Refund…
      </Button>
      <RefundDialog order={order} open={asking} onOpenChange={setAsking} />
    </>
  )
}

function Move({ order }: { order: Order }) {
  const [asking, setAsking] = useState(false)
  if (listSoldBookings(order).length === 0) return null
  return (
    <>
      <Button look="secondary" onClick={() => setAsking(true)}>
        <CalendarClock aria-hidden size={18} />
        Move…
      </Button>
      <MoveDialog order={order} open={asking} onOpenChange={setAsking} />
    </>
  )
}

function MarkDelivered({ order }: { order: Order }) {
  const deliver = useMutation(deliverOrderMutation)
  const mark = async () => {
    await deliver.mutateAsync(order._id)
    notify.success("Marked as delivered.")
  }
  return (
    <Button
      look="secondary"
      busy={deliver.isPending}
      busyText="Marking…"
      onClick={() => void mark().catch(() => {})} // the toast shows the error
    >
      <PackageCheck aria-hidden size={18} />
      Mark delivered
    </Button>
  )
}
