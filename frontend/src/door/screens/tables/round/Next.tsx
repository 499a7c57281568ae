import { type ReactNode, useId, useState } from "react"
import { openTables } from "~/tables/facts"
import { roundsOf } from "~/tables/rounds"
import type { Tournament } from "~/tables/types"
import { endNow, pairNext, whyNotPair } from "../../../protocol/tables/steps"
import { inWords } from "../../../protocol/tables/words"
import { Button } from "../../../ui/Button"
import type { Enter } from "../Tables"

/** The next round or the end, and what is missing. */
export function Next({ now, enter }: { now: Tournament; enter: Enter }) {
  const [isEnding, setEnding] = useState(false)
  const why = useId()
  const { rounds, format } = now
  const { number, tables } = rounds.at(-1)!
  const missing = openTables(now).map((table) => table.number)
  const reason = missing.length > 0 ? missingText(missing) : whyNotPair(now)
  const isLast = number >= roundsOf(now)
  const canUndo = !tables.some((table) => table.result)
  const pair = () => void enter((tournament) => pairNext(tournament, false))
  const end = () => (isEnding ? void enter(endNow) : setEnding(true))
  return (
    <BottomBar>
      <p id={why} className="text-sm font-semibold empty:hidden">
        {isEnding ? "Nothing can be changed after the end." : reason}
      </p>
      <div className="flex flex-wrap gap-2">
        {!isLast && !isEnding && (
          <Button className="grow basis-40" disabled={reason !== ""} aria-describedby={why} onClick={pair}>
            Pair round {number + 1}
          </Button>
        )}
        {(isLast || isEnding) && (
          <Button className="grow basis-40" disabled={missing.length > 0} aria-describedby={why} onClick={end}>
            {isEnding ? "End it" : "End the tournament"}
          </Button>
        )}
        {isEnding && (
          <Button look="secondary" onClick={() => setEnding(false)}>
            Go on
          </Button>
        )}
        {!isEnding && canUndo && (
          <Button look="secondary" onClick={() => void enter(() => [{ fact: { kind: "unpair", number } }])}>
            Undo this pairing
          </Button>
        )}
        {!isEnding && isLast && format === "commander" && reason === "" && (
          <Button look="secondary" onClick={pair}>
            One more round
          </Button>
        )}
        {!isEnding && !isLast && missing.length === 0 && (
          <Button look="secondary" onClick={end}>
            End early
          </Button>
        )}
      </div>
    </BottomBar>
  )
}

const SHOWN = 6

function missingText(numbers: number[]): string {
  const some = numbers.slice(0, SHOWN)
  const more = numbers.length - some.length
  const listed = more > 0 ? `${some.join(", ")} and ${more} more` : inWords(some)
  return `${numbers.length === 1 ? "The result of table" : "Results of tables"} ${listed} ${numbers.length === 1 ? "is" : "are"} missing.`
}

/** At the bottom of the screen, where a thumb reaches it. */
export function BottomBar({ children }: { children: ReactNode }) {
  return <div className="next sticky bottom-0 -mx-4 grid gap-2 border-t border-line bg-foam px-4 py-3">{children}</div>
}
