/** The facts of an event, and what else there is. Loads right after the page, because a phone doesn't show it at first. */
import { ArrowLeft } from "lucide-react"
import { memo, type ReactNode } from "react"
import { Link } from "~/common/ui/layout/Link"
import type { Access, CanceledDate, Occurrence, ProductDetail } from "~/common/api/types"
import { DateActionButtons } from "./DateActionButtons"
import { LastTournament } from "./related/LastTournament"
import { RelatedEvents } from "./related/RelatedEvents"
import SubscribeLink from "~/shop/layout/SubscribeLink"
import { useFocusOnHash } from "~/shop/layout/useFocusOnHash"
import { formatMoney, formatRate } from "~/common/lib/money"
import { counted } from "~/common/lib/text"
import { formatDateOption } from "~/common/lib/time/dates"
import { serverNow } from "~/common/lib/time/serverClock"
import { paths } from "~/shop/paths"
import { accessText } from "~/shop/shared/accessText"
import { venueOf } from "~/shop/shared/card/eventTexts"
import type { EventTexts } from "~/shop/features/event/eventTexts"
import { venueAt } from "~/shop/shared/venue"
import { useGoing } from "~/shop/shared/nextUp/going"
import { shop } from "~/shop/state/shop"
import { useInView } from "~/common/ui/hooks/useInView"
import { Fold } from "~/common/ui/layout/Fold"
import { YourTime } from "~/common/ui/time/When"

interface FactsAndLinksProps {
  product: ProductDetail
  texts: EventTexts
  /** The chosen date. */
  date: Occurrence | undefined
}

/** The facts of the date, and what to do with them. */
export function FactsAndLinks({ product, texts, date }: FactsAndLinksProps) {
  return (
    <>
      {date && <EventFacts {...{ product, texts, date }} />}
      <div className="grid content-start gap-2 lg:col-span-7">
        <div className="flex min-h-tap flex-wrap gap-3">
          <DateActionButtons product={product} date={date} />
        </div>
        {product.isRecurring && product.status === "published" && (
          <SubscribeLink path={paths.eventCalendar(product._id)} name={product.name} className="justify-self-start">
            Subscribe to this series
          </SubscribeLink>
        )}
        <Link
          to={paths.home()}
          className="inline-flex min-h-tap items-center gap-2 justify-self-start font-semibold underline"
        >
          <ArrowLeft aria-hidden size={18} />
          Go Back
        </Link>
      </div>
    </>
  )
}

interface MoreEventsProps {
  product: ProductDetail
  /** The upcoming dates, in order. */
  dates: readonly Occurrence[]
  /** The chosen date. */
  date: Occurrence | undefined
  /** The past date that was asked for, as in the page's address. */
  past: string | null
}

/**
 * Below an event: the standings of its last date or of the past one that was asked for, the next dates of its series,
 * and similar events. They ask for their data when they are scrolled near.
 * Memoized, so that changes in the booking box don't render them again.
 */
export const MoreEvents = memo(function MoreEvents({ product, dates, date, past }: MoreEventsProps) {
  const { _id, category, eventLocation, startTime, canceledDates = [] } = product
  const next = date ? nextDates(dates, canceledDates, date) : [] // without one, the nearest ones are offered above
  const [place, near] = useInView()
  const heading = useFocusOnHash("#similar-events")
  return (
    <div ref={place} className="wrap">
      {near && Date.parse(startTime) <= serverNow() && (
        <LastTournament product={_id} past={past} heading={headingLook} />
      )}
      {next.length > 0 && (
        <section aria-labelledby="more-dates" className="pb-10">
          <h2 id="more-dates" className={headingLook}>
            More dates
          </h2>
          <NextDates product={product} dates={next} />
        </section>
      )}
      <section aria-labelledby="similar-events" className="pb-10 has-[[data-missing]]:hidden">
        <h2 ref={heading} id="similar-events" tabIndex={-1} className={headingLook}>
          Similar events
        </h2>
        {near ? (
          <RelatedEvents excludedId={_id} category={category} eventLocation={eventLocation} />
        ) : (
          <div className="h-[64rem] sm:h-[40rem]" /> // about as high
        )}
      </section>
    </div>
  )
})

const headingLook = "mb-4 scroll-mt-[var(--spacing-header)] border-t-2 border-hair pt-6"

const MAX_DATES = 4

type NextDate = Occurrence | CanceledDate

/** The next few dates after the chosen one, and the canceled ones among them. */
function nextDates(dates: readonly Occurrence[], canceled: readonly CanceledDate[], date: Occurrence): NextDate[] {
  return [...dates, ...canceled]
    .filter(({ startTime }) => startTime > date.startTime)
    .sort((a, b) => a.startTime.localeCompare(b.startTime))
    .slice(0, MAX_DATES)
}

