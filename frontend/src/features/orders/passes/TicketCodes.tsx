import clsx from "clsx"
import { useRef, useState } from "react"
import { flushSync } from "react-dom"
import { PassScreen } from "~/shared/passes/PassScreen"
import { PassSlides } from "~/shared/passes/PassSlides"
import type { TicketLine } from "~/shared/orders/orderDates"
import { eventOf, ticketName, validPasses } from "../lines"

interface TicketCodesProps {
  line: TicketLine
  /** Whether this ticket's codes are on the screen. Those of the order's other tickets are covered. */
  shown: boolean
  onShow: () => void
  large: boolean
  /** Closes the full screen. Null if this ticket's codes aren't on it. */
  onClose: (() => void) | null
}

/**
 * The valid codes of a ticket: one, or several for a party that was split. While covered, they keep their place, so that
 * nothing moves, and are still printed.
 */
export function TicketCodes({ line, shown, onShow, large, onClose }: TicketCodesProps) {
  const codes = useRef<HTMLDivElement>(null)
  const [turned, setTurned] = useState(0)
  const passes = validPasses(line)
  if (passes.length === 0) return null
  const at = Math.min(turned, passes.length - 1) // a code may have ended
  const slides = { passes, at, onTurn: setTurned }
  const show = () => {
    flushSync(onShow)
    codes.current?.focus({ preventScroll: true }) // the button is gone
  }
  return (
    <div className={clsx("grid *:col-start-1 *:row-start-1 print:block", large ? "sm:row-span-2" : "mt-1")}>
      <div ref={codes} tabIndex={-1} className={clsx("outline-none!", !shown && "invisible print:visible")}>
        <PassSlides
          {...slides}
          label={`Codes, ${ticketName(line)}`}
          size={large ? "large" : "small"}
          opens={line.booking._id}
        />
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
      {onClose && <PassScreen {...slides} {...eventOf(line)} onClose={onClose} focusAfter={codes} />}
    </div>
  )
}
