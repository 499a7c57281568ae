import type { UseQueryResult } from "@tanstack/react-query"
import type { Ref } from "react"
import type { ProductDate, ProductDateList } from "~/api/types"
import { CardSkeletons, cardGrid, cardSizes, DateCard, dateKey } from "~/shared/card/DateCard"
import { SeeAll } from "~/shared/card/SeeAll"
import { EmptyState, Loaded } from "~/ui/feedback/States"

/** The number of dates on the home page. */
export const UPCOMING = 5

interface UpcomingEventsProps {
  dates: UseQueryResult<ProductDateList>
  headingRef: Ref<HTMLHeadingElement>
}

/** The next five dates, and a link to all events. */
export function UpcomingEvents({ dates, headingRef }: UpcomingEventsProps) {
  return (
    <section id="events" aria-labelledby="upcoming" className="wrap py-6 lg:py-12">
      <h2 id="upcoming" ref={headingRef} tabIndex={-1} className="mb-4 text-2xl">
        Upcoming events
      </h2>
      <Loaded query={dates} what="the events" loading={<CardSkeletons number={UPCOMING} />}>
        {(list) => <Cards dates={list.products.slice(0, UPCOMING)} />}
      </Loaded>
    </section>
  )
}

function Cards({ dates }: { dates: ProductDate[] }) {
  if (dates.length === 0) return <EmptyState>No events are scheduled right now. Check back soon.</EmptyState>
  return (
    <ul className={cardGrid}>
      {dates.map((date, index) => (
        <li key={dateKey(date)}>
          <DateCard date={date} compact sizes={cardSizes} eager={index === 0} />
        </li>
      ))}
      <li className="sm:min-h-64">
        <SeeAll />
      </li>
    </ul>
  )
}
