import type { Pass } from "~/common/api/types"
import { latePart, orNothing } from "~/common/ui/layout/latePart"
import { useServerNow } from "~/common/ui/time/useNow"

const TicketQuestions = latePart(() => import("./TicketQuestions"), orNothing)

/** What the event asks the people of a ticket, until it starts. */
export function Asked({ startTime, passes }: { startTime: string; passes: readonly Pass[] }) {
  const now = useServerNow()
  if (passes.length === 0 || Date.parse(startTime) <= now) return null
  return <TicketQuestions passes={passes} />
}
