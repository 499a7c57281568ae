import { latePart, orNothing } from "~/common/ui/layout/latePart"
import { useNow } from "~/common/ui/time/useNow"

const TicketTable = latePart(() => import("./TicketTable"), orNothing)

const HOUR_MS = 3_600_000
/** A door may be open early; the page is about the ticket from then, too. */
const BEFORE_MS = 24 * HOUR_MS
/** As long as the door is open. */
const AFTER_MS = 6 * HOUR_MS

interface CurrentTableProps {
  startTime: string
  endTime: string
  /** Of the ticket. */
  codes: readonly string[]
}

/** Where a ticket plays, while a tournament may be going on. */
export function CurrentTable({ startTime, endTime, codes }: CurrentTableProps) {
  const now = useNow()
  const isCurrent = Date.parse(startTime) - BEFORE_MS <= now && now <= Date.parse(endTime) + AFTER_MS
  if (!isCurrent || codes.length === 0) return null
  return <TicketTable codes={codes} />
}
