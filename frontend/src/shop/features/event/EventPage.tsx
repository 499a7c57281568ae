import { useQuery } from "@tanstack/react-query"
import clsx from "clsx"
import { MapPin, Repeat } from "lucide-react"
import { useLayoutEffect, useMemo, useRef, useState } from "react"
import { useParams } from "react-router-dom"
import { Link } from "~/common/ui/layout/Link"
import { isRefusal } from "~/common/api/client"
import { productQuery } from "~/shop/queries/products"
import type { AskedDate, ProductDetail } from "~/common/api/types"
import { Actions } from "~/shop/features/event/booking/Actions"
import { BookingBox } from "~/shop/features/event/booking/BookingBox"
import { type DateChoice, useBooking } from "~/shop/features/event/booking/useBooking"
import { useWaiting } from "~/shop/features/event/waiting/useWaiting"
import NotFound from "~/shop/layout/NotFound"
import { Page, useTitle } from "~/shop/layout/Page"
import { paragraphs } from "~/shop/shared/paragraphs"
import { paths } from "~/shop/paths"
import { Coaster } from "~/shop/shared/card/EventCard"
import { useGoing } from "~/shop/shared/nextUp/going"
import { type LateLink, useLateLink } from "~/shop/features/event/lateLink"
import { eventTexts, type EventTexts } from "~/shop/features/event/eventTexts"
import { venueAt } from "~/shop/shared/venue"
import { shop } from "~/shop/state/shop"
import { Notice } from "~/common/ui/feedback/Notice"
import { ErrorPanel, Loading, Skeleton } from "~/common/ui/feedback/States"
import { LinkButton } from "~/common/ui/layout/Button"
import { latePart, orNothing } from "~/common/ui/layout/latePart"
import { PlaceText } from "~/common/ui/layout/PlaceText"
import { mapLink } from "~/shop/shared/mapLink"
import { Picture } from "~/common/ui/pictures/Picture"
import { WhenParts, YourTime } from "~/common/ui/time/When"

const PastDate = latePart(() => import("~/shop/features/event/dates/PastDate"), {
  waiting: ({ loading }) => <>{loading}</>,
})
const AtTheDoor = latePart(() => import("./AtTheDoor"), { waiting: () => <Skeleton className="h-80 rounded-card" /> })
const BookingBar = latePart(
  async () => ({ default: (await import("~/shop/features/event/booking/CartAndOrder")).BookingBar }),
  orNothing,
)
// In one file, so that they appear together.
const FactsAndLinks = latePart(async () => ({ default: (await import("./EventDetails")).FactsAndLinks }))
const MoreEvents = latePart(async () => ({ default: (await import("./EventDetails")).MoreEvents }))
const RaisedSoFar = latePart(() => import("~/shop/shared/giving/RaisedSoFar"), orNothing)

/** /product/:id?rsvpDate= */
export default function EventPage() {
  const { id = "" } = useParams()
  const product = useQuery(productQuery(id))
  if (isRefusal(product.error, 404)) return <NotFound /> // even if it was there before
  if (product.data) return <EventView key={id} product={product.data} />
  if (product.isPending) return <EventSkeleton />
  return (
    <Page title="Error: Event" heading="Event">
      <ErrorPanel what="this event" onRetry={() => void product.refetch()} />
    </Page>
  )
}

function EventSkeleton() {
  return (
    <Page title="Event" quietHeading>
      <Loading text="Loading this event…" className="grid gap-6 lg:grid-cols-12 lg:gap-10">
        <div className="grid content-start gap-4 lg:col-span-7">
          <Skeleton className="aspect-video rounded-card" />
          <Skeleton className="h-14 w-4/5" />
          <Skeleton className="h-24" />
        </div>
        <Skeleton className="h-96 rounded-card lg:col-span-5" />
      </Loading>
    </Page>
  )
}

const DOOR_LINK_ENDED = "This code is no longer valid. Ask at the door for a new one, or choose another date."

/** The `sizes` of the image at the top. The server's page preloads the image with the same value. */
const faceSizes = "(min-width: 60rem) 41rem, (min-resolution: 2.5dppx) 60vw, 88vw"

/**
 * On a phone, what a visitor decides by, the booking box, and then the facts and what else the event has. On a large
 * screen, the box is sticky on the right.
 */
