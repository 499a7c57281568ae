import { type ReactNode, useEffect, useId, useRef, useState } from "react"
import { findRepeats, inWords, isAway, openTables, outcomeOf } from "~/common/tables/facts"
import { podsOf } from "~/evening/tables/pods"
import { roundsOf } from "~/evening/tables/rounds"
import { namesIn, roundTitle } from "~/evening/tables/words"
import type { Round as PlayedRound, Tournament } from "~/common/tables/types"
import { Fold } from "~/common/ui/layout/Fold"
import { type Enter, endNow, leave, pairNext, resultStep, type Step, whyNotPair } from "./protocol/steps"
import { clockText } from "./protocol/words"
import { Button } from "~/common/ui/plain"
import { TableCard } from "./TableCard"

interface RoundProps {
  now: Tournament
  /** Milliseconds that the shop's clock is ahead of the phone's. */
  offset: number
  /** Null: this phone doesn't write. */
  enter: Enter | null
}

/** The last round: its clock, its tables with their results, and what comes next. Earlier ones can be corrected. */
export function Round({ now, offset, enter }: RoundProps) {
  const { rounds, players, format, minutes } = now
  const last = rounds.at(-1)!
  const [chosen, choose] = useState(last.number)
  const round = rounds[chosen - 1] ?? last
  const isEarlier = round !== last
  const nameOf = namesIn(now)
  const heading = useRef<HTMLHeadingElement>(null)
  const repeats = findRepeats(round.tables, rounds.slice(0, round.number - 1))
  const away = players.filter(isAway).map(({ _id }) => _id)
  const done = round.tables.filter((table) => outcomeOf(table).result).length
  useEffect(() => {
    window.scrollTo(0, 0)
    heading.current?.focus({ preventScroll: true })
  }, [round.number])

  return (
    <>
      <div>
        <h2 ref={heading} tabIndex={-1} className="text-2xl">
          {roundTitle(now, round)}
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
            isGone={(id) => (isEarlier ? (table.left ?? []) : away).includes(id)}
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

interface ClockProps {
  round: PlayedRound
  minutes: number
  /** Milliseconds that the shop's clock is ahead of the phone's. */
  offset: number
  enter: Enter | null
}

const MOVES = [
  { by: -1, text: "−1", name: "1 minute less" },
  { by: 1, text: "+1", name: "1 minute more" },
  { by: 5, text: "+5", name: "5 minutes more" },
]

/** The time that is left of a round, by the shop's clock. */
function Clock({ round: { number, clockEndsAt }, minutes, offset, enter }: ClockProps) {
  const now = useNow(clockEndsAt !== null) + offset
  if (clockEndsAt === null) {
    const start = () => void enter?.(() => [{ fact: { kind: "clock", round: number, left: minutes * 60 } }])
    return (
      enter && (
        <Button look="secondary" onClick={start}>
          Start the clock: {minutes} minutes
        </Button>
      )
    )
  }
  const endsAt = Date.parse(clockEndsAt)
  const move = (by: number) => {
    const moved = new Date(endsAt + by * 60_000).toISOString()
    void enter?.(() => [{ fact: { kind: "clock", round: number, endsAt: moved } }])
  }
  return (
    <div role="group" aria-label="Clock" className="flex items-center gap-2">
      <span role="timer" className="flex-1 text-3xl font-bold tabular-nums">
        {clockText(endsAt - now)}
      </span>
      {enter &&
        MOVES.map(({ by, text, name }) => (
          <Button key={by} look="secondary" className="px-2!" aria-label={name} onClick={() => move(by)}>
            {text}
          </Button>
        ))}
    </div>
  )
}

/** The phone's time, every second while it is needed. */
function useNow(isRunning: boolean): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    if (!isRunning) return
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [isRunning])
  return now
}

/** Who sits where to draft. Once the round's clock runs, it is folded. */
function Pods({ now, nameOf }: { now: Tournament; nameOf: (id: string) => string }) {
  return (
    <Fold
      open={now.rounds[0]?.clockEndsAt === null}
      className="rounded-md border border-hair bg-paper px-3 [&>summary]:min-h-12"
      title="Seats to draft"
    >
      {podsOf(now).map((seats, pod) => (
        <div key={seats.join()}>
          <h3 className="font-bold">Pod {pod + 1}</h3>
          <ol className="list-inside list-decimal">
            {seats.map((id) => (
              <li key={id}>{nameOf(id)}</li>
            ))}
          </ol>
        </div>
      ))}
    </Fold>
  )
}

/** The next round or the end, and what is missing. */
function Next({ now, enter }: { now: Tournament; enter: Enter }) {
  const [isEnding, setEnding] = useState(false)
  const why = useId()
  const { rounds, format } = now
  const { number, tables } = rounds.at(-1)!
  const missing = openTables(now).map((table) => table.number)
  const reason = missing.length > 0 ? missingText(missing) : whyNotPair(now)
  const isLast = number >= roundsOf(now)
  const canUndo = !tables.some((table) => table.result)
  /** Pressed twice, a button doesn't go on from what its first press made. */
  const enterNow = (build: (tournament: Tournament) => Step[]) =>
    void enter((tournament) => (tournament.rounds.length === number ? build(tournament) : []))
  const pair = () => enterNow((tournament) => pairNext(tournament, false))
  const unpair = () => enterNow(() => [{ fact: { kind: "unpair", number } }])
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
          <Button look="secondary" onClick={unpair}>
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
  return numbers.length === 1 ? `The result of table ${listed} is missing.` : `Results of tables ${listed} are missing.`
}

/** At the bottom of the screen, where a thumb reaches it. */
function BottomBar({ children }: { children: ReactNode }) {
  return <div className="next sticky bottom-0 -mx-4 grid gap-2 border-t border-line bg-foam px-4 py-3">{children}</div>
}
