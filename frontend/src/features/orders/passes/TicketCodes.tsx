import clsx from "clsx"
import { useRef } from "react"
import { flushSync } from "react-dom"
import { PassSlides } from "~/shared/passes/PassSlides"
import type { TicketLine } from "~/shared/orders/orderDates"
import { ticketName, validPasses } from "../lines"

interface TicketCodesProps {
  line: TicketLine
  /** Whether this ticket's codes are on the screen. Those of the order's other tickets are covered. */
  shown: boolean
  onShow: () => void
  large?: boolean
}

/**
 * The valid codes of a ticket: one, or several for a party that was split. While covered, they keep their place, so that
 * nothing moves, and are still printed.
 */
export function TicketCodes({ line, shown, onShow, large = false }: TicketCodesProps) {
  const codes = useRef<HTMLDivElement>(null)
  const passes = validPasses(line)
  if (passes.length === 0) return null
  const show = () => {
    flushSync(onShow)
    codes.current?.focus({ preventScroll: true }) // the button is gone
  }
  return (
    <div className={clsx("grid *:col-start-1 *:row-start-1 print:block", large ? "sm:row-span-2" : "mt-1")}>
      <div ref={codes} tabIndex={-1} className={clsx("outline-none!", !shown && "invisible print:visible")}>
        <PassSlides label={`Codes, ${ticketName(line)}`} passes={passes} large={large} />
      </div>
      {!shown && (
        <button
          type="button"
          aria-label={`Show code, ${ticketName(line)}`}
          onClick={show}
          className="rounded-md border border-dashed border-line font-semibold text-link underline hover:bg-malt"
        >
          Show code
        </button>
      )}
    </div>
  )
}
