import PassCode from "~/shared/passes/PassCode"
import type { TicketLine } from "~/shared/orders/orderDates"
import { ticketName, validPasses } from "../lines"

/** The codes of a ticket that are valid: one, or several for a party that was split. */
export function Passes({ line, large = false }: { line: TicketLine; large?: boolean }) {
  const valid = validPasses(line)
  if (valid.length === 0) return null
  return (
    <ul aria-label={`Codes, ${ticketName(line)}`} className="mt-1 grid gap-4 print:flow-root">
      {valid.map((pass) => (
        <li key={pass._id} className="print:float-left print:w-1/2 print:pb-2">
          <PassCode pass={pass} large={large} />
        </li>
      ))}
    </ul>
  )
}
