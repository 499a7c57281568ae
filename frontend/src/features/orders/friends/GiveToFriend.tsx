import { UsersRound } from "lucide-react"
import { useState } from "react"
import { formatDay } from "~/lib/time/dates"
import { shop } from "~/state/shop"
import { Button } from "~/ui/layout/Button"
import { lazyDialog } from "~/ui/overlays/lazyDialog"
import type { TicketLine } from "~/shared/orders/orderDates"

const LinksDialog = lazyDialog(() => import("./LinksDialog"))

/** The ticket's button for buyers who bring friends. */
export function GiveToFriend({ line }: { line: TicketLine }) {
  const [open, setOpen] = useState(false)
  const { item, booking } = line
  return (
    <div className="no-print mt-1 grid">
      <Button
        look="secondary"
        aria-label={`Give to a friend, ${item.name}, ${formatDay(booking.bookingDate, shop().timeZone)}`}
        onClick={() => setOpen(true)}
      >
        <UsersRound aria-hidden size={20} />
        Give to a friend
      </Button>
      <LinksDialog open={open} onOpenChange={setOpen} line={line} />
    </div>
  )
}
