import { useEffect, useRef, useState } from "react"
import { flushSync } from "react-dom"
import { roundsOf } from "~/tables/rounds"
import type { Tournament } from "~/tables/types"
import type { Known, Live } from "../live"
import type { PageFacts } from "../page"
import { formatDay, formatName, formatTime } from "../words"
import { More } from "./More"
import { MyTables } from "./MyTables"
import { Paper, type Sheet } from "./Paper"
import { Round } from "./Round"
import { Standings } from "./Standings"
import { Tables } from "./Tables"

export interface ScreenProps {
  tournament: Tournament
  known: Known
  report: Live["report"]
  shop: PageFacts["shop"]
}

/** A tournament on a phone: the own table, the round, who plays where, and who leads. */
export function Evening({ tournament, known, report, shop }: ScreenProps) {
  const { name, startTime, rounds, endedAt } = tournament
  const round = rounds.at(-1)
  const isRanked = tournament.points && rounds.length > 0
  const { printed, print } = usePrinting<Sheet>()
  return (
    <>
      <header className="on-felt py-3">
        <div className="wrap">
          <a href="/" className="inline-flex min-h-tap items-center text-sm text-on-felt underline">
            {shop.name}
          </a>
          <h1 className="text-xl">{name}</h1>
          <p>
            {formatDay(startTime, shop.timeZone)} · {formatName(tournament)}
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
            {known.isOffline && `○ No connection. Last update ${formatTime(known.updatedAt, shop.timeZone)}`}
          </p>
        </div>
      </header>
      <main className="no-print wrap grid max-w-xl gap-6 py-4 lg:max-w-[calc(var(--page)+2rem)] lg:grid-cols-2 lg:items-start lg:gap-x-10">
        <div className="grid gap-6">
          <MyTables tournament={tournament} codes={known.codes} report={report} />
          {endedAt && isRanked && <Standings tournament={tournament} codes={known.codes} />}
          {!endedAt && <Round tournament={tournament} timeZone={shop.timeZone} />}
          {!endedAt && <Tables tournament={tournament} codes={known.codes} />}
        </div>
        <div className="grid gap-6">
          {!endedAt && isRanked && <Standings tournament={tournament} codes={known.codes} />}
          <More tournament={tournament} print={print} />
        </div>
      </main>
      {printed && <Paper tournament={tournament} printed={printed} timeZone={shop.timeZone} />}
    </>
  )
}

/** What is being printed: one sheet or, with the browser's own command, all; null: nothing. Rendered only then. */
function usePrinting<Sheet extends string>() {
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
