import { useEffect, useRef, type KeyboardEvent } from "react"
import { landing, moveByKey, type Move } from "./arrowKeys"
import type { ShownDays } from "./calendarEvent"

interface Turned {
  move: Extract<Move, { turn: unknown }>
  /** The day of the event that had the focus; null to begin at the start of the next page. */
  from: string | null
}

interface ArrowKeys {
  shown: ShownDays | null
  /** The events of the days shown have loaded. */
  settled: boolean
  onTurn: (step: -1 | 1) => void
}

/** FullCalendar measures what fits before it draws, which takes a few frames. */
const DRAWN_MS = 60

export const gridOf = (shown: ShownDays | null) => (shown?.view.startsWith("timeGrid") ? "hours" : "weeks")

/** Move the focus between the calendar's events with the arrow keys. Spread the result onto the calendar's container. */
export function useArrowKeys({ shown, settled, onTurn }: ArrowKeys) {
  const place = useRef<HTMLDivElement>(null)
  const turned = useRef<Turned | null>(null)
  useEffect(() => {
    if (!settled || !shown || !turned.current || !place.current) return
    const soon = setTimeout(() => {
      const { move, from } = turned.current!
      turned.current = null
      if (!place.current?.contains(document.activeElement)) return // the user has gone elsewhere meanwhile
      const events = eventsIn(place.current)
      const index =
        from === null
          ? landing(events.days, 1, dayBefore(shown.first))
          : landing(events.days, move.turn, from, move.way)
      ;(events.elements[index] ?? place.current).focus()
    }, DRAWN_MS)
    return () => clearTimeout(soon)
  }, [settled, shown])
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return // shortcuts of the browser
    const { elements, days } = eventsIn(place.current)
    const at = elements.indexOf(event.target as HTMLElement)
    if (at < 0 && event.target !== place.current) return
    const move = moveByKey(event.key, days, at, gridOf(shown))
    if (!move) return
    event.preventDefault()
    if ("to" in move) return elements[move.to]?.focus()
    turned.current = { move, from: move.way === "page" ? null : (days[at] ?? null) }
    place.current?.focus({ preventScroll: true }) // the focused event disappears, and the next key would scroll the page
    onTurn(move.turn)
  }
  return { ref: place, tabIndex: -1, onKeyDown }
}

/** Return the focusable events in chronological order. An event that lasts past midnight may be drawn twice. */
function eventsIn(container: HTMLElement | null): { elements: HTMLElement[]; days: string[] } {
  const found = [...(container?.querySelectorAll<HTMLElement>("[data-day]") ?? [])].flatMap((text) => {
    const element = text.closest<HTMLElement>("[role=button]")
    const seen = element?.checkVisibility?.({ visibilityProperty: true }) ?? true
    return element && seen ? [{ element, day: text.dataset.day!, start: text.dataset.start! }] : []
  })
  const sorted = found.toSorted((one, other) => one.start.localeCompare(other.start))
  return { elements: sorted.map(({ element }) => element), days: sorted.map(({ day }) => day) }
}

function dayBefore(day: string): string {
  return new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10)
}
