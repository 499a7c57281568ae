import { useQuery } from "@tanstack/react-query"
import { useId } from "react"
import { myOrdersQuery } from "~/api/queries/orders/own"
import { ownWaitingQuery } from "~/api/queries/waiting/own"
import type { Order, WaitingEntry } from "~/api/types"
import { useFocusOnHash } from "~/layout/useFocusOnHash"
import { paths } from "~/paths"
import { LinkButton } from "~/ui/layout/Button"
import { EmptyState, Loaded, Skeleton } from "~/ui/feedback/States"
import { useNow } from "~/ui/time/useNow"
import { OrderRow } from "./OrderRow"
import { sortOrders, type NamedOrder } from "./sortOrders"
import { YourPlaces } from "./YourPlaces"

/** The user's orders and places on waiting lists. They appear together, so that none moves the others. */
export function YourOrders() {
  const orders = useQuery(myOrdersQuery())
  const waiting = useQuery(ownWaitingQuery())
  const now = useNow()
  const places = (waiting.data ?? []).filter((entry) => isOpen(entry, now))
  const heading = useFocusOnHash("#your-orders")
  return (
    <section aria-labelledby="your-orders">
      <h2 ref={heading} id="your-orders" tabIndex={-1} className="mb-4 scroll-mt-[calc(var(--header-h)+1rem)]">
        Your orders
      </h2>
      <Loaded
        query={waiting.isPending ? { ...orders, data: undefined, isPending: true } : orders}
        what="your orders"
        loading={<OrdersSkeleton />}
      >
        {(loaded) =>
          loaded.length + places.length > 0 ? <Groups orders={loaded} places={places} now={now} /> : <NoOrders />
        }
      </Loaded>
    </section>
  )
}

/** Whether the user still waits, or has an offer. */
const isOpen = ({ status, offer }: WaitingEntry, now: number) =>
  offer === null ? status === "waiting" : Date.parse(offer.until) > now

function OrdersSkeleton() {
  return (
    <div className="grid gap-3">
      <Skeleton className="h-28 rounded-card" />
      <Skeleton className="h-28 rounded-card" />
    </div>
  )
}

function NoOrders() {
  const find = (
    <LinkButton to={paths.events()} look="secondary">
      Find an event
    </LinkButton>
  )
  return <EmptyState action={find}>No orders yet.</EmptyState>
}

interface GroupsProps {
  orders: readonly Order[]
  places: readonly WaitingEntry[]
  now: number
}

function Groups({ orders, places, now }: GroupsProps) {
  const { comingUp, past } = sortOrders(orders, now)
  return (
    <div className="grid gap-6">
      <OrderGroup name="Coming up" orders={comingUp} />
      <YourPlaces entries={places} />
      <OrderGroup name="Past" orders={past} />
    </div>
  )
}

function OrderGroup({ name, orders }: { name: string; orders: readonly NamedOrder[] }) {
  const heading = useId()
  if (orders.length === 0) return null
  return (
    <section aria-labelledby={heading} className="grid gap-3">
      <h3 id={heading}>{name}</h3>
      <ul className="grid gap-3">
        {orders.map((named) => (
          <OrderRow key={named.order._id} {...named} />
        ))}
      </ul>
    </section>
  )
}
