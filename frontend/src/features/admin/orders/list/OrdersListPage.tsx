import { useQuery } from "@tanstack/react-query"
import { Download } from "lucide-react"
import {
  attentionQuery,
  type OrderListParams,
  ordersExport,
  ordersQuery,
  orderSumsQuery,
  type SumOfOrders,
} from "~/api/queries/staff/orders"
import { ReviewList } from "~/features/admin/orders/review/ReviewList"
import { type ListState, useAnnouncedTotal, useListState, usePageNumber } from "~/features/admin/table/listState"
import { AdminRows, RowsSkeleton } from "~/features/admin/table/Rows"
import { NotFound } from "~/layout/PageError"
import { Page } from "~/layout/Page"
import { counted } from "~/lib/text"
import { formatMoney } from "~/lib/money"
import { EmptyState, Loading } from "~/ui/feedback/States"
import { useOnce } from "~/ui/hooks/useOnce"
import { Button, LinkButton } from "~/ui/layout/Button"
import { cleared, isNarrowed, orderListParams } from "./filters"
import { OrderFilters } from "./OrderFilters"
import { columns, OrderCard, sortable } from "./rows"

const NEWEST_FIRST = { field: "createdAt", order: "desc" } as const

/** The Order Log: /admin/orders and /admin/orders/:n. */
export default function OrdersListPage() {
  const pageNumber = usePageNumber()
  return pageNumber === null ? <NotFound /> : <OrderLog pageNumber={pageNumber} />
}

function OrderLog({ pageNumber }: { pageNumber: number }) {
  const state = useListState("orders", pageNumber, sortable, NEWEST_FIRST)
  const params = orderListParams(state)
  const orders = useQuery(ordersQuery(params))
  const narrowed = isNarrowed(state)
  useAnnouncedTotal(orders.isPlaceholderData ? undefined : orders.data?.total, "order", narrowed)
  // The height of the list at the top is unknown, so showing it later would move the rest.
  const isTopReady = useOnce(!useQuery(attentionQuery()).isPending)
  if (!isTopReady) return <TopSkeleton />
  return (
    <Page title="Orders">
      <ReviewList />
      <OrderFilters state={state} />
      <div className="mb-4 flex flex-wrap items-center gap-3">
        <p className="count text-ink-2">{orders.data && counted(orders.data.total, "order")}</p>
        {narrowed && orders.data && orders.data.total > 0 && <ClearFilters state={state} />}
        <LinkButton look="secondary" reloadDocument download to={ordersExport(params)} className="ml-auto">
          <Download aria-hidden size={18} />
          Download as CSV
        </LinkButton>
      </div>
      <ChosenSums params={params} />
      <AdminRows
        query={orders}
        what="the orders"
        rowsOf={(list) => list.orders}
        caption="Orders"
        columns={columns}
        rowKey={(order) => order._id}
        card={(order) => <OrderCard order={order} />}
        state={state}
        empty={<NoOrders state={state} narrowed={narrowed} />}
      />
    </Page>
  )
}

function TopSkeleton() {
  return (
    <Page title="Orders">
      <Loading text="Loading the orders…">
        <RowsSkeleton />
      </Loading>
    </Page>
  )
}

function ClearFilters({ state }: { state: ListState }) {
  return (
    <Button look="quiet" onClick={() => state.narrow(cleared, "list-keyword")}>
      Clear filters
    </Button>
  )
}

function NoOrders({ state, narrowed }: { state: ListState; narrowed: boolean }) {
  if (!narrowed) return <EmptyState>No orders yet. They appear here as soon as someone pays.</EmptyState>
  return <EmptyState action={<ClearFilters state={state} />}>No orders match.</EmptyState>
}

/** The sums of the listed orders. They are only requested for a list that is filtered by days or event. */
function ChosenSums({ params }: { params: OrderListParams }) {
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
