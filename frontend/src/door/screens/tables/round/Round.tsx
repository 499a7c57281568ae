import { useEffect, useId, useRef, useState } from "react"
import { findRepeats, hasLeft, openTables, outcomeOf } from "~/tables/facts"
import { roundsOf } from "~/tables/rounds"
import type { Tournament } from "~/tables/types"
import { endNow, leave, pairNext, resultStep, whyNotPair } from "../../../protocol/tables/steps"
import { inWords, nameIn } from "../../../protocol/tables/words"
import { Button } from "../../../ui/Button"
import { Clock } from "./Clock"
import { TableCard } from "./TableCard"
import type { Enter } from "../Tables"

interface Props {
  now: Tournament
  /** Milliseconds that the shop's clock is ahead of the phone's. */
  offset: number
  /** Null: this phone doesn't write. */
  enter: Enter | null
}

/** The last round: its clock, its tables with their results, and what comes next. */
export function Round({ now, offset, enter }: Props) {
  const { rounds, players, format, minutes } = now
  const round = rounds.at(-1)!
  const nameOf = nameIn(now)
  const heading = useRef<HTMLHeadingElement>(null)
  const repeats = findRepeats(round.tables, rounds.slice(0, -1))
  const gone = new Set(players.filter((player) => hasLeft(player, round.number)).map(({ _id }) => _id))
  const done = round.tables.filter((table) => outcomeOf(table).result).length
  useEffect(() => {
    window.scrollTo(0, 0)
    heading.current?.focus({ preventScroll: true })
  }, [round.number])

  return (
    <>
      <div>
        <h2 ref={heading} tabIndex={-1} className="text-2xl">
          Round {round.number} of {Math.max(roundsOf(now), round.number)}
        </h2>
        <p role="status">
          {done} of {round.tables.length} tables have a result.
        </p>
      </div>
      {now.endedAt ? (
        <p className="font-semibold">The tournament has ended.</p>
      ) : (
        <Clock round={round} minutes={minutes} offset={offset} enter={enter} />
      )}
      {repeats.length > 0 && (
        <p className="rounded-md bg-info-bg p-3 text-info">
          {inWords(repeats.map((pair) => pair.map(nameOf).join(" and ")))} meet again. It could not be avoided.
        </p>
      )}
      <ol className="grid gap-3 lg:grid-cols-2">
        {round.tables.map((table) => (
          <TableCard
            key={table.players.join()}
            table={table}
            format={format}
            nameOf={nameOf}
            isGone={(id) => gone.has(id)}
            choose={enter && ((result) => void enter(() => [resultStep(round.number, table, result)]))}
            leave={(id) => void enter?.((tournament) => leave(tournament, id))}
          />
        ))}
      </ol>
      {round.bye && <p>{nameOf(round.bye)} has a bye: a match won 2–0.</p>}
      <a
        href={`/tables/${now._id}`}
        target="_blank"
        rel="noreferrer"
        className="inline-flex min-h-12 items-center justify-self-start text-link underline"
      >
        The page for players, to hold up or to print (opens in a new tab)
      </a>
      {enter && <Next now={now} enter={enter} />}
    </>
  )
}

/** The next round or the end, and what is missing. At the bottom of the screen, where a thumb reaches it. */
function Next({ now, enter }: { now: Tournament; enter: Enter }) {
  const [isEnding, setEnding] = useState(false)
  const why = useId()
  const { rounds } = now
  const { number, tables } = rounds.at(-1)!
  const missing = openTables(now).map((table) => table.number)
  const reason = missing.length > 0 ? missingText(missing) : whyNotPair(now)
  const isLast = number >= roundsOf(now)
  const canUndo = !tables.some((table) => table.result)
  const pair = () => void enter((tournament) => pairNext(tournament, false))
  const end = () => (isEnding ? void enter(endNow) : setEnding(true))
  return (
    <div className="next sticky bottom-0 -mx-4 grid gap-2 border-t border-line bg-foam px-4 py-3">
      <p id={why} className="text-sm font-semibold empty:hidden">
        {isEnding ? "Nothing can be changed after the end." : reason}
      </p>
      <div className="flex flex-wrap gap-2">
        {!isLast && !isEnding && (
          <Button className="flex-1" disabled={reason !== ""} aria-describedby={why} onClick={pair}>
            Pair round {number + 1}
          </Button>
        )}
        {(isLast || isEnding) && (
          <Button className="flex-1" disabled={missing.length > 0} aria-describedby={why} onClick={end}>
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
        {!isEnding && isLast && reason === "" && (
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
    </div>
  )
}

const SHOWN = 6

function missingText(numbers: number[]): string {
  const some = numbers.slice(0, SHOWN)
  const more = numbers.length - some.length
  const listed = more > 0 ? `${some.join(", ")} and ${more} more` : inWords(some)
  return `${numbers.length === 1 ? "The result of table" : "Results of tables"} ${listed} ${numbers.length === 1 ? "is" : "are"} missing.`
}
