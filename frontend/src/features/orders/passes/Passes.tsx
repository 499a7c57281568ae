import { useRef, useState, type RefObject } from "react"
import type { Pass } from "~/api/queries/seats"
import { formatDay } from "~/lib/time/dates"
import { PassCode } from "~/shared/passes/PassCode"
import { shop } from "~/state/shop"
import { Button } from "~/ui/layout/Button"
import { lazyDialog } from "~/ui/overlays/lazyDialog"
import type { TicketLine } from "../lines"

const SplitDialog = lazyDialog(() => import("./SplitDialog"))

/** The codes of a ticket that are valid: one, or several for a party that was split. */
export default function Passes({ line }: { line: TicketLine }) {
  const list = useRef<HTMLUListElement>(null)
  const valid = line.booking.passes.filter(({ state }) => state === "valid")
  if (valid.length === 0) return null
  return (
    <ul ref={list} tabIndex={-1} aria-label={`Codes, ${nameOf(line)}`} className="mt-1 grid gap-4">
      {valid.map((pass) => (
        <li key={pass._id}>
          <PassCode pass={pass}>{pass.seats > 1 && <Split pass={pass} line={line} focusAfter={list} />}</PassCode>
        </li>
      ))}
    </ul>
  )
}

interface SplitProps {
  pass: Pass
  line: TicketLine
  focusAfter: RefObject<HTMLElement | null>
}

function Split({ pass, line, focusAfter }: SplitProps) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button look="secondary" aria-label={`Split, ${nameOf(line)}`} onClick={() => setOpen(true)}>
        Split
      </Button>
      <SplitDialog open={open} onOpenChange={setOpen} pass={pass} name={nameOf(line)} focusAfter={focusAfter} />
    </>
  )
}

function nameOf({ item, booking }: TicketLine): string {
  return `${item.name}, ${formatDay(booking.bookingDate, shop().timeZone)}`
}