/** Links to these dates, with their seats left. */
function NextDates({ product: { _id, name }, dates }: { product: ProductDetail; dates: NextDate[] }) {
  return (
    <ul aria-label={`Next dates of ${name}`} className="grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
      {dates.map((date) => (
        <li key={date.startTime}>
          {"reason" in date ? (
            <p className="h-full rounded-md border border-line px-3 py-2 text-ink-2">
              <s className="block font-semibold">{formatDateOption(date.startTime)}</s>{" "}
              <span className="text-sm wrap-anywhere">Canceled: {date.reason}</span>
            </p>
          ) : (
            <NextDateLink product={_id} date={date} />
          )}
        </li>
      ))}
    </ul>
  )
}

/** A date with its seats left, or for a user who has seats, with its ticket. */
function NextDateLink({ product, date }: { product: string; date: Occurrence }) {
  const { startTime, countInStock, elsewhere } = date
  const going = useGoing(product, startTime)
  return (
    <Link
      to={going?.to ?? paths.event(product, startTime)}
      className="block h-full rounded-md border border-line bg-paper px-3 py-2 text-ink no-underline hover:bg-malt"
    >
      <span className="block font-semibold underline">{formatDateOption(startTime)}</span>{" "}
      <span className="flex min-h-6 flex-wrap gap-x-3 text-sm text-ink-2">
        <span className="count">
          {going?.text ?? (countInStock > 0 ? `${counted(countInStock, "seat")} left` : "Sold Out!")}
        </span>
        {elsewhere && <span>{`at ${venueOf(elsewhere.eventLocation)}`}</span>}
        <YourTime at={startTime} />
      </span>
    </Link>
  )
}

interface EventFactsProps {
  product: ProductDetail
  texts: EventTexts
  date: Occurrence
}

/** The event's facts, without empty optional ones. Folded: the page says the seats left and what is paid above. */
function EventFacts({ product, texts, date }: EventFactsProps) {
  const venue = venueAt(product, date)
  const facts: [name: string, value: ReactNode][] = [
    [
      "Ticket Price",
      <Price
        key="price"
        price={texts.listPrice}
        taxRate={texts.listPrice === texts.price ? 0 : (venue.taxRate ?? shop().taxRate)}
        forMembers={memberPriceText(product)}
      />,
    ],
    ["Seats Available?", texts.available],
    ["Category", product.category],
    ["Card Set", product.cardSet],
    ["Format", product.format],
    ["Access", access(venue)],
  ]
  return (
    <div className="lg:col-span-7">
      <Fold title="Event details">
        <SeatMeter text={texts.seatsTaken} share={texts.share} />
        <dl className="grid grid-cols-2 gap-x-6 gap-y-3 sm:grid-cols-3">
          {facts
            .filter(([, value]) => value)
            .map(([name, value]) => (
              <Fact key={name} name={name} className={name === "Access" && "col-span-full"}>
                {value}
              </Fact>
            ))}
        </dl>
      </Fold>
    </div>
  )
}

/** "Step-free · quiet corner", and the organizer's note. */
function access(venue: Access): ReactNode {
  const line = accessText(venue)
  if (!line && !venue.accessNote) return null
  return (
    <>
      {line}
      {venue.accessNote && <span className={line ? small : undefined}>{venue.accessNote}</span>}
    </>
  )
}

const small = "block text-sm font-normal text-ink-2"

interface PriceProps {
  price: string
  /** Of the tax that is added to the price; 0 for none. */
  taxRate: number
  forMembers: string
}

function Price({ price, taxRate, forMembers }: PriceProps) {
  return (
    <>
      <span className="money">{price}</span>
      {taxRate > 0 && <span className={small}>{`Before sales tax (${formatRate(taxRate)}).`}</span>}
      {forMembers && <span className={small}>{forMembers}</span>}
    </>
  )
}

/** "Members pay $8.00 for one seat." A member has the price for so many seats of a date, in all orders. */
function memberPriceText({ memberPrice, memberSeats }: ProductDetail): string {
  if (memberPrice == null) return ""
  const price = formatMoney(memberPrice)
  if (shop().pricePer !== "seat") return `Members pay ${price}.`
  return memberSeats === 1
    ? `Members pay ${price} for one seat.`
    : `Members pay ${price} a seat, up to ${memberSeats} seats.`
}

function SeatMeter({ text, share }: { text: string; share: string }) {
  return (
    <div>
      <p className="count font-semibold">{text}</p>
      <svg
        aria-hidden
        className="mt-1.5 h-3 w-full overflow-hidden rounded-pill border border-line"
        preserveAspectRatio="none"
      >
        <rect width="100%" height="100%" className="fill-malt" />
        <rect width={share} height="100%" className="fill-[var(--frame)]" />
      </svg>
    </div>
  )
}

function Fact({ name, className, children }: { name: string; className?: string | false; children: ReactNode }) {
  return (
    <div className={className || undefined}>
      <dt className="text-sm text-ink-2">{name}</dt>
      <dd className="text-lg leading-snug font-semibold">{children}</dd>
    </div>
  )
}
