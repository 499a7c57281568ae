import { useSearchParams } from "react-router-dom"
import type { Occurrence, ProductDetail } from "~/api/types"
import { AddToCalendar } from "./AddToCalendar"
import { ShareButton } from "./ShareButton"
import { paths } from "~/paths"

/** What is shared is the date of the address, where it names one. */
export default function KeepButtons({ product, date }: { product: ProductDetail; date: Occurrence | undefined }) {
  const [search] = useSearchParams()
  return (
    <>
      {date && <AddToCalendar product={product} date={date} />}
      <ShareButton title={product.name} path={paths.event(product._id, search.get("rsvpDate") ?? undefined)} />
    </>
  )
}
