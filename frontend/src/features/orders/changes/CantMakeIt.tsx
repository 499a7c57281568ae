import { useRef, useState } from "react"
import type { Order } from "~/api/types"
import { formatDay } from "~/lib/time/dates"
import { shop } from "~/state/shop"
import { Notice } from "~/ui/feedback/Notice"
import { Button } from "~/ui/layout/Button"
import { lazyDialog } from "~/ui/overlays/lazyDialog"
import type { TicketLine } from "../lines"
import { choiceText, isPaidFor } from "./dateChangeText"

const ChangeSheet = lazyDialog(() => import("./ChangeSheet"))

interface CantMakeItProps {
  order: Order
  line: TicketLine
  /** Whether the ticket is valid and its date has not started, or the buyer of a canceled date can still choose. */
  canChange: boolean
}

/** The ticket's button for buyers who can't come, and the result of their choice, which stays when the button goes. */
export function CantMakeIt({ order, line, canChange }: CantMakeItProps) {
  const [open, setOpen] = useState(false)
  const [result, setResult] = useState("")
  const box = useRef<HTMLDivElement>(null)
  const { item, booking } = line
  const label = booking.isOff ? choiceText(isPaidFor(order, line)) : "Can't make it"
  const show = (text: string) => {
    setResult(text)
    setOpen(false)
  }
  if (!canChange && !result && !open) return null
  return (
    <div ref={box} tabIndex={-1} className="no-print mt-1">
      {/* Always there, because screen readers may miss text that appears with its region. */}
      <div role="status">
        {result && (
          <Notice look="success" className="mb-3">
            {result}
          </Notice>
        )}
      </div>
      {canChange && (
        <Button
          look={booking.isOff ? "primary" : "secondary"}
          className="w-full"
          aria-label={`${label}, ${item.name}, ${formatDay(booking.bookingDate, shop().timeZone)}`}
          onClick={() => setOpen(true)}
        >
          {label}
        </Button>
      )}
      <ChangeSheet open={open} onOpenChange={setOpen} order={order} line={line} onChanged={show} focusAfter={box} />
    </div>
  )
}
