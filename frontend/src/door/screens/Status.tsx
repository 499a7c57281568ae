import type { State } from "../protocol/state"
import { unsent } from "../protocol/log"
import { countAll, type Known } from "../protocol/verdict"
import { formatTime } from "../protocol/words"

/** Who is in, whether the list is current, and what still has to be sent. */
export function Status({
  name,
  state,
  known,
  zone,
}: {
  name: string
  state: State
  known: Known | null
  zone: string
}) {
  const queued = unsent(state.log).length
  const count = known && countAll(known)
  return (
    <header className="on-felt py-3">
      <div className="mx-auto max-w-lg px-4">
        <h1 className="text-xl">{name}</h1>
        {/* An empty line at first, so that nothing moves when the list comes. */}
        <p className="text-2xl font-bold tabular-nums">{count ? `${count.inside} of ${count.seats} in` : "\u00a0"}</p>
        <p className="flex flex-wrap gap-x-4">
          <span>{connection(state, zone)}</span>
          <span>{queued > 0 ? `${queued} to send` : "All sent"}</span>
        </p>
      </div>
    </header>
  )
}

function connection({ isOnline, kept, offset }: State, zone: string): string {
  if (isOnline) return kept ? "● Online" : "Loading the list…"
  return kept ? `○ List from ${formatTime(kept.at + offset, zone)}` : "○ No connection"
}
