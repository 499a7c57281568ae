import { useRef, useState } from "react"
import type { Order } from "~/api/types"
import type { TicketLine } from "~/shared/orders/orderDates"
import { Notice } from "~/ui/feedback/Notice"
import { Button } from "~/ui/layout/Button"
import { lazyDialog } from "~/ui/overlays/lazyDialog"
import { ticketName } from "../lines"
import { choiceText, isPaidFor } from "./changeText"

const ChangeSheet = lazyDialog(() => import("./ChangeSheet"))

interface CantMakeItProps {
  order: Order
  line: TicketLine
  /** Whether the ticket is valid and its date has not started, or the buyer of a canceled date can still choose. */
  canChange: boolean
  /** Whether the sheet with the choices is open. The menu of a ticket opens it, too. */
  open: boolean
  onOpenChange: (open: boolean) => void
}

/**
 * The choices of buyers who can't come, and the result, which stays when the ticket goes. With a button if the club
 * cancelled or moved the date, because its buyer has to choose by a deadline.
 */
export function CantMakeIt({ order, line, canChange, open, onOpenChange }: CantMakeItProps) {
  const [result, setResult] = useState("")
  const box = useRef<HTMLDivElement>(null)
  const { booking } = line
  const label = booking.isOff ? choiceText(isPaidFor(order, line)) : "Can't make it"
  const show = (text: string) => {
    setResult(text)
    onOpenChange(false)
  }
  if (!canChange && !result && !open) return null
  return (
    <div ref={box} tabIndex={-1} className="no-print">
      {/* Always there, because screen readers may miss text that appears with its region. */}
      <div role="status">
        {result && (
          <Notice look="success" className="mb-2">
            {result}
          </Notice>
        )}
      </div>
      {canChange && booking.dateChange && (
        <Button
          look={booking.isOff ? "primary" : "secondary"}
          className="mt-1 w-full"
          aria-label={`${label}, ${ticketName(line)}`}
          onClick={() => onOpenChange(true)}
        >
          {label}
        </Button>
      )}
      <ChangeSheet {...{ open, onOpenChange, order, line }} onChanged={show} focusAfter={box} />
    </div>
  )
}
