/** Which event of the calendar a key moves to: another one of the page shown, or one of the previous or next page. */

/** A month has rows of weeks; a week and a day have rows of hours. */
export type Grid = "weeks" | "hours"

/** How far a key moves; "page" for Page Up and Page Down. */
type Way = "event" | "day" | "week" | "page"

export type Move = { to: number } | { turn: -1 | 1; way: Way }

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
