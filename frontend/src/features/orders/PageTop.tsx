import type { Order } from "~/api/types"
import { paths } from "~/paths"
import { ticketLines } from "~/shared/orders/orderDates"
import { TableOfTonight } from "~/shared/tables/TableOfTonight"
import { useUser } from "~/state/session"
import { shop } from "~/state/shop"
import { LatePayment } from "./LatePayment"
import { isValid, ticketHolder, validPasses } from "./lines"

/** What stands above the tickets: on paper whose order it is; on the evening, where its buyer plays. */
export function PageTop({ order }: { order: Order }) {
  const isOwn = useUser()?._id === order.user
  return (
    <>
      <div className="hidden print:mb-2 print:block">
        <PrintHead order={order} />
      </div>
      <LatePayment order={order} />
      <div className="mb-6 grid gap-3 empty:hidden">
        {isOwn &&
          ticketLines(order)
            .filter((line) => isValid(order, line))
            .map((line) => (
              <TableOfTonight
                key={line.booking._id}
                startTime={line.booking.bookingDate}
                endTime={line.booking.endTime}
                codes={validPasses(line).map(({ code }) => code)}
              />
            ))}
      </div>
    </>
  )
}

/** The head of the printed page: the order's number, name, address and URL. */
function PrintHead({ order }: { order: Order }) {
  const { address, addressSecondary, city, state, postalCode, country } = order.shippingAddress
  const place = [address, addressSecondary, city, [state, postalCode].filter(Boolean).join(" "), country].filter(
    Boolean,
  )
  return (
    <>
      <p className="text-lg font-bold">{shop().name}</p>
      <p>Order {order.number}</p>
      <p>{[ticketHolder(order), ...place].join(", ")}</p>
      <p>{window.location.origin + paths.order(order._id)}</p>
    </>
  )
}
