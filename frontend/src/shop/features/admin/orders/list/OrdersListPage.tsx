import { useQuery } from "@tanstack/react-query"
import clsx from "clsx"
import { Download } from "lucide-react"
import { useEffect, useRef, useState } from "react"
import {
  type OrderListParams,
  attentionQuery,
  eventNamesQuery,
  ordersExport,
  ordersQuery,
} from "~/shop/queries/staff/orders"
import type { OrderRevenue, OrderStatus } from "~/common/api/types"
import { statusLabels } from "~/shop/features/admin/orders/OrderMarks"
import { ReviewList } from "~/shop/features/admin/orders/review/ReviewList"
import { AdminRows, ListFilter, listPage, ListSearch, RowsSkeleton } from "~/shop/features/admin/table/Rows"
import { listParams, type ListState, useListState, useOnce } from "~/shop/features/admin/table/listState"
import { Page } from "~/shop/layout/Page"
import { formatMoney } from "~/common/lib/money"
import { counted } from "~/common/lib/text"
import { EmptyState, Loading } from "~/common/ui/feedback/States"
import { TextField } from "~/common/ui/forms/Field"
import { FiltersButton } from "~/common/ui/forms/SearchForm"
import { useLargeScreen } from "~/common/ui/hooks/useLargeScreen"
import { Button, LinkButton } from "~/common/ui/layout/Button"
import { DialogButtons } from "~/common/ui/overlays/DialogButtons"
import { DialogButton } from "~/common/ui/overlays/DialogButton"
import { columns } from "./rows"

const newestFirst = { field: "createdAt", order: "desc" } as const

/** The Order Log: /admin/orders and /admin/orders/:n. */
export default listPage(OrderLog)

function OrderLog() {
  const state = useListState("orders", columns, { sort: newestFirst, filters: ["status", "product", "from", "to"] })
  const params = orderListParams(state)
  const orders = useQuery(ordersQuery(params))
  const isLarge = useLargeScreen()
  // The height of the list at the top is unknown, so showing it later would move the rest.
  const isTopReady = useOnce(!useQuery(attentionQuery()).isPending)
  if (!isTopReady)
    return (
      <Page title="Orders">
        <Loading text="Loading the orders…">
          <RowsSkeleton />
        </Loading>
      </Page>
    )
  return (
    <Page title="Orders">
      <ReviewList />
      <div className="mb-4 flex flex-wrap items-end gap-3">
        <ListSearch label="Search by order, name or email" state={state} />
        {isLarge ? (
          <Fields state={state} />
        ) : (
          <div className="grid w-full sm:w-auto">
            <DialogButton
              opener={(open) => <FiltersButton id={BUTTON} chosen={state.chosen} onClick={open} />}
              title="Filters"
              content={(close) => <DialogFields state={state} onClose={close} />}
            />
          </div>
        )}
      </div>
      <div className="mb-4 flex flex-wrap items-center gap-3">
        <p className="count text-ink-2">{orders.data && counted(orders.data.total, "order")}</p>
        {state.isNarrowed && orders.data && orders.data.total > 0 && (
          <Button look="quiet" onClick={state.clear}>
            Clear filters
          </Button>
        )}
        <LinkButton look="secondary" reloadDocument download to={ordersExport(params)} className="ml-auto">
          <Download aria-hidden size={18} />
          Download as CSV
        </LinkButton>
      </div>
      <AdminRows
        query={orders}
        noun="order"
        rowsOf={(list) => list.orders}
        columns={columns}
        rowKey={(order) => order._id}
        state={state}
        empty={<EmptyState>No orders yet. They appear here as soon as someone pays.</EmptyState>}
      />
      {orders.data && orders.data.total > 0 && <Sums sums={orders.data.sums} total={orders.data.total} />}
    </Page>
  )
}

/** What all orders that match add up to, on all pages of the list. */
function Sums({ sums, total }: { sums: OrderRevenue; total: number }) {
  const { amount, refunded, fee, tax, owed, net, otherCurrencies } = sums
  const parts = [
    ["Amount", amount],
    ["Refunded", refunded],
    ["PayPal's fee", fee],
    ["Sales tax", tax],
    ["In review or too much", owed],
    ["Net", net],
  ] as const
  return (
    <section aria-labelledby="sums" className="mt-5 panel p-4 lg:px-5">
      <h2 id="sums">Sum of {counted(total, "order")}</h2>
      <dl className="mt-2 grid gap-x-8 gap-y-1 sm:flex sm:flex-wrap">
        {parts.map(
          ([name, sum]) =>
            (name !== "In review or too much" || sum !== 0) && (
              <div key={name} className="flex justify-between gap-4 sm:block">
                <dt className="text-sm text-ink-2">{name}</dt>
                <dd className={clsx("money text-right sm:text-left", name === "Net" && "font-bold")}>
                  {formatMoney(sum)}
                </dd>
              </div>
            ),
        )}
      </dl>
      <p className="mt-2 text-sm text-ink-2">
        Net is what was received: the amount without refunds, PayPal's fee and sales tax. Test orders and orders that
        aren't paid count nothing
        {otherCurrencies > 0 && `, nor ${counted(otherCurrencies, "order")} in another currency`}.
      </p>
    </section>
  )
}

