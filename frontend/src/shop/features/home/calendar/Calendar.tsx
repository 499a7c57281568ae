import "@fullcalendar/react/skeleton.css"
import "@fullcalendar/react/themes/classic/palette.css"
import "@fullcalendar/react/themes/classic/theme.css"
import "./calendar.css"
import AnyCalendar, { type CalendarRef } from "@fullcalendar/react"
import dayGridPlugin from "@fullcalendar/react/daygrid"
import classicTheme from "@fullcalendar/react/themes/classic"
import timeGridPlugin from "@fullcalendar/react/timegrid"
import { keepPreviousData, useQuery } from "@tanstack/react-query"
import clsx from "clsx"
import { X } from "lucide-react"
import { type ComponentProps, useEffect, useEffectEvent, useRef, useState } from "react"
import type { Component } from "~/common/jsx/jsx-runtime"
import { allDatesQuery } from "~/shop/queries/products"
import type { ProductDate } from "~/common/api/types"
import { formatLongDay, zoneName } from "~/common/lib/time/dates"
import { wallClock } from "~/common/lib/time/wallClock"
import { DateCard, dateKey } from "~/shop/shared/card/DateCard"
import { useUser } from "~/shop/state/session"
import { ErrorPanel } from "~/common/ui/feedback/States"
import { calendarEvent, CalendarEventText, firstHour, monthRange, shownDays } from "./calendarEvent"
import { type ShownDays, Toolbar, type View } from "./Toolbar"

import { latePart } from "~/common/ui/layout/latePart"
const StaffActions = latePart(() => import("./StaffActions"))

const FullCalendar = AnyCalendar as Component<ComponentProps<typeof AnyCalendar>>
const PLUGINS = [dayGridPlugin, timeGridPlugin, classicTheme]
/** A text of the library, with an element for its number, which translators must not change. */
const ownText = ({ text }: { text: string }) => <>{text}</>
const shopTimeNow = () => wallClock(Date.now())
// Outside the component: FullCalendar draws again whenever it gets another object.
const VIEWS = {
  month: {
    type: "dayGrid",
    visibleRange: (day: Date) => monthRange(day, new Date(`${shopTimeNow()}Z`)),
    dateIncrement: { months: 1 },
  },
}

/**
 * The shop's dates by month, week or day, in the shop's local time: FullCalendar gets times without a zone and is set to
 * UTC, so that visitors in other time zones see the venue's times too.
 */
export default function Calendar() {
  const calendar = useRef<CalendarRef>(null)
  const [shown, setShown] = useState<ShownDays | null>(null)
  const dates = useQuery({
    ...allDatesQuery({ start: shown?.start ?? "", end: shown?.end ?? "", canceled: true }),
    enabled: shown !== null,
    placeholderData: keepPreviousData,
  })
  const detail = useDetail(dates.data)
  const api = () => calendar.current?.getApi()
  const turn = (step: -1 | 0 | 1) => (step === 0 ? api()?.today() : step > 0 ? api()?.next() : api()?.prev())
  const empty = dates.isSuccess && !dates.isPlaceholderData && dates.data.length === 0
  return (
    <div className={clsx("shop-calendar-place", detail.date && "has-detail")}>
      <Toolbar
        shown={shown}
        onTurn={turn}
        onView={(view: View) => api()?.changeView(view)}
        busy={dates.isFetching}
        empty={empty}
      />
      {/* The time zone's name is that of the first day shown: daylight saving time may begin or end later. */}
      <p className="mb-3 text-sm text-ink-2">
        {shown && `Hours are the venue's (${zoneName(`${shown.first}T12:00:00Z`)}).`}
      </p>
      {dates.isError && !dates.data && <ErrorPanel what="the events" onRetry={() => void dates.refetch()} />}
      <div
        role="group"
        aria-label="Dates"
        className="shop-calendar h-[60rem]"
        data-view={shown?.view}
        aria-busy={dates.isFetching || undefined}
      >
        <FullCalendar
          ref={calendar}
          plugins={PLUGINS}
          initialView={"month" satisfies View}
          views={VIEWS}
          locale="en-US"
          timeZone="UTC"
          now={shopTimeNow}
          firstDay={0}
          height="100%"
          headerToolbar={false}
          allDaySlot={false}
          slotDuration="00:30:00"
          slotMinTime={firstHour(dates.data ?? [])}
          expandRows
          scrollTime="12:00:00"
          longPressDelay={250}
          nextDayThreshold="06:00:00"
          dayMaxEvents={3}
          moreLinkClass="shop-calendar-more"
          moreLinkText={(number) => `+${number} more`}
          moreLinkContent={ownText}
          dayHeaderContent={ownText}
          dayCellTopContent={ownText}
          moreLinkHint={(number) => `+${number} more on this day`}
          eventInteractive
          eventDisplay="block"
          eventContent={({ event }) => <CalendarEventText date={event.extendedProps.date as ProductDate} />}
          events={(dates.data ?? []).map((date) => calendarEvent(date))}
          eventClick={({ event, el, jsEvent }) => {
            jsEvent.preventDefault()
            detail.open(event.extendedProps.date as ProductDate, el)
          }}
          datesSet={(info) => setShown(shownDays(info))}
        />
      </div>
      {detail.date && <DetailCard key={dateKey(detail.date)} date={detail.date} onClose={detail.close} />}
    </div>
  )
}

