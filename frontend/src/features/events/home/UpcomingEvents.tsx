import type { UseQueryResult } from "@tanstack/react-query"
import { ArrowRight } from "lucide-react"
import type { Ref } from "react"
import { Link } from "react-router-dom"
import type { ProductDate, ProductDateList } from "~/api/types"
import { CardSkeletons, cardGrid, cardSizes, DateCard, dateKey } from "~/features/events/DateCard"
import { paths } from "~/paths"
import { CardBack } from "~/ui/CardBack"
import { EmptyState, Loaded } from "~/ui/States"

const UPCOMING = 5

interface UpcomingEventsProps {
  dates: UseQueryResult<ProductDateList>
  headingRef: Ref<HTMLHeadingElement>
}

/** The next five dates, and the way to all the others. */
export function UpcomingEvents({ dates, headingRef }: UpcomingEventsProps) {
  return (
    <section id="events" aria-labelledby="upcoming" className="wrap py-6 lg:py-12">
      <h2 id="upcoming" ref={headingRef} tabIndex={-1} className="mb-4 text-2xl outline-none">
        Next at the table
      </h2>
      <Loaded query={dates} what="the events" loading={<CardSkeletons number={UPCOMING} />}>
        {(list) => <Cards dates={list.products.slice(0, UPCOMING)} />}
      </Loaded>
    </section>
  )
}

function Cards({ dates }: { dates: ProductDate[] }) {
  if (dates.length === 0) return <EmptyState>No events are planned right now. Look in again soon.</EmptyState>
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

/** A button on a phone; from 40rem on the rest of the deck, face down. */
function SeeAll() {
  return (
    <Link
      to={paths.dates()}
      className="group relative flex min-h-tap items-center justify-center overflow-hidden rounded-md border border-line bg-paper p-3 font-semibold text-ink no-underline hover:bg-malt sm:h-full sm:rounded-card sm:border-3 sm:border-felt-2 sm:bg-felt sm:hover:bg-felt"
    >
      <CardBack className="absolute inset-0 hidden size-full sm:block" />
      <span className="relative inline-flex items-center gap-2 sm:mt-56 sm:rounded-md sm:bg-foam sm:px-4 sm:py-2 sm:group-hover:underline">
        See all events
        <ArrowRight aria-hidden size={18} />
      </span>
    </Link>
  )
}
