import { useSearchParams } from "react-router-dom"
import type { Occurrence, ProductDetail } from "~/api/types"
import { AddToCalendar } from "./AddToCalendar"
import { ShareButton } from "./ShareButton"
import { paths } from "~/paths"

/** Shares the link of the date in the URL, or of the event if there is none. */
export default function DateActionButtons({ product, date }: { product: ProductDetail; date: Occurrence | undefined }) {
  const [search] = useSearchParams()
  return (
    <>
      {date && <AddToCalendar product={product} date={date} />}
      <ShareButton title={product.name} path={paths.event(product._id, search.get("rsvpDate") ?? undefined)} />
    </>
  )
}
