import { useEffect, useRef, useState } from "react"
import { findRepeats, hasLeft, outcomeOf } from "~/tables/facts"
import { roundsOf } from "~/tables/rounds"
import type { Tournament } from "~/tables/types"
import { leave, resultStep } from "../../../protocol/tables/steps"
import { inWords, nameIn } from "../../../protocol/tables/words"
import { Button } from "../../../ui/Button"
import { BottomBar } from "./BottomBar"
import { Clock } from "./Clock"
import { Next } from "./Next"
import { Pods } from "./Pods"
import { TableCard } from "./TableCard"
import type { Enter } from "../Tables"

interface Props {
  now: Tournament
  /** Milliseconds that the shop's clock is ahead of the phone's. */
  offset: number
  /** Null: this phone doesn't write. */
  enter: Enter | null
}

/** The last round: its clock, its tables with their results, and what comes next. Earlier ones can be corrected. */
export function Round({ now, offset, enter }: Props) {
  const { rounds, players, format, minutes } = now
  const last = rounds.at(-1)!
  const [chosen, choose] = useState(last.number)
  const round = rounds[chosen - 1] ?? last
  const isEarlier = round !== last
  const nameOf = nameIn(now)
  const heading = useRef<HTMLHeadingElement>(null)
  const repeats = findRepeats(round.tables, rounds.slice(0, round.number - 1))
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
          Round {round.number} of {Math.max(roundsOf(now), last.number)}
        </h2>
        <p role="status">
          {done} of {round.tables.length} tables have a result.
        </p>
      </div>
      {now.endedAt ? (
        <p className="font-semibold">The tournament has ended.</p>
      ) : isEarlier ? (
        <p>Correct a result, and the standings follow. Who was paired since stays paired.</p>
      ) : (
        <Clock round={round} minutes={minutes} offset={offset} enter={enter} />
      )}
      {format === "draft" && round.number === 1 && <Pods now={now} nameOf={nameOf} />}
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
            leave={isEarlier ? null : (id) => void enter?.((tournament) => leave(tournament, id))}
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
      {rounds.length > 1 && !isEarlier && (
        <nav aria-labelledby="earlier" className="flex flex-wrap items-center gap-2">
          <h3 id="earlier" className="w-full font-bold">
            Earlier rounds
          </h3>
          {rounds.slice(0, -1).map(({ number }) => (
            <Button key={number} look="secondary" onClick={() => choose(number)}>
              Round {number}
            </Button>
          ))}
        </nav>
      )}
      {isEarlier ? (
        <BottomBar>
          <Button onClick={() => choose(last.number)}>Back to round {last.number}</Button>
        </BottomBar>
      ) : (
        enter && <Next now={now} enter={enter} />
      )}
    </>
  )
}
