import { useQuery } from "@tanstack/react-query"
import { useSearchParams } from "react-router-dom"
import { recapQuery } from "~/api/queries/giving"
import type { CanceledDate, ProductDetail } from "~/api/types"
import type { Booking } from "~/features/event/booking/useBooking"
import { formatDateOption, formatDay } from "~/lib/time/dates"
import { paths } from "~/paths"
import { shop } from "~/state/shop"
import { Notice } from "~/ui/feedback/Notice"
import { LinkButton } from "~/ui/layout/Button"

interface DateNoticeProps {
  product: ProductDetail
  booking: Booking
}

/**
 * Why another date is chosen than the one in the URL, or why the event has no date to book. Nothing if the page shows
 * what became of a past date, and the next one.
 */
export default function DateNotice({ product, booking }: DateNoticeProps) {
  const recap = useQuery({ ...recapQuery(product._id, booking.past ?? ""), enabled: booking.past !== null })
  if (booking.date && (recap.isLoading || recap.data)) return null
  return booking.date ? (
    <AnotherDate booking={booking} next={booking.date.startTime} />
  ) : (
    <NoDate product={product} booking={booking} isKnown={recap.data !== undefined} />
  )
}

function AnotherDate({ booking: { answer, canceled }, next }: { booking: Booking; next: string }) {
  const { timeZone } = shop()
  return (
    <Notice look="warning" role="status">
      {canceled ? canceledText(canceled, timeZone) : reasonOf(answer)} Next:{" "}
      <span className="inline-block">{formatDateOption(next, timeZone)},</span> chosen below.
    </Notice>
  )
}

/** `isKnown`: the page shows what became of the past date. */
function NoDate({ product, booking: { answer, canceled: asked }, isKnown }: DateNoticeProps & { isKnown: boolean }) {
  const [search] = useSearchParams()
  const canceled = asked ?? (search.has("rsvpDate") ? undefined : product.canceledDates?.[0])
  if (product.status === "draft") return null
  return (
    <section className="grid justify-items-start gap-3 rounded-card border border-hair bg-paper p-5">
      <p className="text-lg font-semibold">
        {canceled
          ? canceledText(canceled, shop().timeZone)
          : product.isRecurring && !search.has("rsvpDate")
            ? "All dates of this event have passed."
            : isKnown
              ? "No next date is planned yet."
              : reasonOf(answer)}
      </p>
      <LinkButton to={paths.dates()}>See all events</LinkButton>
    </section>
  )
}

const reasonOf = (answer: Booking["answer"]) =>
  answer === "unknown" ? "This date is not on our calendar." : "This date has passed."

/** "Wed, Nov 25 is canceled. The bar has a private party." */
function canceledText({ startTime, reason }: CanceledDate, timeZone: string): string {
  return `${formatDay(startTime, timeZone)} is canceled. ${/[.!?…]$/.test(reason) ? reason : `${reason}.`}`
}