function EventView({ product }: { product: ProductDetail }) {
  useTitle(product.name)
  const booking = useBooking(product)
  const waiting = useWaiting(product, booking)
  const late = useLateLink(product)
  const isLate = late !== null && late !== "ended"
  const [actions, setActions] = useState<HTMLElement | null>(null)
  const { chosenDate, chosenSeats } = booking
  const { date, dates, asked, asking } = chosenDate
  // A date that can't be booked is shown, too, but not one that the event doesn't have.
  const shown = date ?? timesOf(asked) ?? product
  const offered = waiting.state?.kind === "offer" ? waiting.state.entry.offer.seats : 0
  const texts = eventTexts(product, { ...chosenSeats, date: shown }, shop(), offered)
  const past = asked?.state === "over" ? asked.startTime : null
  return (
    <>
      <article
        data-frame={texts.frame}
        className="wrap grid gap-6 py-4 lg:grid-cols-12 lg:grid-rows-[auto_auto_1fr] lg:gap-x-10 lg:py-10"
      >
        <Face {...{ product, texts, chosenDate, late }} startTime={shown.startTime} />
        <div className="lg:col-span-5 lg:row-span-3">
          <div className="grid gap-6 lg:sticky lg:top-[calc(var(--spacing-header)+1.5rem)]">
            {isLate && <AtTheDoor {...late} />}
            {date && !isLate && <BookingBox {...{ product, booking, waiting, date }} actions={setActions} />}
            {!date && !isLate && !asked && !asking && product.status === "published" && <NoDates />}
            {product.hasGoal && (
              <div className="min-h-31">
                <RaisedSoFar of={{ product: product._id, startTime: shown.startTime }} className="" />
              </div>
            )}
            <p className="text-sm text-ink-2">{shop().cause}</p>
          </div>
        </div>
        <FactsAndLinks {...{ product, texts, date }} />
        {date && !isLate && waiting.state?.kind !== "offer" && (
          <BookingBar {...{ booking, actions }}>
            <Actions {...{ product, date, booking }} onRefused={() => actions?.scrollIntoView({ block: "center" })} />
          </BookingBar>
        )}
      </article>
      <MoreEvents {...{ product, dates, date, past }} />
    </>
  )
}

function timesOf(asked: AskedDate | undefined) {
  return asked?.startTime && asked.endTime ? { startTime: asked.startTime, endTime: asked.endTime } : undefined
}

/** A series whose dates are all over, and no link to one of them. */
function NoDates() {
  return (
    <section className="grid justify-items-start gap-3 panel p-5">
      <p className="text-lg font-semibold">All dates of this event have passed.</p>
      <LinkButton to={paths.allDates()}>See all events</LinkButton>
    </section>
  )
}

/** As high as what follows. The first view of a past date has the same room. */
const loadingPastDate = <Skeleton className="min-h-54 rounded-card lg:min-h-47" />

interface FaceProps {
  product: ProductDetail
  texts: EventTexts
  chosenDate: DateChoice
  startTime: string
  /** If the date is on sale at the door, others need not be offered. */
  late: LateLink
}

/** Keep templates/first_view/event.html alike: the server draws the same. */
function Face({ product, texts, chosenDate: { date, asked, asking }, startTime, late }: FaceProps) {
  const isKnown = !asking && asked?.state !== "unknown"
  return (
    <div className="grid content-start gap-3 lg:col-span-7 lg:gap-5">
      <Picture
        image={product.image}
        sizes={faceSizes}
        eager
        className="rounded-card border-3 border-[var(--frame)] max-lg:aspect-8/3"
      />
      {product.status !== "published" && (
        // Staff see drafts and archived events too.
        <Notice>{`${product.status === "draft" ? "Draft" : "Hidden"}: visitors can't see this.`}</Notice>
      )}
      <div className="flex flex-wrap items-center gap-4">
        {isKnown && <Coaster {...texts.badge} />}
        <h1 className="min-w-1/2 flex-1">{product.name}</h1>
      </div>
      {late === "ended" && <Notice look="warning">{DOOR_LINK_ENDED}</Notice>}
      {asked?.text && (!late || late === "ended") && <BecameOfIt id={product._id} asked={asked} />}
      {asked?.state === "over" && asked.startTime && (
        <PastDate product={product._id} asked={asked.startTime} loading={loadingPastDate} />
      )}
      <div>
        {isKnown && (
          <p className="text-lg leading-snug font-semibold">
            <WhenParts {...texts.when} />
          </p>
        )}
        <p className="flex min-h-6 flex-wrap gap-x-4 text-sm text-ink-2">
          {product.isRecurring && (
            <span className="inline-flex items-center gap-1">
              <Repeat aria-hidden size={16} /> Repeats
            </span>
          )}
          {product.minAge && <strong>{product.minAge}+</strong>}
          {isKnown && <YourTime at={startTime} />}
        </p>
        <Place eventLocation={venueAt(product, date).eventLocation} hasMap={asked?.state !== "over"} />
        {date && <PriceOrTicket {...{ product, texts, startTime }} />}
      </div>
      <Description text={product.description} />
    </div>
  )
}