const BUTTON = "list-filters"

/** The filters on a phone, which apply together. */
function DialogFields({ state, onClose }: { state: ListState; onClose: () => void }) {
  const [chosen, setChosen] = useState<Readonly<Record<string, string>>>({})
  const draft: ListState = {
    ...state,
    filter: (name) => chosen[name] ?? state.filter(name),
    narrow: (filters) => setChosen({ ...chosen, ...filters }),
  }
  const show = () => {
    onClose()
    state.narrow(chosen, BUTTON)
  }
  return (
    <>
      <div className="mb-4 flex flex-wrap items-end gap-3">
        <Fields state={draft} />
      </div>
      <DialogButtons className="dialog-foot">
        <Button onClick={show}>Show orders</Button>
      </DialogButtons>
    </>
  )
}

function Fields({ state }: { state: ListState }) {
  return (
    <>
      <ListFilter label="Status" state={state} name="status" any="All except abandoned" options={statusOptions} />
      <EventFilter state={state} />
      <DayFilter label="Placed from" state={state} name="from" />
      <DayFilter label="Placed until" state={state} name="to" />
    </>
  )
}

/** A filter by day. It isn't applied while the year is still being typed. */
function DayFilter({ label, state, name }: { label: string; state: ListState; name: "from" | "to" }) {
  const id = `list-${name}`
  const input = useRef<HTMLInputElement>(null)
  const current = state.filter(name)
  // The field is uncontrolled while typing; a change of the URL replaces its value.
  useEffect(() => {
    if (input.current && input.current.value !== current) input.current.value = current
  }, [current])
  const narrow = (typed: string) => {
    if (typed === "" || typed >= "2000") state.narrow({ [name]: typed }, id)
  }
  return (
    <TextField
      ref={input}
      id={id}
      label={label}
      type="date"
      className="min-w-0 flex-1 basis-36 grid-cols-1"
      defaultValue={current}
      onChange={(event) => narrow(event.target.value)}
    />
  )
}

/** Lists only orders with a booking for the chosen event, or with a gift. */
function EventFilter({ state }: { state: ListState }) {
  const { data: events = [] } = useQuery(eventNamesQuery())
  const chosen = state.filter("product")
  const options = [{ value: GIFTS, label: "Gifts" }, ...events.map(({ _id, name }) => ({ value: _id, label: name }))]
  // The selected event is an option even before the names are loaded, or if it is not among them.
  if (chosen && !options.some(({ value }) => value === chosen)) options.push({ value: chosen, label: "Selected event" })
  return <ListFilter label="Event" state={state} name="product" any="Any event" options={options} />
}

const everyStatus = Object.keys(statusLabels) as OrderStatus[]
/** Orders that were abandoned before payment. The list leaves them out by default. */
const ABANDONED: readonly OrderStatus[] = ["held", "expired", "cancelled"]
const defaultStatuses = everyStatus.filter((status) => !ABANDONED.includes(status))

const EVERY_ORDER = "all"

const statusOptions = [
  { value: EVERY_ORDER, label: "All orders" },
  ...everyStatus.map((value) => ({ value, label: statusLabels[value].label })),
]

/** Among the events, for orders with a gift. */
const GIFTS = "gifts"

const ISO_DAY = /^\d{4}-\d{2}-\d{2}$/

/** The filters in the URL, without values that the server would refuse. */
function orderListParams(state: ListState): OrderListParams {
  const product = state.filter("product")
  const day = (name: "from" | "to") => ISO_DAY.test(state.filter(name)) && { [name]: state.filter(name) }
  return {
    ...listParams(state),
    ...(product === GIFTS ? { gift: true } : product && { product }),
    ...day("from"),
    ...day("to"),
    ...statusParam(state.filter("status")),
  }
}

function statusParam(chosen: string): Pick<OrderListParams, "status"> {
  if (chosen === EVERY_ORDER) return {}
  const one = everyStatus.find((status) => status === chosen)
  return { status: one ? [one] : defaultStatuses }
}
