import type { OrderChange } from "~/api/queries/changes"
import { shop } from "~/state/shop"
import { historyText } from "./changeText"

/** What the buyer did with seats of a ticket, oldest first. */
export function TicketChanges({ changes }: { changes: readonly OrderChange[] }) {
  return (
    <ul aria-label="Changes" className="text-sm text-ink-2">
      {changes.map((change) => (
        <li key={change._id}>{historyText(change, shop().timeZone)}</li>
      ))}
    </ul>
  )
}