/** Takes one line in either case, because the server draws it for visitors. */
function PriceOrTicket({ product, texts, startTime }: Pick<FaceProps, "product" | "texts" | "startTime">) {
  const going = useGoing(product._id, startTime)
  return (
    <p className="flex flex-wrap items-baseline gap-x-4 text-lg leading-snug font-semibold">
      {going ? (
        <Link to={going.to} className="text-link underline">
          {going.text}
        </Link>
      ) : (
        <>
          <span className="money">{texts.price}</span>
          <span className="count">{texts.seatsLeft}</span>
        </>
      )}
    </p>
  )
}

/** What became of the date in the link, and other dates to choose, unless it only moved. */
function BecameOfIt({ id, asked: { state, text, nearest } }: { id: string; asked: AskedDate }) {
  return (
    <Notice look={state === "canceled" || state === "unknown" ? "warning" : "info"}>
      <p>{text}</p>
      {state !== "upcoming" && (
        <p className="mt-2 flex flex-wrap gap-2">
          {nearest.map(({ startTime, text }) => (
            <LinkButton key={startTime} look="secondary" to={paths.event(id, startTime)}>
              {text}
            </LinkButton>
          ))}
          {nearest.length === 0 && (
            <LinkButton look="secondary" to={paths.allDates()}>
              See all events
            </LinkButton>
          )}
        </p>
      )}
    </Notice>
  )
}

function Place({ eventLocation, hasMap }: { eventLocation: string; hasMap: boolean }) {
  const map = useMemo(() => mapLink(eventLocation), [eventLocation])
  if (!map) return null
  return (
    <div className="flex flex-wrap items-center gap-x-4">
      <p className="min-w-1/2 flex-1 leading-snug lg:min-w-0 lg:flex-none">
        <PlaceText place={eventLocation} />
      </p>
      {hasMap && (
        <a href={map} target="_blank" rel="noopener noreferrer" className="page-link gap-1">
          <MapPin aria-hidden size={18} />
          Open map <span className="sr-only">(opens in a new tab)</span>
        </a>
      )}
    </div>
  )
}

/** The whole description. On a phone, its first two lines and a button for the rest, so that the booking box is in sight. */
function Description({ text }: { text: string }) {
  const box = useRef<HTMLDivElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  const [isCut, setIsCut] = useState(false)
  useLayoutEffect(() => {
    if (isOpen || !box.current || typeof ResizeObserver === "undefined") return
    const { current } = box
    const observer = new ResizeObserver(() => setIsCut(current.scrollHeight > current.clientHeight + 1))
    observer.observe(current)
    return () => observer.disconnect()
  }, [isOpen])
  return (
    <div className="relative max-w-measure">
      <div ref={box} className={clsx("grid gap-3", !isOpen && cut)}>
        {paragraphs(text).map((part) => (
          <p key={part}>{part} </p>
        ))}
      </div>
      {isCut && (
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
          // Over the end of the second line. It is higher than the line, so that it can be tapped.
          className={clsx("inline-flex min-h-tap items-center lg:hidden", !isOpen && "absolute right-0 -bottom-2.25")}
        >
          {/* The shadow fades the letters that it would cut. */}
          <span className={clsx("bg-foam pl-1", !isOpen && "shadow-[-0.75rem_0_0.5rem_0_var(--color-foam)]")}>
            {!isOpen && <span aria-hidden>… </span>}
            <span className="font-semibold text-link underline">{isOpen ? "Less" : "More"}</span>
          </span>
        </button>
      )}
    </div>
  )
}

/** Two lines, without gaps between paragraphs. */
const cut = "max-lg:block max-lg:max-h-[calc(2em*var(--lh-text))] max-lg:overflow-hidden max-lg:*:inline"
