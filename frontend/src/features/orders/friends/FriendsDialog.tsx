import { useQuery } from "@tanstack/react-query"
import type { RefObject } from "react"
import { bookingLinksQuery } from "~/api/queries/seats"
import { formatDateOption } from "~/lib/time/dates"
import { shop } from "~/state/shop"
import { Loaded, Skeleton } from "~/ui/feedback/States"
import { Dialog } from "~/ui/overlays/Dialog"
import type { TicketLine } from "~/shared/orders/orderDates"
import { validPasses } from "../lines"
import { NewLinks } from "./NewLinks"
import { SeatLinkRow } from "./SeatLinkRow"
import { SecondCode } from "./SecondCode"

interface FriendsDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  line: TicketLine
  /** Whether the buyer can create links. */
  canLink: boolean
  /** Gets the focus if the button that opened the dialog is gone. */
  focusAfter: RefObject<HTMLElement | null>
}

/** For friends with a phone, links to seats of a ticket; for friends without one, a second code. */
export default function FriendsDialog({ open, onOpenChange, title, line, canLink, focusAfter }: FriendsDialogProps) {
  const { item, booking } = line
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={title}
      description={`${item.name}, ${formatDateOption(booking.bookingDate, shop().timeZone)}`}
      focusAfter={focusAfter}
    >
      <div className="grid gap-5">
        {canLink && <Links line={line} />}
        <SecondCode passes={validPasses(line)} folded={canLink} onDone={() => onOpenChange(false)} />
      </div>
    </Dialog>
  )
}

function Links({ line }: { line: TicketLine }) {
  const { item, booking } = line
  const query = useQuery(bookingLinksQuery(booking._id))
  const text = `I have a seat for you: ${item.name}, ${formatDateOption(booking.bookingDate, shop().timeZone)}.`
  return (
    <Loaded query={query} what="your links" loading={<Skeleton className="h-40 rounded-md" />}>
      {({ links, seatsLeft, inside }) => (
        <div className="grid gap-5">
          <p>
            Send each friend a link. They open it, type a first name and are on the guest list. Refunds still go to you.
          </p>
          {links.length > 0 && (
            <ol aria-label="Seats for friends" className="grid gap-4">
              {links.map((link, index) => (
                <SeatLinkRow key={link._id} link={link} number={index + 1} text={text} />
              ))}
            </ol>
          )}
          {seatsLeft > 0 ? (
            <NewLinks bookingId={booking._id} seatsLeft={seatsLeft} />
          ) : (
            <p className="font-semibold">
              {inside > 0 ? "Some of these guests are inside already." : "All seats of this booking are given away."}
            </p>
          )}
        </div>
      )}
    </Loaded>
  )
}