/** The card beside the calendar. Esc closes it, wherever the focus is; the focus then returns to its event. */
function useDetail(dates: readonly ProductDate[] | undefined) {
  const [selected, select] = useState<ProductDate | null>(null)
  const opener = useRef<HTMLElement | null>(null)
  // The latest seats left, or the date as it was selected if another month is shown.
  const date = selected && (dates?.find((row) => dateKey(row) === dateKey(selected)) ?? selected)
  const close = () => {
    select(null)
    const back = opener.current?.isConnected ? opener.current : document.getElementById("scheduled")
    back?.focus()
  }
  const closeOnEscape = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== "Escape" || event.defaultPrevented) return // a dialog on top has used this Esc
    event.preventDefault()
    close()
  })
  const isOpen = selected !== null
  useEffect(() => {
    if (!isOpen) return
    document.addEventListener("keydown", closeOnEscape)
    return () => document.removeEventListener("keydown", closeOnEscape)
  }, [isOpen])
  return {
    date,
    close,
    open: (next: ProductDate, from: HTMLElement) => {
      opener.current = from
      select(next)
    },
  }
}

/** A dialog beside the calendar. It isn't modal: the calendar stays usable. */
function DetailCard({ date, onClose }: { date: ProductDate; onClose: () => void }) {
  const isAdmin = useUser()?.isAdmin ?? false
  const heading = useRef<HTMLHeadingElement>(null)
  const card = useRef<HTMLDivElement>(null)
  useEffect(() => {
    card.current?.scrollIntoView({ block: "nearest" }) // at the calendar's edges the page's header would cover it
    heading.current?.focus({ preventScroll: true })
  }, [])
  return (
    <div className="pointer-events-none absolute inset-y-0 right-4 z-20 w-(--detail)">
      <div
        ref={card}
        role="dialog"
        aria-label={`Event details, ${date.name}, ${formatLongDay(date.startTime)}`}
        className="dialog-in pointer-events-auto sticky top-[calc(var(--spacing-header)+1rem)] max-h-[calc(100vh-var(--spacing-header)-2rem)] overflow-y-auto rounded-card border border-hair bg-foam p-4 shadow-2"
      >
        <div className="mb-2 flex justify-end">
          <button
            type="button"
            onClick={onClose}
            className="inline-flex min-h-tap items-center gap-1 rounded-md px-3 font-semibold text-ink hover:bg-malt"
          >
            Close
            <X aria-hidden size={20} />
          </button>
        </div>
        <DateCard date={date} heading="h3" headingRef={heading} sizes="max(25vw, 30rem)" />
        {isAdmin && <StaffActions date={date} onGone={onClose} />}
      </div>
    </div>
  )
}
