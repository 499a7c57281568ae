import { useSearchParams } from "react-router-dom"
import { canceledText } from "./canceledText"
import type { CanceledDate, ProductDetail } from "~/api/types"
import { paths } from "~/paths"
import { shop } from "~/state/shop"
import { LinkButton } from "~/ui/layout/Button"

/** Why the event has no date to book. */
export default function PastNotice({ product, asked }: { product: ProductDetail; asked: CanceledDate | undefined }) {
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
            : "This date has passed."}
      </p>
      <LinkButton to={paths.dates()}>See all events</LinkButton>
    </section>
  )
}
