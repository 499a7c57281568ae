import { useQuery } from "@tanstack/react-query"
import { ChevronDown } from "lucide-react"
import { historyQuery, type OrderEvent } from "~/api/queries/staff/orders"
import type { Order, OrderStatus } from "~/api/types"
import { capitalize, statusLabels } from "~/features/admin/orders/OrderMarks"
import { fullName } from "~/lib/text"
import { formatSum } from "~/lib/money"
import { formatDateTime } from "~/lib/time/dates"
import { shop } from "~/state/shop"
import { Loaded, Skeleton } from "~/ui/feedback/States"
import { useLargeScreen } from "~/ui/hooks/useLargeScreen"

/** The history of the order, oldest first. Collapsed on a phone, to keep the tickets near the top. */
export function History({ order }: { order: Order }) {
  const isLarge = useLargeScreen()
  const history = useQuery(orderHistoryQuery(order))
  const count = history.data ? ` (${history.data.length})` : ""
  return (
    <details open={isLarge} className="group min-w-0">
      <summary className="flex min-h-tap cursor-pointer list-none items-center gap-2 rounded-md font-semibold lg:-mt-[11px]">
        <ChevronDown aria-hidden size={20} className="-rotate-90 transition-transform group-open:rotate-0" />
        <h3 className="font-text text-md font-semibold">History{count}</h3>
      </summary>
      <Loaded query={history} what="the history" loading={<Skeleton className="h-40 rounded-md" />}>
        {(events) => (
          <ol aria-label="History" className="mt-2 grid gap-3 border-l-2 border-hair pl-4">
            {events.map((event, position) => (
              // The position is a stable key: events keep their place, and two of them may have the same time.
              <li key={position} className="grid gap-0.5 text-sm [overflow-wrap:anywhere]">
                <OrderEventText event={event} />
              </li>
            ))}
          </ol>
        )}
      </Loaded>
    </details>
  )
}

/** "held_until" → "Held until" */
const readable = (text: string) => capitalize(text.replaceAll("_", " ") || "none")
/** "capturing" → "Payment pending", if it is a status of orders */
const valueText = (text: string) => statusLabels[text as OrderStatus]?.label ?? readable(text)

function OrderEventText({ event }: { event: OrderEvent }) {
  const { at, did, by, reason, changes, amount, currency, paypalId, problem } = event
  return (
    <>
      <p className="text-ink-2">{formatDateTime(at, shop().timeZone)}</p>
      <p>
        <strong className="font-semibold">{capitalize(did)}</strong>
        {amount !== null && <span className="money"> · {formatSum({ amount, currency })}</span>}
        {by && <span> · {fullName(by)}</span>}
      </p>
      {reason && <p>“{reason}”</p>}
      {changes.map(({ field, before, after }) => (
        <p key={field}>
          {readable(field)}: {valueText(before)} → {valueText(after)}
        </p>
      ))}
      {problem && <p className="text-err">{problem}</p>}
      {paypalId && <p className="text-ink-2">PayPal {paypalId}</p>}
    </>
  )
}

/** The query key contains the state of the order, so that the history is refetched when it changes. */
const orderHistoryQuery = (order: Order) => historyQuery(order._id, stateOf(order))

const stateOf = ({ status, refunds, changes = [], deliveredAt }: Order) =>
  [status, deliveredAt, changes.length, ...refunds.map((refund) => refund.status)].join()
