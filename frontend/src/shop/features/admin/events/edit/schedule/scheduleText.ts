import type { WhenValues } from "~/shop/features/admin/events/edit/form/fields"
import { format } from "~/common/lib/time/clubTime"
import { formatDate, formatDayAndYear, formatTimeRange, formatWhen } from "~/common/lib/time/dates"
import { weekdays } from "~/common/lib/time/weekdays"
import { instantOf, weekdayOf } from "./wallTime"

/** "Repeats on the 2nd and last Friday of every month, 7:00–10:00 PM venue time, until Sat, Nov 20, 2027."; "" while incomplete. */
export function formatRule(values: WhenValues): string {
  const start = instantOf(values.startTime)
  const end = instantOf(values.endTime)
  if (!start || !end || end < start) return ""
  if (values.isRecurring === "no") return `Once, on ${formatWhen(start, end)}.`
  const when = daysText(values)
  const hours = `${formatTimeRange(start, end)} venue time`
  return when && `Repeats ${when}, ${hours}, ${endText(values.endDate)}.`
}

/** Whether both times are complete and the end is before the start. */
export const endsBeforeItStarts = ({ startTime, endTime }: Pick<WhenValues, "startTime" | "endTime">) =>
  startTime !== "" && endTime !== "" && endTime < startTime

function daysText({ recurringInterval, startTime, dayOfWeek, weekOfMonth }: WhenValues): string {
  switch (recurringInterval) {
    case "daily":
      return "every day"
    case "weekly":
      return `every ${dayName(startTime)}`
    case "monthly":
      return `on the ${ordinal(Number(startTime.slice(8, 10)))} of every month`
    case "custom": {
      if (weekOfMonth.length === 0) return ""
      const names = weekOfMonth
        .map(Number)
        .sort()
        .map((week) => (week === 5 ? "last" : ordinal(week)))
      const weekday = weekdays.find(({ value }) => value === dayOfWeek)?.label ?? ""
      return `on the ${joined(names)} ${weekday} of every month`
    }
  }
}

function endText(endDate: string): string {
  return Number.isNaN(Date.parse(endDate)) ? "with no end" : `until ${formatDayAndYear(endDate)}`
}

const dayName = (wallTime: string) => format(wallTime.slice(0, 10), { weekday: "long" })

/** The weekday of the month that a start falls on: November 27 is the 4th Friday; null while incomplete. */
export function nthWeekday(startTime: string): { week: string; dayOfWeek: string; text: string } | null {
  const day = weekdayOf(startTime)
  if (day === null) return null
  const week = Math.ceil(Number(startTime.slice(8, 10)) / 7)
  const text = `${week === 5 ? "last" : ordinal(week)} ${dayName(startTime)}`
  return { week: String(week), dayOfWeek: String(day), text }
}

/** 1 → "1st", 22 → "22nd" */
function ordinal(number: number): string {
  const isTeen = number > 10 && number < 14
  const ending = isTeen ? "th" : (["th", "st", "nd", "rd"][number % 10] ?? "th")
  return `${number}${ending}`
}

/** "2nd", "2nd and last", "1st, 2nd and last" */
function joined(parts: readonly string[]): string {
  const last = parts.at(-1) ?? ""
  return parts.length < 2 ? last : `${parts.slice(0, -1).join(", ")} and ${last}`
}

const SHOWN = 3

/** "Fri, Dec 11 · Fri, Dec 25 · Fri, Jan 8, 2027": the first three. */
export const nextDays = (dates: readonly { startTime: string }[]) =>
  dates
    .slice(0, SHOWN)
    .map(({ startTime }) => formatDate(startTime))
    .join(" · ")

export const areMore = (dates: readonly unknown[]) => dates.length > SHOWN

/** "Fri, Dec 25 is canceled", "Fri, Dec 25 · Fri, Jan 8, 2027 and 2 more are canceled" */
export function canceledDays(starts: readonly string[]): string {
  const days = nextDays(starts.map((startTime) => ({ startTime })))
  if (starts.length === 1) return `${days} is canceled`
  return `${days}${areMore(starts) ? ` and ${starts.length - SHOWN} more` : ""} are canceled`
}
