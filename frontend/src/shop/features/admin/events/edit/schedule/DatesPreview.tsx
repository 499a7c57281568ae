import { useQuery } from "@tanstack/react-query"
import clsx from "clsx"
import { useEffect, useState } from "react"
import { previewQuery } from "~/shop/queries/staff/products"
import type { BookedDate, ProductDetail, EventUpdate, ProductPreview } from "~/common/api/types"
import { type EventValues, timesSent } from "~/shop/features/admin/events/edit/form/fields"
import { counted } from "~/common/lib/text"
import { formatDateOption, formatDayAndYear } from "~/common/lib/time/dates"
import { Notice } from "~/common/ui/feedback/Notice"
import { areMore, endsBeforeItStarts, formatRule, nextDays, canceledDays } from "./scheduleText"

interface DatesPreviewProps {
  values: EventValues
  preview: EventPreview
}

/** Describes the rule, with its next dates from the server and the effects on booked dates. */
export function DatesPreview({ values, preview: { data, old, error } }: DatesPreviewProps) {
  const text = formatRule(values)
  const isBackwards = endsBeforeItStarts(values)
  if (!text && !isBackwards) return null
  const isOld = old && !isBackwards
  const isEmpty = isBackwards || data?.dates.length === 0
  return (
    <div
      role="status"
      aria-busy={isOld || undefined}
      className={clsx("grid gap-3 transition-opacity", isOld && "opacity-60")}
    >
      <div
        className={clsx(
          "rounded-md border-l-4 p-3 *:max-w-none",
          isEmpty ? "border-warn bg-warn-bg" : "border-ok bg-ok-bg",
        )}
      >
        <p className="font-semibold">{isBackwards ? "The event ends before it starts." : <RuleText text={text} />}</p>
        {data && <NextDates preview={data} values={values} />}
        {error && <p>{error.message}</p>}
      </div>
      {data && data.bookedDates.length > 0 && <BookedDates dates={data.bookedDates} />}
    </div>
  )
}

/** No line breaks within "7:00–10:00 PM PST". */
function RuleText({ text }: { text: string }) {
  return text.split(/(\d+:\d\d[^,.]*)/).map((part, index) => (
    <span key={index} className={clsx(index % 2 && "inline-block")}>
      {part}
    </span>
  ))
}

function NextDates({ preview: { dates, skippedDates }, values }: { preview: ProductPreview; values: EventValues }) {
  const isSeries = values.isRecurring === "yes"
  const canceled = skippedDates.length > 0 && <p className="count">{canceledDays(skippedDates)}</p>
  if (dates.length === 0)
    return (
      <>
        <p>{isSeries ? "This schedule has no upcoming dates." : "That time has passed."}</p>
        {canceled}
      </>
    )
  if (!isSeries && dates.length === 1) return null
  return (
    <>
      <p className="count">
        Next: {nextDays(dates)}
        {areMore(dates) ? ` … ${howMany(dates, values.endDate === "")}` : ""}
      </p>
      {canceled}
    </>
  )
}

/** "4 dates in total", or "53 dates until Fri, Nov 26, 2027, and more after that" for the next year of an endless series */
function howMany(dates: ProductPreview["dates"], endless: boolean): string {
  const number = counted(dates.length, "date")
  return endless
    ? `${number} until ${formatDayAndYear(dates.at(-1)!.startTime)}, and more after that`
    : `${number} in total`
}

function BookedDates({ dates }: { dates: readonly BookedDate[] }) {
  return (
    <Notice look="warning">
      <p className="font-semibold">{counted(dates.length, "booked date")} would be affected:</p>
      <ul className="mt-1 grid gap-1">
        {dates.map((date) => (
          <li key={date.startTime}>
            {dateWithSeats(date)}: {effectText(date)}
          </li>
        ))}
      </ul>
    </Notice>
  )
}

/** "Fri, Dec 4 · 7:00 PM, 3 seats" */
function dateWithSeats({ startTime, totalReservations }: BookedDate): string {
  return `${formatDateOption(startTime)}, ${counted(totalReservations, "seat")}`
}

function newTime({ newStartTime }: BookedDate): string {
  return newStartTime ? formatDateOption(newStartTime) : ""
}

function effectText(date: BookedDate): string {
  switch (date.effect) {
    case "moves":
      return `moves to ${newTime(date)}.`
    case "asks":
      return `you'll be asked whether it moves to ${newTime(date)}.`
    case "clashes":
      return `can't move to ${newTime(date)}: there is another date at that time, or it has passed.`
    default:
      return "stays, although it isn't in the new schedule."
  }
}

/** The request is sent after this many milliseconds without typing. */
const QUIET_MS = 400

export interface EventPreview {
  /** The effects of a save; undefined before the first response, and while the times are incomplete. */
  data: ProductPreview | undefined
  /** Whether the data belongs to earlier values. */
  old: boolean
  error: Error | null
}

/** Requests the dates for the form's values while typing. */
export function useEventPreview(values: EventValues, event: ProductDetail): EventPreview {
  const current = timesSent(values, event)
  const requested = useSettled(current)
  const preview = useQuery({ ...previewQuery(event._id, requested ?? {}), enabled: requested !== null })
  const isSettled = JSON.stringify(requested) === JSON.stringify(current)
  return {
    data: current === null ? undefined : preview.data,
    old: !isSettled || preview.isPlaceholderData,
    error: isSettled ? preview.error : null,
  }
}

/** The value once it has not changed for QUIET_MS. */
function useSettled(fields: EventUpdate | null): EventUpdate | null {
  const text = JSON.stringify(fields)
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), QUIET_MS)
    return () => clearTimeout(timer)
  }, [text])
  return JSON.parse(settled) as EventUpdate | null
}
