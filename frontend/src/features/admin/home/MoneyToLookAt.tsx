import { useQuery } from "@tanstack/react-query"
import { TriangleAlert } from "lucide-react"
import { Link } from "react-router-dom"
import { attentionQuery, type ReviewItem } from "~/api/queries/staff/orders"
import { kindLabels } from "~/features/admin/orders/review/reviewItems"
import { rowLink } from "~/features/admin/table/cells"
import { paths } from "~/paths"
import { Badge } from "~/ui/feedback/Badge"
import { ErrorPanel } from "~/ui/feedback/States"

type Kind = ReviewItem["kind"]
const kinds = Object.keys(kindLabels) as Kind[]

/** How many payments and refunds staff have to look at, by kind, with links to them in the Order Log. */
export function MoneyToLookAt() {
  const { data: items, isError, error, refetch } = useQuery(attentionQuery())
  if (!items && isError)
    return <ErrorPanel what="the money to look at" message={error.message} onRetry={() => void refetch()} />
  if (!items || items.length === 0) return null
  const count = (kind: Kind) => items.filter((item) => item.kind === kind).length
  return (
    <section aria-labelledby="money" className="rounded-card border-2 border-warn bg-warn-bg p-4 text-ink">
      <h2 id="money" className="mb-1 flex items-center gap-2 font-text text-lg font-bold">
        <TriangleAlert aria-hidden size={22} className="shrink-0 text-warn" />
        Money to look at
      </h2>
      <ul className="flex flex-wrap gap-x-8 gap-y-6 lg:gap-y-1">
        {kinds.filter(count).map((kind) => (
          <li key={kind} className="flex items-center gap-2">
            <Link to={logOf(kind)} className={rowLink}>
              {kindLabels[kind]}
            </Link>
            <Badge look="warning">{count(kind)}</Badge>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The Order Log lists all of them at its top. Those that have a status are also its only rows. */
const logOf = (kind: Kind) =>
  kind === "review" || kind === "refund_due" ? paths.ordersOf({ status: kind }) : paths.adminList("orders")
