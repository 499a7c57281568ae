import { ArrowRight } from "lucide-react"
import type { ComponentProps } from "react"
import { Link } from "~/common/ui/layout/Link"
import type { ProductDate } from "~/common/api/types"
import { paths } from "~/shop/paths"
import { EventCard } from "~/shop/shared/card/EventCard"
import { eventTile } from "~/shop/shared/card/eventTexts"
import { useGoing } from "~/shop/shared/nextUp/going"
import { useHeldSeats } from "~/shop/shared/offers"
import { shop } from "~/shop/state/shop"
import { Skeleton } from "~/common/ui/feedback/States"
import { CardBack } from "~/common/ui/pictures/CardBack"
import { useNow } from "~/common/ui/time/useNow"

type DateCardProps = { date: ProductDate } & Omit<
  ComponentProps<typeof EventCard>,
  "tile" | "href" | "nextHref" | "going"
>

/** The card of one date in the server's lists, linked to that date. */
export function DateCard({ date, ...card }: DateCardProps) {
  const tile = eventTile(date, shop(), useNow(), useHeldSeats(date))
  const next = date.nextOpenStartTime
  return (
    <EventCard
      {...card}
      tile={tile}
      going={useGoing(date._id, date.startTime)}
      href={paths.event(date._id, date.startTime)}
      nextHref={next ? paths.event(date._id, next) : undefined}
    />
  )
}

/** A unique key for a date: all dates of an event have the same ID. */
export function dateKey({ _id, startTime }: Pick<ProductDate, "_id" | "startTime">): string {
  return `${_id}@${startTime}`
}

/** One column on a phone, two from 40rem, three on a large screen. */
export const cardGrid = "card-grid grid gap-4 sm:grid-cols-2 sm:gap-5 lg:grid-cols-3"

/** On phones, the card shows a cropped part of a larger image. */
export const cardSizes = "(min-width: 60rem) 23rem, (min-width: 40rem) 47vw, 14rem"

/** Placeholders while the cards load. */
export function CardSkeletons({ number }: { number: number }) {
  return (
    <div className={cardGrid}>
      {Array.from({ length: number }, (_, index) => (
        <Skeleton key={index} className="h-66 rounded-card sm:h-[30rem]" />
      ))}
    </div>
  )
}

/** Returns the first date after `now` of each event. The dates are sorted already. */
export function nextOfEach(dates: readonly ProductDate[], now: number): ProductDate[] {
  const next = new Map<string, ProductDate>()
  for (const date of dates) {
    if (new Date(date.startTime).getTime() > now && !next.has(date._id)) next.set(date._id, date)
  }
  return [...next.values()]
}

/** The link to all events: a button on phones, the back of a card from 40rem. */
export function SeeAll({ to = paths.allDates(), text = "See all events" }) {
  return (
    <Link
      to={to}
      className="group relative flex min-h-tap items-center justify-center overflow-hidden rounded-md border border-line bg-paper p-3 font-semibold text-ink no-underline hover:bg-malt sm:h-full sm:rounded-card sm:border-3 sm:border-felt-2 sm:bg-felt sm:hover:bg-felt"
    >
      <CardBack className="absolute inset-0 hidden size-full sm:block" />
      <span className="relative inline-flex items-center gap-2 sm:mt-56 sm:rounded-md sm:bg-foam sm:px-4 sm:py-2 sm:group-hover:underline">
        {text}
        <ArrowRight aria-hidden size={18} />
      </span>
    </Link>
  )
}
