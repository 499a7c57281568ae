import { Link } from "react-router-dom"
import type { Guest } from "~/api/queries/staffOrders"
import { MailLink } from "~/features/admin/shared/MailLink"
import { personName } from "~/features/admin/orders/words"
import { ShortId } from "~/features/admin/shared/ShortId"
import { paths } from "~/paths"
import { Badge } from "~/ui/Badge"
import { useLargeScreen } from "~/ui/useLargeScreen"

/** A row for each booking: a table on paper and on a large screen, cards on a phone. */
export function GuestTable({ guests }: { guests: readonly Guest[] }) {
  return useLargeScreen() ? <WideTable guests={guests} /> : <Cards guests={guests} />
}

const head = "border-b-2 border-hair px-3 py-2 text-left font-semibold"
const cell = "border-b border-hair px-3 py-2 align-top group-last:border-b-0"

function WideTable({ guests }: { guests: readonly Guest[] }) {
  return (
    <table className="w-full border-separate border-spacing-0 rounded-card border border-hair bg-paper">
      <caption className="sr-only">Guests</caption>
      <thead>
        <tr>
          <th scope="col" className={head}>
            Name
          </th>
          <th scope="col" className={`${head} text-right`}>
            Seats
          </th>
          <th scope="col" className={head}>
            Email
          </th>
          <th scope="col" className={head}>
            Order
          </th>
        </tr>
      </thead>
      <tbody>
        {guests.map((guest) => (
          <tr key={guest._id} className="group keep-together">
            <th scope="row" className={`${cell} text-left font-semibold`}>
              <Name guest={guest} />
            </th>
            <td className={`${cell} count text-right`}>{guest.reservationSeats}</td>
            <td className={cell}>
              <MailLink email={guest.email} />
            </td>
            <td className={cell}>
              <OrderOf guest={guest} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Cards({ guests }: { guests: readonly Guest[] }) {
  return (
    <ul className="grid gap-3 sm:grid-cols-2 print:grid-cols-1">
      {guests.map((guest) => (
        <li key={guest._id} className="keep-together rounded-card border border-hair bg-paper p-4">
          <div className="flex items-baseline justify-between gap-4">
            <h2 className="font-text text-lg font-bold">
              <Name guest={guest} />
            </h2>
            <p className="count text-lg font-bold whitespace-nowrap">
              {guest.reservationSeats} {guest.reservationSeats === 1 ? "seat" : "seats"}
            </p>
          </div>
          <p>
            <MailLink email={guest.email} className={row} />
          </p>
          <OrderOf guest={guest} />
        </li>
      ))}
    </ul>
  )
}

// Links under one another.
const row = "inline-flex min-h-tap items-center underline lg:min-h-6"

/** On paper with a box to tick at the door. */
function Name({ guest }: { guest: Guest }) {
  return (
    <span className="[overflow-wrap:anywhere]">
      <span aria-hidden className="mr-2 hidden size-4 border border-ink align-text-bottom print:inline-block" />
      {personName(guest)}
      <span className="ml-2 inline-flex gap-1 align-middle">
        {guest.status === "pending" && <Badge look="warning">Not paid yet</Badge>}
        {guest.isTest && <Badge look="info">Test order</Badge>}
      </span>
    </span>
  )
}

function OrderOf({ guest: { order } }: { guest: Guest }) {
  if (!order) return <span className="text-ink-2">Booked by hand</span>
  return (
    <Link to={paths.order(order)} className={row}>
      <span>
        Order <ShortId id={order} />
      </span>
    </Link>
  )
}
