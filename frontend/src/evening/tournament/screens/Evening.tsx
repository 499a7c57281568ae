import { formatDay, formatTime } from "~/common/lib/time/clubTime"
import { useEffect, useRef, useState } from "react"
import { flushSync } from "react-dom"
import { podsOf } from "~/evening/tables/pods"
import { roundsOf } from "~/evening/tables/rounds"
import type { Round as PlayedRound, Tournament } from "~/common/tables/types"
import type { ScreenProps } from "../live"
import { Fold } from "~/common/ui/layout/Fold"
import { Button } from "~/common/ui/plain"
import { FORMATS, namesIn } from "~/evening/tables/words"
import { describeTable } from "../words"
import { MyTables } from "./MyTables"
import { Paper, type Sheet } from "./Paper"
import { Round } from "./Round"
import { Standings } from "./Standings"
import { Tables } from "./Tables"

/** A tournament on a phone: the own table, the round, who plays where, and who leads. */
export function Evening({ tournament, known, report, shop }: ScreenProps) {
  const { name, startTime, rounds, endedAt } = tournament
  const round = rounds.at(-1)
  const isRanked = tournament.points && rounds.length > 0
  const { printed, print } = usePrinting()
  return (
    <>
      <header className="on-felt py-3">
        <div className="wrap">
          <a href="/" className="inline-flex min-h-tap items-center text-sm text-on-felt underline">
            {shop.name}
          </a>
          <h1 className="text-xl">{name}</h1>
          <p>
            {formatDay(startTime)} · {FORMATS[tournament.format]}
            {round && ` · ${roundsOf(tournament)} rounds`}
          </p>
          {isRanked && !endedAt && (
            <nav aria-label="On this page" className="flex flex-wrap gap-x-6 lg:hidden">
              {["Tables", "Standings", "More"].map((part) => (
                <a
                  key={part}
                  href={`#${part.toLowerCase()}`}
                  className="inline-flex min-h-tap items-center text-on-felt underline"
                >
                  {part}
                </a>
              ))}
            </nav>
          )}
          <p role="status" className="font-semibold">
            {known.isOffline && `○ No connection. Last update ${formatTime(known.updatedAt)}`}
          </p>
        </div>
      </header>
      <main className="no-print wrap grid max-w-xl gap-6 py-4 lg:max-w-[calc(var(--container-page)+2rem)] lg:grid-cols-2 lg:items-start lg:gap-x-10">
        <div className="grid gap-6">
          {known.isOutside && !endedAt && (
            <p className="rounded-card border-3 border-f-green bg-paper p-4 font-semibold">
              You aren't checked in yet: see the people at the door.
            </p>
          )}
          <MyTables {...{ tournament, known, report }} />
          {endedAt && isRanked && <Standings tournament={tournament} known={known} />}
          {!endedAt && <Round tournament={tournament} />}
          {!endedAt && <Tables tournament={tournament} known={known} />}
        </div>
        <div className="grid gap-6">
          {!endedAt && isRanked && <Standings tournament={tournament} known={known} />}
          <More tournament={tournament} print={print} />
        </div>
      </main>
      {printed && <Paper tournament={tournament} printed={printed} />}
    </>
  )
}

/** What is being printed: one sheet or, with the browser's own command, all; null: nothing. Rendered only then. */
function usePrinting() {
  const [printed, setPrinted] = useState<Sheet | "all" | null>(null)
  const chosen = useRef<Sheet>(undefined)
  useEffect(() => {
    const begin = () => flushSync(() => setPrinted(chosen.current ?? "all"))
    const end = () => {
      chosen.current = undefined
      setPrinted(null)
    }
    window.addEventListener("beforeprint", begin)
    window.addEventListener("afterprint", end)
    return () => {
      window.removeEventListener("beforeprint", begin)
      window.removeEventListener("afterprint", end)
    }
  }, [])
  const print = (sheet: Sheet) => {
    chosen.current = sheet
    window.print()
  }
  return { printed, print }
}

/** What was played before, the last round first; who drafted where; paper and projector. */
function More({ tournament, print }: { tournament: Tournament; print: (sheet: Sheet) => void }) {
  const { rounds, endedAt, format } = tournament
  const earlier = endedAt ? rounds : rounds.slice(0, -1)
  return (
    <section aria-labelledby="more">
      <h2 id="more" className="mb-3">
        More
      </h2>
      {[...earlier].reverse().map((round) => (
        <Fold className="border-t border-hair" key={round.number} title={`Round ${round.number}`}>
          <Results round={round} nameOf={namesIn(tournament)} />
        </Fold>
      ))}
      {format === "draft" && rounds.length > 0 && <Pods tournament={tournament} />}
      <ForVolunteers tournament={tournament} print={print} />
    </section>
  )
}

function Results({ round, nameOf }: { round: PlayedRound; nameOf: (id: string) => string }) {
  return (
    <ul className="grid gap-2">
      {round.tables.map((table) => (
        <li key={table.number}>
          <span className="count me-2 text-ink-2">{table.number}</span>
          {table.players.map(nameOf).join(", ")}
          <span className="block ps-6 text-sm text-ink-2">{describeTable(table, nameOf) || "no result"}</span>
        </li>
      ))}
      {round.bye && <li>{nameOf(round.bye)}: a bye</li>}
    </ul>
  )
}

function Pods({ tournament }: { tournament: Tournament }) {
  const nameOf = namesIn(tournament)
  return (
    <Fold className="border-t border-hair" title="Who drafts where">
      {podsOf(tournament).map((seats, pod) => (
        <div key={seats.join()}>
          <h3>Pod {pod + 1}</h3>
          <ol className="list-decimal ps-6">
            {seats.map((id) => (
              <li key={id}>{nameOf(id)}</li>
            ))}
          </ol>
        </div>
      ))}
    </Fold>
  )
}

/** What somebody prints or projects for the room. */
function ForVolunteers({ tournament, print }: { tournament: Tournament; print: (sheet: Sheet) => void }) {
  const { rounds, points, endedAt } = tournament
  const isPlaying = rounds.length > 0 && !endedAt
  return (
    <Fold className="border-t border-hair" title="Print, or show on a projector">
      <div className="flex flex-wrap gap-2">
        {isPlaying && (
          <Button look="secondary" onClick={() => print("pairings")}>
            Print tables by name
          </Button>
        )}
        {isPlaying && points && (
          <Button look="secondary" onClick={() => print("slips")}>
            Print result slips
          </Button>
        )}
        {rounds.length > 0 && points && (
          <Button look="secondary" onClick={() => print("standings")}>
            Print standings
          </Button>
        )}
      </div>
      <a href="?wall" className="inline-flex min-h-tap items-center justify-self-start font-semibold underline">
        Large text for a projector
      </a>
    </Fold>
  )
}
