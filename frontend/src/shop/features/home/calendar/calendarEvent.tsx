import type { DatesSetInfo, EventInput } from "@fullcalendar/react"
import type { ProductDate } from "~/common/api/types"
import { counted } from "~/common/lib/text"
import { formatLongDay, formatTime } from "~/common/lib/time/dates"
import { wallClock } from "~/common/lib/time/wallClock"
import { dateKey } from "~/shop/shared/card/DateCard"
import { categoryFrame, stateOf } from "~/shop/shared/card/eventTexts"
import { useNow } from "~/common/ui/time/useNow"
import type { ShownDays, View } from "./Toolbar"

/** Return FullCalendar's event for one date, in the shop's local time. */
export function calendarEvent(date: ProductDate): EventInput {
  return {
    id: dateKey(date),
    title: date.title,
    start: wallClock(date.startTime),
    end: wallClock(date.endTime),
    color: `var(--color-f-${categoryFrame(date.category)})`,
    contrastColor: "var(--color-on-frame)",
    extendedProps: { date },
  }
}

const stateWords = { full: "sold out", canceled: "canceled", past: "past" }

const EARLIEST = 8

/** Return the first hour that a day shows, such as "08:00:00": eight, or that of the earliest event. */
export function firstHour(dates: readonly Pick<ProductDate, "startTime">[]): string {
  const hours = dates.map(({ startTime }) => Number(wallClock(startTime).slice(11, 13)))
  return `${String(Math.min(EARLIEST, ...hours)).padStart(2, "0")}:00:00`
}

/** Screen readers read "Friday Commander Night, Friday, December 4, 7:00 PM, 6 seats left"; the time and name are visible. */
export function CalendarEventText({ date }: { date: ProductDate }) {
  const state = stateOf(date, useNow())
  const left = state === "open" ? `${counted(date.countInStock, "seat")} left` : stateWords[state]
  const hour = formatTime(date.startTime)
  return (
    <span data-testid="calendar-event" data-state={state} className="shop-calendar-event">
      <span className="sr-only">{[date.title, formatLongDay(date.startTime), hour, left].join(", ")}</span>
      <span aria-hidden className="shop-calendar-hour">
        {hour}
      </span>
      <span aria-hidden className="shop-calendar-name">
        {date.title}
      </span>
      {state === "full" && <span aria-hidden>Sold Out!</span>}
      {state === "canceled" && <span aria-hidden>Canceled</span>}
    </span>
  )
}

export function shownDays({ start, end, view }: Pick<DatesSetInfo, "start" | "end" | "view">): ShownDays {
  const day = (time: number) => new Date(time).toISOString().slice(0, 10)
  return {
    view: view.type as View,
    title: view.title,
    start: day(start.getTime()),
    end: day(end.getTime() - 1), // FullCalendar's end is exclusive
    first: day(view.currentStart.getTime()),
  }
}

const DAY = 86_400_000
const WEEKS = 5

/**
 * The days of the month view on a page with `day`: that month, or five weeks from this week on if it is the current one,
 * whose past weeks would be empty. Times are the shop's local ones, written as UTC.
 */
export function monthRange(day: Date, today: Date): { start: Date; end: Date } {
  const month = (time: Date, more = 0) => new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth() + more))
  if (month(day).getTime() !== month(today).getTime()) return { start: month(day), end: month(day, 1) }
  const midnight = Math.floor(today.getTime() / DAY) * DAY
  const sunday = midnight - today.getUTCDay() * DAY
  return { start: new Date(sunday), end: new Date(sunday + WEEKS * 7 * DAY) }
}
