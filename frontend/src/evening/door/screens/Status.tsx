import { formatTime } from "~/common/lib/time/clubTime"
import { useState } from "react"
import { unsent } from "../protocol/log"
import type { State } from "../protocol/state"
import { countAll, type Known } from "../protocol/verdict"
import { describeDate, describeQueue } from "../protocol/status"
import { Button } from "~/common/ui/plain"
import { failureText } from "../failure"

/** Who is in, whether the list is current, and what still has to be sent; also why nobody should come in. */
export function Status({
  name,
  state,
  known,
}: {
  /** What the event was called when the phone entered. */
  name: string
  state: State
  known: Known | null
}) {
  const queued = unsent(state.log).length
  const count = known && countAll(known)
  const asOf = (state.kept?.at ?? 0) + state.offset
  return (
    <header className="on-felt py-3">
      <div className="mx-auto max-w-form px-4">
        <h1 className="text-xl">{known?.list.night.name ?? name}</h1>
        {/* An empty line at first, so that nothing moves when the list comes. */}
        <p className="text-2xl font-bold tabular-nums">{count ? `${count.inside} of ${count.seats} in` : "\u00a0"}</p>
        <p className="flex flex-wrap gap-x-4">
          <span>{connection(state)}</span>
          <span>{known?.list.night.ages}</span>
          <span>{queued > 0 ? `${queued} to send` : "All sent"}</span>
        </p>
        <p role="status" className="font-semibold empty:hidden">
          {known && describeDate(known.list.night, asOf)}
        </p>
      </div>
    </header>
  )
}

function connection({ isOnline, kept, offset }: State): string {
  if (isOnline) return kept ? "● Online" : "Loading the list…"
  return kept ? `○ List from ${formatTime(kept.at + offset)}` : "○ No connection"
}

interface Props<Tab extends string> {
  /** The labels, in order. */
  tabs: Readonly<Record<Tab, string>>
  tab: Tab
  choose: (tab: Tab) => void
}

/** The screens of a phone that has several. */
export function Tabs<Tab extends string>({ tabs, tab, choose }: Props<Tab>) {
  return (
    <nav aria-label="Screens" className="on-felt">
      <div className="mx-auto flex max-w-form px-4">
        {(Object.keys(tabs) as Tab[]).map((each) => (
          <button
            key={each}
            type="button"
            aria-current={each === tab ? "page" : undefined}
            className="min-h-12 flex-1 border-b-4 border-transparent font-semibold aria-[current]:border-amber"
            onClick={() => choose(each)}
          >
            {tabs[each]}
          </button>
        ))}
      </div>
    </nav>
  )
}

/** Signs the phone out, once everything is sent. */
export function Leave({ queued, leave }: { queued: number; leave: () => Promise<void> }) {
  const [hasTried, setTried] = useState(false)
  const [error, setError] = useState("")
  const pressed = () => {
    setTried(true)
    setError("")
    if (queued === 0) leave().catch((failure: unknown) => setError(failureText(failure)))
  }
  return (
    <div className="grid justify-items-start gap-2 pt-6">
      <Button look="secondary" onClick={pressed}>
        Sign out
      </Button>
      <p role="status" className="empty:hidden">
        {hasTried && queued > 0 ? describeQueue(queued) : error}
      </p>
    </div>
  )
}
