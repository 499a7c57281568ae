import { useQuery } from "@tanstack/react-query"
import type { RefObject } from "react"
import { changeOptionsQuery } from "~/api/queries/changes"
import type { Order } from "~/api/types"
import { formatDateOption, formatDay } from "~/lib/time/dates"
import { shop } from "~/state/shop"
import { Loaded, Skeleton } from "~/ui/feedback/States"
import { Dialog } from "~/ui/overlays/Dialog"
import type { TicketLine } from "../lines"
import { ChangeForm } from "./ChangeForm"

interface ChangeSheetProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  order: Order
  line: TicketLine
  /** Gets the result in words. */
  onChanged: (result: string) => void
  /** Gets the focus if the ticket no longer has a button. */
  focusAfter: RefObject<HTMLElement | null>
}

/** What the buyer of a ticket can do instead of coming. */
export default function ChangeSheet({ open, onOpenChange, order, line, onChanged, focusAfter }: ChangeSheetProps) {
  const { item, booking } = line
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={booking.isOff ? `${formatDay(booking.bookingDate, shop().timeZone)} is canceled` : "Can't make it?"}
      description={`${item.name}, ${formatDateOption(booking.bookingDate, shop().timeZone)}`}
      focusAfter={focusAfter}
    >
      <Choices order={order} line={line} onChanged={onChanged} />
    </Dialog>
  )
}

function Choices({ order, line, onChanged }: Pick<ChangeSheetProps, "order" | "line" | "onChanged">) {
  const query = useQuery(changeOptionsQuery(order._id))
  return (
    <Loaded query={query} what="your choices" loading={<Skeleton className="h-72 rounded-md" />}>
      {({ bookings }) => {
        const options = bookings.find(({ _id }) => _id === line.booking._id)
        // Unless the club's own change of the date can still be answered.
        if (!options || (line.booking.isOff && !options.dateChange)) return <p>This ticket can no longer be changed.</p>
        return <ChangeForm {...{ order, line, options, onChanged }} refresh={query.refetch} />
      }}
    </Loaded>
  )
}
