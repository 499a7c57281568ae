import { useQuery } from "@tanstack/react-query"
import { orderSumsQuery, type OrderListParams, type SumOfOrders } from "~/api/queries/staff/orders"
import { counted } from "~/lib/counted"
import { formatMoney } from "~/lib/money"

/** The sums of the listed orders. They are only requested for a list that is filtered by days or event. */
export function ChosenSums({ params }: { params: OrderListParams }) {
  return params.from || params.to || params.product ? <Sums params={params} /> : null
}

/** Its height is reserved, two lines on a phone, so that the list does not move when the sums arrive. */
function Sums({ params }: { params: OrderListParams }) {
  const { data, error } = useQuery(orderSumsQuery(params))
  return (
    <p className="money mb-2 min-h-[2lh] text-sm text-ink-2 sm:min-h-[1lh]">
      {data ? formatSums(data) : error && "We couldn't add up these orders."}
    </p>
  )
}

/** "$31.05 received, $6.90 refunded, $24.15 net" */
function formatSums({ captured, refunded, kept, otherCurrencies }: SumOfOrders): string {
  const sums = `${formatMoney(captured)} received, ${formatMoney(refunded)} refunded, ${formatMoney(kept)} net`
  return otherCurrencies === 0 ? sums : `${sums}; ${counted(otherCurrencies, "order")} in another currency not included`
}
