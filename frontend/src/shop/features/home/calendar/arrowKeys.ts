import { type KeyboardEvent, useEffect, useRef } from "react"
import type { ShownDays } from "./Toolbar"

/** A month has rows of weeks; a week and a day have rows of hours. */
type Grid = "weeks" | "hours"

/** How far a key moves; "page" for Page Up and Page Down. */
type Way = "event" | "day" | "week" | "page"

type Move = { to: number } | { turn: -1 | 1; way: Way }

const ways: Record<Grid, { sideways: Way; upright: Way }> = {
  weeks: { sideways: "event", upright: "week" },
  hours: { sideways: "day", upright: "event" },
}

/**
 * Return the move of a key, or null for other keys. `days` are the days of the events shown, in order; `at` is the index
 * of the focused event, or -1 if the calendar itself has the focus. In a month, left and right move by event, up and down
 * by week; in a week or a day, left and right move by day, up and down by event.
 */
export function moveByKey(key: string, days: readonly string[], at: number, grid: Grid): Move | null {
  const { sideways, upright } = ways[grid]
  switch (key) {
    case "ArrowRight":
      return step(days, at, 1, sideways)
    case "ArrowLeft":
      return step(days, at, -1, sideways)
    case "ArrowDown":
      return step(days, at, 1, upright)
    case "ArrowUp":
      return step(days, at, -1, upright)
    case "Home":
      return days.length > 0 ? { to: 0 } : null
    case "End":
      return days.length > 0 ? { to: days.length - 1 } : null
    case "PageDown":
      return { turn: 1, way: "page" }
    case "PageUp":
      return { turn: -1, way: "page" }
    default:
      return null
  }
}

/** Return the event to focus after a turn: the nearest one beyond `from`, otherwise the first; -1 if there is none. */
export function landing(days: readonly string[], direction: -1 | 1, from: string, way: Way = "day"): number {
  const found = way === "week" ? inAnotherWeek(days, direction, from) : onAnotherDay(days, direction, from)
  return found >= 0 ? found : days.length > 0 ? 0 : -1
}

function step(days: readonly string[], at: number, direction: -1 | 1, way: Way): Move {
  const to = target(days, at, direction, way)
  return to >= 0 && to < days.length ? { to } : { turn: direction, way }
}

function target(days: readonly string[], at: number, direction: -1 | 1, way: Way): number {
  const day = days[at]
  if (day === undefined) return direction > 0 ? 0 : days.length - 1
  if (way === "event") return at + direction
  return way === "week" ? inAnotherWeek(days, direction, day) : onAnotherDay(days, direction, day)
}

/** The first event of the nearest day before or after; -1 for none. */
function onAnotherDay(days: readonly string[], direction: -1 | 1, from: string): number {
  if (direction > 0) return days.findIndex((day) => day > from)
  const before = days.findLast((day) => day < from)
  return before === undefined ? -1 : days.indexOf(before)
}

/** The event nearest in its column, in the nearest week before or after that has any; -1 for none. */
function inAnotherWeek(days: readonly string[], direction: -1 | 1, from: string): number {
  const here = placeOf(from)
  const others = days.map(placeOf).filter(({ week }) => (week - here.week) * direction > 0)
  const week = (direction > 0 ? others[0] : others.at(-1))?.week
  const nearest = others
    .filter((other) => other.week === week)
    .toSorted((one, other) => Math.abs(one.column - here.column) - Math.abs(other.column - here.column))[0]
  return nearest ? days.indexOf(nearest.day) : -1
}

/** Return the row and column of a day in a month whose weeks begin on Sunday. */
function placeOf(day: string): { day: string; week: number; column: number } {
  const number = Date.parse(day) / 86_400_000 + 4 // January 1, 1970 was a Thursday
  return { day, week: Math.floor(number / 7), column: number % 7 }
}

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
