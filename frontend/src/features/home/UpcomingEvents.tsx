import type { UseQueryResult } from "@tanstack/react-query"
import type { Ref } from "react"
import { Link } from "react-router-dom"
import type { ProductDate, ProductDateList } from "~/api/types"
import { paths } from "~/paths"
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

/** The next five dates, without the event that is in the hero of a large screen, and links to all of them. */
export function UpcomingEvents({ dates, headingRef }: UpcomingEventsProps) {
  const large = useLargeScreen()
  const total = dates.data?.total ?? 0
  const seeAll = total > 1 ? `See all ${total} dates` : "See all events"
  return (
    <section id="events" aria-labelledby="upcoming" className="wrap py-6 lg:py-12">
      <div className="mb-4 items-center justify-between lg:flex lg:min-h-tap">
        <h2 id="upcoming" ref={headingRef} tabIndex={-1} className="text-2xl">
          Upcoming events
        </h2>
        {total > 1 && (
          <Link
            to={paths.allDates()}
            className="inline-flex min-h-tap items-center font-semibold underline max-lg:hidden"
          >
            {seeAll}
          </Link>
        )}
      </div>
      <Loaded query={dates} what="the events" loading={<CardSkeletons number={UPCOMING} />}>
        {({ products }) =>
          products.length === 0 ? (
            <EmptyState>No events are scheduled right now. Check back soon.</EmptyState>
          ) : (
            <Cards dates={chooseCards(products, large)} {...{ large, seeAll }} />
          )
        }
      </Loaded>
    </section>
  )
}

function Cards({ dates, large, seeAll }: { dates: ProductDate[]; large: boolean; seeAll: string }) {
  if (dates.length === 0) return <EmptyState action={<NextOneLink />}>Nothing else is scheduled yet.</EmptyState>
  return (
    <ul className={cardGrid}>
      {dates.map((date, index) => (
        <li key={dateKey(date)}>
          <DateCard date={date} compact sizes={cardSizes} eager={index === 0 && !large} />
        </li>
      ))}
      <li className="sm:min-h-64">
        <SeeAll to={paths.allDates()} text={seeAll} />
      </li>
    </ul>
  )
}
