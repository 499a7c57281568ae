import { useMutation } from "@tanstack/react-query"
import { useRef, useState, type RefObject } from "react"
import { replacePassMutation, type Pass } from "~/api/queries/seats"
import { formatDay } from "~/lib/time/dates"
import PassCode from "~/shared/passes/PassCode"
import { shop } from "~/state/shop"
import { Button } from "~/ui/layout/Button"
import { LazyConfirm, lazyDialog } from "~/ui/overlays/lazyDialog"
import { notify } from "~/ui/overlays/notify"
import type { TicketLine } from "~/shared/orders/orderDates"

const SplitDialog = lazyDialog(() => import("./SplitDialog"))

/** The codes of a ticket that are valid: one, or several for a party that was split. */
export function Passes({ line }: { line: TicketLine }) {
  const list = useRef<HTMLUListElement>(null)
  const valid = line.booking.passes.filter(({ state }) => state === "valid")
  if (valid.length === 0) return null
  return (
    <ul ref={list} tabIndex={-1} aria-label={`Codes, ${nameOf(line)}`} className="mt-1 grid gap-4 print:flow-root">
      {/* The key is the place, so that the focus stays on a button whose code is replaced. */}
      {valid.map((pass, place) => (
        <li key={place} className="print:float-left print:w-1/2 print:pb-2">
          <PassCode pass={pass}>
            <div className="flex flex-wrap gap-x-3 gap-y-1">
              {pass.seats > 1 && <Split pass={pass} line={line} focusAfter={list} />}
              <Replace pass={pass} line={line} />
            </div>
          </PassCode>
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

/** For a code that somebody else may have, such as one on a photo. */
function Replace({ pass, line }: Omit<SplitProps, "focusAfter">) {
  const [open, setOpen] = useState(false)
  const replace = useMutation(replacePassMutation)
  const confirm = async () => {
    await replace.mutateAsync(pass._id)
    notify.success("The ticket has a new code.")
  }
  return (
    <>
      <Button look="quiet" aria-label={`Replace, ${nameOf(line)}`} onClick={() => setOpen(true)}>
        Replace
      </Button>
      <LazyConfirm
        open={open}
        onOpenChange={setOpen}
        title="Replace this code?"
        body="The ticket gets a new code, and the old one no longer works, neither printed nor in an email. Do this if somebody else may have it."
        action="Replace"
        busyText="Replacing…"
        onConfirm={confirm}
      />
    </>
  )
}

function nameOf({ item, booking }: TicketLine): string {
  return `${item.name}, ${formatDay(booking.bookingDate, shop().timeZone)}`
}
