import { isAdmission, undoneIn, type Row } from "../protocol/log"
import type { Known } from "../protocol/verdict"
import { describeEntry, formatTime } from "../protocol/words"
import { Button } from "../ui/Button"

const SHOWN = 20

/** The phone's last entries. Those that let guests in have Undo; cash is moved back by another entry. */
export function Recent({ known, zone, undo }: { known: Known; zone: string; undo: (seq: number) => void }) {
  const undone = undoneIn(known.log)
  const rows = known.log
    .filter(({ entry: { kind } }) => kind !== "undo" && kind !== "fact")
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
          const { seq, at } = row.entry
          const text = describeEntry(row.entry, known)
          return (
            <li key={seq} className="flex min-h-14 items-center gap-3 py-1">
              <span className="min-w-0 flex-1">
                <span className="font-semibold [overflow-wrap:anywhere]">{text}</span>
                <span className="block text-sm text-ink-2">
                  {formatTime(Date.parse(at) + known.offset, zone)}
                  {noteOf(row, undone.has(seq))}
                </span>
              </span>
              {isAdmission(row.entry) && !undone.has(seq) && (
                <Button look="secondary" aria-label={`Undo ${text}`} onClick={() => undo(seq)}>
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
