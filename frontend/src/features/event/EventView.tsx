import { ArrowLeft, MapPin, Repeat } from "lucide-react"
import { lazy, Suspense, useMemo, useRef } from "react"
import { Link } from "react-router-dom"
import type { ProductDetail } from "~/api/types"
import { BookingBox, DateNotice } from "~/features/event/booking/BookingBox"
import { useBooking, type Booking } from "~/features/event/booking/useBooking"
import { useWaiting } from "~/features/event/waiting/useWaiting"
import { EventFacts } from "./EventFacts"
import { eventTexts, type EventTexts } from "~/shared/card/eventTexts"
import { DateActions } from "~/features/event/addToCalendar/DateActions"
import { MoreEvents } from "~/features/event/related/MoreEvents"
import { useTitle } from "~/layout/Page"
import { mapLink } from "~/lib/mapLink"
import { paragraphs } from "~/lib/text/paragraphs"
import { paths } from "~/paths"
import { shop } from "~/state/shop"
import { Coaster } from "~/shared/card/Coaster"
import { Picture } from "~/ui/pictures/Picture"
import { PlaceText } from "~/ui/layout/PlaceText"
import { SubscribeLink } from "~/layout/subscribe/SubscribeLink"
import { WhenParts } from "~/ui/time/WhenParts"
import { YourTime } from "~/ui/time/YourTime"

const HiddenNotice = lazy(() => import("./HiddenNotice"))
const BookingBar = lazy(async () => ({ default: (await import("~/features/event/booking/laterParts")).BookingBar }))

const RaisedSoFar = lazy(() => import("~/shared/giving/RaisedSoFar"))

/** The `sizes` of the image at the top. The server's page preloads the image with the same value. */
const faceSizes = "(min-width: 60rem) 41rem, (min-resolution: 2.5dppx) 60vw, 88vw"

/** One column on a phone, with the booking box right below the date. On a large screen, the box is sticky on the right. */
export function EventView({ product }: { product: ProductDetail }) {
  useTitle(product.name)
  const booking = useBooking(product)
  const waiting = useWaiting(product, booking)
  const box = useRef<HTMLElement>(null)
  const texts = eventTexts(product, booking, shop())
  return (
    <>
      <article
        data-frame={texts.frame}
        className="wrap grid gap-6 py-4 lg:grid-cols-12 lg:grid-rows-[auto_auto_1fr] lg:gap-x-10 lg:py-10"
      >
        <Face product={product} texts={texts} date={booking.date} />
        <div className="lg:col-span-5 lg:row-span-3">
          <div className="lg:sticky lg:top-[calc(var(--header-h)+1.5rem)]">
            {booking.date ? (
              <BookingBox ref={box} product={product} date={booking.date} booking={booking} waiting={waiting} />
            ) : (
              <Suspense>
                <DateNotice product={product} booking={booking} />
              </Suspense>
            )}
          </div>
        </div>
        {booking.date && (
          <div className="lg:col-span-7">
            <EventFacts product={product} texts={texts} startTime={booking.date.startTime} />
          </div>
        )}
        <Details product={product} booking={booking} />
        {booking.date && waiting.state?.kind !== "offer" && (
          <Suspense>
            <BookingBar booking={booking} box={box} />
          </Suspense>
        )}
      </article>
      <MoreEvents product={product} dates={booking.dates} date={booking.date} />
      {product.hasGoal && (
        <Suspense>
          <RaisedSoFar of={{ product: product._id, startTime: (booking.date ?? product).startTime }} />
        </Suspense>
      )}
    </>
  )
}

interface FaceProps {
  product: ProductDetail
  texts: EventTexts
  date: Booking["date"]
}

function Face({ product, texts, date }: FaceProps) {
  return (
    <div className="grid content-start gap-4 lg:col-span-7 lg:gap-5">
      <Picture image={product.image} sizes={faceSizes} eager className="rounded-card border-3 border-[var(--frame)]" />
      {product.status !== "published" && (
        <Suspense>
          <HiddenNotice status={product.status} />
        </Suspense>
      )}
      <div className="flex flex-wrap items-center gap-4">
        <Coaster {...texts.badge} />
        <h1 className="min-w-1/2 flex-1">{product.name}</h1>
      </div>
      <div>
        <p className="text-lg leading-snug font-semibold">
          <WhenParts {...texts.when} />
        </p>
        <p className="text-sm text-ink-2">{texts.typeLine}</p>
        <p className="flex min-h-6 flex-wrap gap-x-4 text-sm text-ink-2">
          {product.isRecurring ? (
            <span className="inline-flex items-center gap-1">
              <Repeat aria-hidden size={16} /> Repeats
            </span>
          ) : (
            "One date only"
          )}
          <YourTime at={(date ?? product).startTime} timeZone={shop().timeZone} />
        </p>
      </div>
    </div>
  )
}

function Details({ product, booking }: { product: ProductDetail; booking: Booking }) {
  return (
    <div className="grid content-start gap-6 lg:col-span-7">
      <div className="grid max-w-measure gap-3">
        {paragraphs(product.description).map((text) => (
          <p key={text}>{text}</p>
        ))}
      </div>
      <Place eventLocation={product.eventLocation} />
      <div className="grid gap-2">
        <DateActions product={product} date={booking.date} />
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
    </div>
  )
}

function Place({ eventLocation }: { eventLocation: string }) {
  const map = useMemo(() => mapLink(eventLocation), [eventLocation])
  if (!map) return null
  return (
    <section aria-labelledby="place">
      <h2 id="place" className="mb-1">
        Where
      </h2>
      <p>
        <PlaceText place={eventLocation} />
      </p>
      <a
        href={map}
        target="_blank"
        rel="noopener noreferrer"
        className="inline-flex min-h-tap items-center gap-2 font-semibold underline"
      >
        <MapPin aria-hidden size={18} />
        Open map <span className="sr-only">(opens in a new tab)</span>
      </a>
    </section>
  )
}
