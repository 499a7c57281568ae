/** Where a key leads from one event of the calendar: to another one in sight, or on to the month (week, day) beside it. */

/** A month stands in rows of weeks; in a week or a day the hours go down. */
export type Grid = "weeks" | "hours"

/** How far an arrow goes; "page" for Page Up and Page Down. */
type Way = "event" | "day" | "week" | "page"

export type Move = { to: number } | { turn: -1 | 1; way: Way }

const ways: Record<Grid, { sideways: Way; upright: Way }> = {
  weeks: { sideways: "event", upright: "week" },
  hours: { sideways: "day", upright: "event" },
}

/**
 * `days` are the days of the events in sight, in order; `at` is the event with the focus, -1 while the calendar itself
 * has it. In a month left and right go from event to event, up and down from week to week; among hours left and right go
 * from day to day, up and down from event to event.
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

/** After a turn: the nearest event beyond `from`, in the direction and the way gone; else the first. -1: none. */
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

/** Its row and its column in a month, whose weeks begin on Sunday. */
function placeOf(day: string): { day: string; week: number; column: number } {
  const number = Date.parse(day) / 86_400_000 + 4 // January 1, 1970 was a Thursday
  return { day, week: Math.floor(number / 7), column: number % 7 }
}
