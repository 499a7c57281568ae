import { useOutletContext } from "react-router-dom"
import type { Order } from "~/api/types"
import { lazy, Suspense } from "react"
import { useUser } from "~/state/session"

const StaffOrder = lazy(() => import("~/features/admin/orders/order/StaffOrder"))

/** What staff see on an order's page beyond its buyer. Its code is fetched for them alone. */
export function StaffPart() {
  const order = useOutletContext<Order>()
  if (!useUser()?.isAdmin) return null
  return (
    <Suspense>
      <StaffOrder order={order} />
    </Suspense>
  )
}
