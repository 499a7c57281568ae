import { useQuery } from "@tanstack/react-query"
import { TriangleAlert } from "lucide-react"
import { Link } from "~/common/ui/layout/Link"
import { attentionQuery } from "~/shop/queries/staff/orders"
import type { AttentionItem } from "~/common/api/types"
import { counted, fullName } from "~/common/lib/text"
import { formatSum } from "~/common/lib/money"
import { kindLabels } from "~/shop/features/admin/orders/OrderMarks"
import { lineLink } from "~/shop/features/admin/table/cells"
import { formatMoment } from "~/common/lib/time/dates"
import { paths } from "~/shop/paths"
import { ErrorPanel } from "~/common/ui/feedback/States"
import { ReviewAction, ReviewText } from "./ReviewAction"

/** The payments and refunds that staff have to review. Renders nothing if there are none. */
export function ReviewList() {
  const { data: reviewItems, isError, error, refetch } = useQuery(attentionQuery())
  if (!reviewItems && isError)
    return (
      <div className="mb-6">
        <ErrorPanel what="the problems" message={error.message} onRetry={() => void refetch()} />
      </div>
    )
  if (!reviewItems || reviewItems.length === 0) return null
  return (
    <section
      aria-labelledby="attention"
      className="mb-6 rounded-card border-2 border-warn bg-warn-bg p-4 text-ink lg:p-5"
    >
      <h2 id="attention" className="mb-2 flex items-center gap-2">
        <TriangleAlert aria-hidden size={22} className="shrink-0 text-warn" />
        {counted(reviewItems.length, "problem needs", "problems need")} attention
      </h2>
      <ul className="grid gap-3">
        {reviewItems.map((item) => (
          <ReviewRow key={item.kind + item._id + item.since} item={item} />
        ))}
      </ul>
    </section>
  )
}

function ReviewRow({ item }: { item: AttentionItem }) {
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-2 rounded-md border border-hair bg-paper p-3">
      <div className="grid min-w-0 flex-1 basis-72 gap-1">
        <p className="flex flex-wrap items-center gap-x-3 font-bold">
          <span>{kindLabels[item.kind]}</span>
          <span className="money">{formatSum(item)}</span>
        </p>
        <ReviewText item={item} />
        <p className="flex flex-wrap items-center gap-x-4 text-sm text-ink-2">
          <span>Since {formatMoment(item.since)}</span>
          {item.buyer && (
            <Link to={paths.order(item._id)} className={lineLink}>
              <span>
                Order <code>{item.number}</code> of {fullName(item.buyer)}
              </span>
            </Link>
          )}
        </p>
      </div>
      <ReviewAction item={item} />
    </li>
  )
}
