import { formatTime } from "~/common/lib/time/clubTime"
import { useEffect, useLayoutEffect, useRef, useState } from "react"
import { formatRank, rankPlayers } from "~/common/tables/standings"
import type { Tournament } from "~/common/tables/types"
import { keepAwake } from "~/common/lib/visible"
import { Button } from "~/common/ui/plain"
import type { ScreenProps } from "../live"
import { listPlaces } from "../words"
import { Clock } from "./Round"
import { roundTitle } from "~/evening/tables/words"

const TURN_MS = 12_000
/** How much larger the text is if so few players have space for it. */
const SCALES = [2, 1.6, 1.3, 1]
/** In the text's own size: how high a row is, and how wide a column has to be, also with a seat to draft. */
const ROW_EM = 1.9
const COLUMN_EM = 12
const DRAFT_EM = 17

interface Line {
  id: string
  name: string
  /** What the number is. */
  detail: string
  number: string
}

/** Who plays where, in large text for a projector. Pages turn by themselves if not everybody fits on one. */
export function Wall({ tournament, known }: Omit<ScreenProps, "report" | "shop">) {
  const round = tournament.rounds.at(-1)
  const lines = listLines(tournament)
  const { body, size } = useFittingLines(
    lines.length,
    tournament.format === "draft" && round?.number === 1 ? DRAFT_EM : COLUMN_EM,
  )
  const pages = Math.max(1, Math.ceil(lines.length / size))
  const { page, isTurning, setTurning, turn } = useTurning(pages)
  useEffect(keepAwake, [])
  return (
    <div className="flex h-[calc(100dvh-var(--practice-h,0px))] flex-col">
      <header className="on-felt flex flex-wrap items-baseline justify-between gap-x-8 px-[2vw] py-[1vh]">
        <h1 className="text-[max(1.25rem,4vh)]">{tournament.name}</h1>
        <p className="flex items-baseline gap-[2vw] text-[max(1.25rem,4vh)] font-bold">
          {titleOf(tournament)}
          {round?.clockEndsAt && !tournament.endedAt && (
            <Clock endsAt={round.clockEndsAt} className="text-[max(1.5rem,7vh)] leading-none" />
          )}
        </p>
      </header>
      <main ref={body} className="min-h-0 flex-1 overflow-hidden p-[2vw] text-[max(1.25rem,4.2vh)]">
        <ul className="wall-lines h-full">
          {lines.slice(page * size, (page + 1) * size).map(({ id, name, detail, number }) => (
            <li key={id} className="flex items-baseline gap-[0.5em] border-b border-hair leading-none">
              <span className="min-w-0 flex-1 truncate py-[0.4em] leading-tight">{name}</span>
              {detail && <span className="text-[0.6em] whitespace-nowrap text-ink-2">{detail}</span>}
              <strong className="min-w-[1.5em] text-right tabular-nums">{number}</strong>
            </li>
          ))}
        </ul>
      </main>
      {/* Its height is the same without a connection, so that nobody's line goes to another page. */}
      <footer className="flex h-28 flex-wrap content-center items-center gap-x-4 px-[2vw] pb-2 sm:h-16 sm:flex-nowrap">
        {pages > 1 && (
          <>
            <Button look="secondary" onClick={() => setTurning(!isTurning)}>
              {isTurning ? "Stop turning" : "Turn pages"}
            </Button>
            <Button look="secondary" onClick={turn}>
              Next page
            </Button>
            <p className="text-lg font-semibold">
              Page {page + 1} of {pages}
            </p>
          </>
        )}
        <p role="status" className="min-w-0 truncate text-lg font-semibold">
          {known.isOffline && `No connection. Last update ${formatTime(known.updatedAt)}`}
        </p>
      </footer>
    </div>
  )
}

function titleOf(tournament: Tournament): string {
  if (tournament.endedAt) return tournament.points ? "Final standings" : "The end"
  return tournament.rounds.length > 0 ? roundTitle(tournament) : "Pairings appear here"
}

/** Who needs to find a table; after the end, who came where. */
function listLines(tournament: Tournament): Line[] {
  if (tournament.endedAt && tournament.points) {
    return rankPlayers(tournament).map(({ player, points, ...place }) => ({
      id: player._id,
      name: `${formatRank(place)} · ${player.name}`,
      detail: "points",
      number: String(points),
    }))
  }
  const round = tournament.rounds.at(-1)
  return listPlaces(tournament)
    .filter(({ player, table }) => !round || table || player._id === round.bye)
    .map(({ player, table, draftSeat }) => ({
      id: player._id,
      name: player.name,
      detail: [round?.number === 1 && draftSeat, table && "table"].filter(Boolean).join(", "),
      number: table ? String(table.number) : round ? "bye" : "",
    }))
}

/** Returns how many lines fit, in columns as wide as names need. The fewer there are, the larger is their text. */
function useFittingLines(lines: number, columnEm: number) {
  const body = useRef<HTMLElement>(null)
  const [size, setSize] = useState(24)
  useLayoutEffect(() => {
    const element = body.current!
    const measure = () => {
      const { fontSize, paddingLeft, paddingTop } = getComputedStyle(element)
      const [em, side, top] = [fontSize, paddingLeft, paddingTop].map(parseFloat) as [number, number, number]
      for (const scale of SCALES) {
        const columns = Math.max(1, Math.floor((element.clientWidth - 2 * side) / (columnEm * em * scale)))
        const rows = Math.max(1, Math.floor((element.clientHeight - 2 * top) / (ROW_EM * em * scale)))
        element.style.setProperty("--scale", String(scale))
        element.style.setProperty("--columns", String(columns))
        element.style.setProperty("--rows", String(rows))
        setSize(columns * rows)
        if (columns * rows >= lines) return
      }
    }
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [lines, columnEm])
  return { body, size }
}

/** Turns pages. Who wants less motion turns them by hand. */
function useTurning(pages: number) {
  const [turned, setTurned] = useState(0)
  const [isTurning, setTurning] = useState(() => !matchMedia("(prefers-reduced-motion: reduce)").matches)
  const turn = () => setTurned((count) => count + 1)
  useEffect(() => {
    if (!isTurning || pages < 2) return
    const timer = setInterval(turn, TURN_MS)
    return () => clearInterval(timer)
  }, [isTurning, pages])
  return { page: turned % pages, isTurning, setTurning, turn }
}
