import { undoneIn, type InEntry, type Row } from "../protocol/log"
import type { Known } from "../protocol/verdict"
import { formatTime, nameOf } from "../protocol/words"
import { Button } from "../ui/Button"

const SHOWN = 20

/** The phone's last entries, each with Undo. */
export function Recent({ known, zone, undo }: { known: Known; zone: string; undo: (seq: number) => void }) {
  const undone = undoneIn(known.log)
  const rows = known.log
    .filter((row) => row.entry.kind === "in")
    .slice(-SHOWN)
    .reverse()
  if (rows.length === 0) return null
  return (
    <section>
      <h2 id="recent" className="text-lg">
        Last entries
      </h2>
      <ul aria-labelledby="recent" className="divide-y divide-hair">
        {rows.map((row) => {
          const { seq, h, seats, at } = row.entry as InEntry
          const name = nameOf(h, known)
          return (
            <li key={seq} className="flex min-h-14 items-center gap-3 py-1">
              <span className="min-w-0 flex-1">
                <span className="font-semibold">
                  {name}, {seats}
                </span>
                <span className="block text-sm text-ink-2">
                  {formatTime(Date.parse(at) + known.offset, zone)}
                  {noteOf(row, undone.has(seq))}
                </span>
              </span>
              {!undone.has(seq) && (
                <Button look="secondary" aria-label={`Undo ${name}, ${seats}`} onClick={() => undo(seq)}>
                  Undo
                </Button>
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}

function noteOf({ answer, conflict }: Row, isUndone: boolean): string {
  if (isUndone) return " · undone"
  if (answer === "unusable" || answer === "refused") return " · not counted"
  if (conflict) return " · conflict"
  return answer === null ? " · to be sent" : ""
}
