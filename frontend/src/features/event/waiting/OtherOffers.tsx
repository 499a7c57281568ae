import { Link } from "react-router-dom"
import type { ProductDetail } from "~/api/types"
import { formatDateOption } from "~/lib/time/dates"
import { formatDeadline } from "~/lib/time/until"
import { paths } from "~/paths"
import { shop } from "~/state/shop"
import { Notice } from "~/ui/feedback/Notice"
import { heldText } from "./texts"
import type { Offered } from "./useWaiting"

interface OtherOffersProps {
  product: ProductDetail
  offers: readonly Offered[]
  onLeave: () => void
}

/** "2 seats are held for you on Fri, Dec 11 · 7:00 PM until Thu, Dec 10 · 6:00 PM PST.", with a link to that date. */
export function OtherOffers({ product, offers, onLeave }: OtherOffersProps) {
  const { timeZone } = shop()
  return offers.map(({ _id, startTime, offer }) => (
    <Notice key={_id} look="success">
      {heldText(offer.seats)} on{" "}
      <Link
        to={paths.event(product._id, startTime)}
        replace
        preventScrollReset
        onClick={onLeave}
        className="inline-block font-semibold underline"
      >
        {formatDateOption(startTime, timeZone)}
      </Link>{" "}
      until <span className="inline-block">{formatDeadline(offer.until, timeZone)}.</span>
    </Notice>
  ))
}
