import { useMutation } from "@tanstack/react-query"
import clsx from "clsx"
import { ChevronDown } from "lucide-react"
import { useState } from "react"
import { Link } from "react-router-dom"
import { revokeLinkMutation } from "~/api/queries/seats"
import type { Guest } from "~/api/queries/staff/orders"
import { MailLink } from "~/features/admin/table/cells"
import { counted, fullName } from "~/lib/text"
import { fold } from "~/lib/fold"
import { paths } from "~/paths"
import { Badge } from "~/ui/feedback/Badge"
import { TextField } from "~/ui/forms/Field"
import { useLargeScreen } from "~/ui/hooks/useLargeScreen"
import { Button } from "~/ui/layout/Button"
import { LazyConfirm } from "~/ui/overlays/lazyDialog"
import { notify } from "~/ui/overlays/notify"

interface GuestTableProps {
  guests: readonly Guest[]
  /** Seats inside by the guests' IDs; null before the door is open. */
  inside: Record<string, number> | null
}

/** A row for each booking, with a search: a table in print and on a large screen, a list of short rows on a phone. */
export function GuestTable({ guests, inside }: GuestTableProps) {
  const [search, setSearch] = useState("")
  const query = fold(search.trim())
  const isFound = (guest: Guest) => fold(`${nameOf(guest)} ${guest.email}`).includes(query)
  const found = guests.filter(isFound).length
  const Rows = useLargeScreen() ? WideTable : ShortRows
  return (
    <>
      <div className="no-print sticky top-(--header-h) z-10 -mx-4 bg-foam px-4 py-2 lg:static lg:max-w-[26rem]">
        <TextField
          type="search"
          label="Find a guest"
          autoComplete="off"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
        <p role="status" className="count mt-2 text-sm text-ink-2">
          {query && (found > 0 ? `${found} of ${guests.length}` : "No guests match.")}
        </p>
      </div>
      <Rows guests={guests} inside={inside} isFound={isFound} />
    </>
  )
}

/** "Ana Diaz", or "Sam (guest of Ana Diaz)" for a friend who has one of her seats. */
const nameOf = (guest: Guest) => guest.name ?? fullName(guest)

interface RowsProps extends GuestTableProps {
  /** The other guests are hidden on the screen, but printed. */
  isFound: (guest: Guest) => boolean
}

const head = "border-b-2 border-hair px-3 py-2 text-left font-semibold"
const cell = "border-b border-hair px-3 py-2 align-top group-last:border-b-0"

function WideTable({ guests, inside, isFound }: RowsProps) {
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
          {inside && (
            <th scope="col" className={`${head} text-right`}>
              In
            </th>
          )}
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
          <tr key={guest._id} className={clsx("group keep-together", !isFound(guest) && "hidden print:table-row")}>
            <th scope="row" className={`${cell} text-left font-semibold`}>
              <Name guest={guest} />
            </th>
            <td className={`${cell} count text-right`}>{guest.reservationSeats}</td>
            {inside && <td className={`${cell} count text-right`}>{inside[guest._id] ?? 0}</td>}
            <td className={cell}>{guest.email && <MailLink email={guest.email} />}</td>
            <td className={cell}>
              <OrderLink guest={guest} />
              {guest.guestOf && <TakeSeatBack guest={guest} isInside={Boolean(inside?.[guest._id])} />}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** For phones: the name and the seats. A tap shows the rest. */
function ShortRows({ guests, inside, isFound }: RowsProps) {
  return (
    <ul className="rounded-card border border-hair bg-paper">
      {guests.map((guest) => (
        <li
          key={guest._id}
          className={clsx(
            "keep-together border-b border-hair last:border-b-0",
            !isFound(guest) && "hidden print:list-item",
          )}
        >
          <details className="group print:[&::details-content]:[content-visibility:visible]">
            {/* The scroll margin keeps it below the sticky search field. */}
            <summary className="flex min-h-12 scroll-mt-24 cursor-pointer list-none items-center gap-3 rounded-md px-4 py-1 leading-snug">
              <span className="min-w-0 flex-1 font-semibold">
                <Name guest={guest} />
              </span>
              <span className="count font-bold whitespace-nowrap">
                {counted(guest.reservationSeats, "seat")}
                {inside && `, ${inside[guest._id] ?? 0} in`}
              </span>
              <ChevronDown aria-hidden size={18} className="shrink-0 group-open:rotate-180 print:hidden" />
            </summary>
            <div className="grid justify-items-start px-4 pb-2">
              {guest.email && <MailLink email={guest.email} className={listLink} />}
              <OrderLink guest={guest} />
              {guest.guestOf && <TakeSeatBack guest={guest} isInside={Boolean(inside?.[guest._id])} />}
            </div>
          </details>
        </li>
      ))}
    </ul>
  )
}

// For links in a list.
const listLink = "inline-flex min-h-tap items-center underline lg:min-h-6 print:min-h-0"

/** In print, a box to check off the guest precedes the name. */
function Name({ guest }: { guest: Guest }) {
  return (
    <span className="[overflow-wrap:anywhere]">
      <span aria-hidden className="mr-2 hidden size-4 border border-ink align-text-bottom print:inline-block" />
      {nameOf(guest)}
      <span className="ml-2 inline-flex gap-1 align-middle">
        {guest.status === "pending" && <Badge look="warning">Not paid yet</Badge>}
        {guest.isTest && <Badge look="info">Test order</Badge>}
      </span>
    </span>
  )
}

function OrderLink({ guest: { order, orderNumber } }: { guest: Guest }) {
  if (!order) return <span className="text-ink-2">Booked by hand</span>
  return (
    <Link to={paths.order(order)} className={listLink}>
      Order {orderNumber}
    </Link>
  )
}

interface TakeSeatBackProps {
  guest: Guest
  isInside: boolean
}

/** For staff: returns the seat of a buyer's friend to the buyer. */
function TakeSeatBack({ guest: { _id, firstName, guestOf }, isInside }: TakeSeatBackProps) {
  const [open, setOpen] = useState(false)
  const revoke = useMutation(revokeLinkMutation)
  const confirm = async () => {
    await revoke.mutateAsync(_id)
    notify.success(`The seat is ${guestOf}'s again.`)
  }
  return (
    <span className="no-print block">
      <Button look="quiet" aria-label={`Take back the seat, ${firstName}`} onClick={() => setOpen(true)}>
        Take back the seat
      </Button>
      <LazyConfirm
        open={open}
        onOpenChange={setOpen}
        title={`Take back ${firstName}'s seat?`}
        body={`${isInside ? `${firstName} is inside already. ` : ""}The ticket stops working, and ${guestOf} has the seat again. We email ${firstName} if we have an address.`}
        action="Take it back"
        danger
        onConfirm={confirm}
      />
    </span>
  )
}
