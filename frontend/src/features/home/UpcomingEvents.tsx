import type { UseQueryResult } from "@tanstack/react-query"
import type { Ref } from "react"
import type { ProductDate, ProductDateList } from "~/api/types"
import { CardSkeletons, cardGrid, cardSizes, DateCard, dateKey } from "~/shared/card/DateCard"
import { SeeAll } from "~/shared/card/SeeAll"
import { EmptyState, Loaded } from "~/ui/feedback/States"
import { useLargeScreen } from "~/ui/hooks/useLargeScreen"
import { chooseCards, UPCOMING } from "./chooseCards"
import { NextOneLink } from "./NextOneLink"

interface UpcomingEventsProps {
  dates: UseQueryResult<ProductDateList>
  headingRef: Ref<HTMLHeadingElement>
}

/** The next five dates, without the event that is in the hero of a large screen, and a link to all events. */
export function UpcomingEvents({ dates, headingRef }: UpcomingEventsProps) {
  const large = useLargeScreen()
  return (
    <section id="events" aria-labelledby="upcoming" className="wrap py-6 lg:py-12">
      <h2 id="upcoming" ref={headingRef} tabIndex={-1} className="mb-4 text-2xl">
        Upcoming events
      </h2>
      <Loaded query={dates} what="the events" loading={<CardSkeletons number={UPCOMING} />}>
        {({ products }) =>
          products.length === 0 ? (
            <EmptyState>No events are scheduled right now. Check back soon.</EmptyState>
          ) : (
            <Cards dates={chooseCards(products, large)} large={large} />
          )
        }
      </Loaded>
    </section>
  )
}

function Cards({ dates, large }: { dates: ProductDate[]; large: boolean }) {
  if (dates.length === 0) return <EmptyState action={<NextOneLink />}>Nothing else is scheduled yet.</EmptyState>
  return (
    <ul className={cardGrid}>
      {dates.map((date, index) => (
        <li key={dateKey(date)}>
          <DateCard date={date} compact sizes={cardSizes} eager={index === 0 && !large} />
        </li>
      ))}
      <li className="sm:min-h-64">
        <SeeAll />
      </li>
    </ul>
  )
}
