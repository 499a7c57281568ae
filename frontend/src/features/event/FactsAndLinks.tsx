import { ArrowLeft } from "lucide-react"
import { Link } from "react-router-dom"
import type { Occurrence, ProductDetail } from "~/api/types"
import { DateActions } from "~/features/event/addToCalendar/DateActions"
import { SubscribeLink } from "~/layout/subscribe/SubscribeLink"
import { paths } from "~/paths"
import type { EventTexts } from "~/shared/card/eventTexts"
import { EventFacts } from "./EventFacts"

interface FactsAndLinksProps {
  product: ProductDetail
  texts: EventTexts
  /** The chosen date. */
  date: Occurrence | undefined
}

/** What an event has below its booking box. */
export function FactsAndLinks({ product, texts, date }: FactsAndLinksProps) {
  return (
    <>
      {date && <EventFacts product={product} texts={texts} startTime={date.startTime} />}
      <div className="grid content-start gap-2 lg:col-span-7">
        <DateActions product={product} date={date} />
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
