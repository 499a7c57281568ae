import { useQuery } from "@tanstack/react-query"
import type { RefObject } from "react"
import { orderQuery } from "~/shop/queries/orders"
import type { Guest, GuestList } from "~/common/api/types"
import { Refunding } from "~/shop/features/admin/orders/order/Refunding"
import { fullName } from "~/common/lib/text"
import { sameInstant } from "~/common/lib/time/dates"
import { Loaded, Skeleton } from "~/common/ui/feedback/States"
import { Dialog } from "~/common/ui/overlays/Dialog"

interface RefundGuestDialogProps {
  guest: Guest
  list: GuestList
  open: boolean
  onOpenChange: (open: boolean) => void
  focusAfter: RefObject<HTMLElement | null>
}

/** Refunds a guest's seats on this date. A friend's seat is in the order of who bought it. */
export default function RefundGuestDialog({ guest, list, open, onOpenChange, focusAfter }: RefundGuestDialogProps) {
  const { guestOf, firstName, order, orderNumber } = guest
  const friend = firstName || "A friend"
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      focusAfter={focusAfter}
      title={`Refund ${guestOf ?? fullName(guest)}, order ${orderNumber}`}
      description={
        guestOf &&
        `${friend} has a seat that ${guestOf} bought, so the money goes back to ${guestOf}. Seats that no friend has are given back first.`
      }
    >
      {order && <OfOrder order={order} list={list} onClose={() => onOpenChange(false)} />}
    </Dialog>
  )
}

function OfOrder({ order, list, onClose }: { order: string; list: GuestList; onClose: () => void }) {
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
