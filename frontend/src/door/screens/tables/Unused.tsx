import type { Tables } from "../../protocol/tables/tables"
import { factText, nameIn } from "../../protocol/tables/words"
import type { Tournament } from "~/tables/types"
import { Button } from "../../ui/Button"

interface Props {
  tables: Tables
  now: Tournament
  setCanSave: (canSave: boolean) => void
}

/** What this phone entered and the shop didn't use, because another phone had taken over: nothing is dropped silently. */
export function Unused({ tables, now, setCanSave }: Props) {
  const facts = tables.listUnused()
  if (facts.length === 0) return null
  const isOfResults = facts.every(({ row }) => row.entry.fact.kind === "result")
  const what = `${facts.length} ${isOfResults ? "result" : "entr"}${facts.length === 1 ? (isOfResults ? "" : "y") : isOfResults ? "s" : "ies"}`
  const canRepeat = facts.some(({ step }) => step)
  return (
    <section aria-labelledby="unused" className="grid gap-3 rounded-md border-2 border-warn bg-warn-bg p-3">
      <h2 id="unused" className="text-lg">
        {what} {facts.length === 1 ? "was" : "were"} not sent: enter {facts.length === 1 ? "it" : "them"} again?
      </h2>
      <p>Another phone had taken over.</p>
      <ul className="list-disc pl-5">
        {facts.map(({ row, step }) => (
          <li key={row.entry.seq}>
            {factText(row.entry.fact, nameIn(now))}
            {!step && " (no longer fits)"}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        {canRepeat && (
          <Button disabled={!tables.isWriter()} onClick={() => void tables.enterAgain().then(setCanSave)}>
            Enter again
          </Button>
        )}
        <Button look="secondary" onClick={() => tables.leaveOut()}>
          Leave out
        </Button>
      </div>
      {canRepeat && !tables.isWriter() && <p>Take over first, to enter them again.</p>}
    </section>
  )
}
