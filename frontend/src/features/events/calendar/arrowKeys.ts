/** Where a key leads from one event of the calendar: to another one in sight, or on to the month (week, day) beside it. */

export type Move = { to: number } | { turn: -1 | 1; whole: boolean }

/**
 * `days` are the days of the events in sight, in order; `at` is the event with the focus, -1 while the calendar itself
 * has it. Left and right go from day to day, up and down from event to event; Page Up and Page Down turn the page.
 */
export function moveByKey(key: string, days: readonly string[], at: number): Move | null {
  const day = days[at]
  switch (key) {
    case "ArrowRight":
      return day === undefined ? to(days, 0, 1) : to(days, after(days, day), 1)
    case "ArrowLeft":
      return day === undefined ? to(days, firstOfDay(days, days.length - 1), -1) : to(days, before(days, day), -1)
    case "ArrowDown":
      return to(days, at + 1, 1)
    case "ArrowUp":
      return to(days, at < 0 ? days.length - 1 : at - 1, -1)
    case "Home":
      return days.length > 0 ? { to: 0 } : null
    case "End":
      return days.length > 0 ? { to: days.length - 1 } : null
    case "PageDown":
      return { turn: 1, whole: true }
    case "PageUp":
      return { turn: -1, whole: true }
    default:
      return null
  }
}

/** After a turn: the nearest event beyond `from`, in the direction gone; else the first of what is there. -1: none. */
export function landing(days: readonly string[], direction: -1 | 1, from: string): number {
  const found = direction > 0 ? after(days, from) : before(days, from)
  return found >= 0 && found < days.length ? found : days.length > 0 ? 0 : -1
}

function to(days: readonly string[], index: number, direction: -1 | 1): Move {
  return index >= 0 && index < days.length ? { to: index } : { turn: direction, whole: false }
}

/** The first event of the next day that has any; -1 for none. */
function after(days: readonly string[], day: string): number {
  return days.findIndex((other) => other > day)
}

/** The first event of the nearest day before. */
function before(days: readonly string[], day: string): number {
  return firstOfDay(
    days,
    days.findLastIndex((other) => other < day),
  )
}

function firstOfDay(days: readonly string[], index: number): number {
  const day = days[index]
  return day === undefined ? -1 : days.indexOf(day)
}
