import { formatTime } from "~/common/lib/time/clubTime"
import { roundTitle } from "~/evening/tables/words"
import type { Tournament } from "~/common/tables/types"
import { useSecond } from "../live"

/** Which round it is, and how much time it has. */
export function Round({ tournament }: { tournament: Tournament }) {
  const round = tournament.rounds.at(-1)
  if (!round) return null
  return (
    <section aria-labelledby="round" className="flex flex-wrap items-baseline justify-between gap-x-4">
      <h2 id="round">{roundTitle(tournament)}</h2>
      {round.clockEndsAt && (
        <p className="flex flex-wrap items-baseline gap-x-3">
          <Clock endsAt={round.clockEndsAt} className="text-2xl font-bold" />
          <span className="text-sm text-ink-2">ends {formatTime(round.clockEndsAt)}</span>
        </p>
      )}
    </section>
  )
}

/** The time that is left, by the server's clock. After zero it counts up. */
export function Clock({ endsAt, className = "" }: { endsAt: string; className?: string }) {
  const left = Math.round(Date.parse(endsAt) / 1000) - useSecond()
  const text = `${Math.floor(Math.abs(left) / 60)}:${String(Math.abs(left) % 60).padStart(2, "0")}`
  return (
    <span role="timer" className={`tabular-nums ${className}`}>
      {left >= 0 ? text : `Time! +${text}`}
    </span>
  )
}
