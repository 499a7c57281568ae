import type { Tournament } from "~/tables/types"
import type { Log } from "../../protocol/log"
import { describe, nameIn } from "../../protocol/tables/words"
import { factsOf } from "../../protocol/tables/again"
import { formatTime } from "../../protocol/words"

interface Props {
  log: Log
  now: Tournament
  offset: number
  zone: string
}

/** What this phone entered, the last first. A corrected result says what it was before. */
export function EnteredHere({ log, now, offset, zone }: Props) {
  const rows = factsOf(log, now._id).toReversed()
  return (
    <section aria-labelledby="log" className="grid gap-2">
      <h2 id="log" className="text-2xl">
        Entered on this phone
      </h2>
      {rows.length === 0 && <p>Nothing yet.</p>}
      <ol className="divide-y divide-hair">
        {rows.map((row) => (
          <li key={row.entry.seq} className="py-2">
            <span className="block font-semibold [overflow-wrap:anywhere]">{describe(row, nameIn(now))}</span>
            <span className="block text-sm text-ink-2">
              {formatTime(Date.parse(row.entry.at) + offset, zone)}
              {stateOf(row)}
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}

function stateOf({ answer, isTakenOver }: ReturnType<typeof factsOf>[number]): string {
  if (isTakenOver || answer === "unusable" || answer === "refused") return " · not used"
  return answer === null ? " · to be sent" : ""
}
