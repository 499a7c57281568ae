import clsx from "clsx"
import { ChevronDown } from "lucide-react"
import { useRef, useState } from "react"
import { Link } from "~/common/ui/layout/Link"
import type { DoorOfDate, Guest, GuestList } from "~/common/api/types"
import { lineLink, MailLink } from "~/shop/features/admin/table/cells"
import { AdminTable, type Column } from "~/shop/features/admin/table/Table"
import { counted } from "~/common/lib/text"
import { fold } from "~/common/lib/fold"
import { paths } from "~/shop/paths"
import { Badge } from "~/common/ui/feedback/Badge"
import { TextField } from "~/common/ui/forms/Field"
import { ErrorNotice } from "~/common/ui/feedback/Notice"
import { GuestActions, insideOf, nameOf } from "./GuestActions"

interface GuestTableProps {
  list: GuestList
  /** undefined until it is known. */
  door: DoorOfDate | undefined
}

/** A row for each booking, with a search. On phones a tap on the name shows the rest of the row. */
export function GuestTable({ list, door }: GuestTableProps) {
  const { guests } = list
  const [search, setSearch] = useState("")
  const [problem, setProblem] = useState("")
  const searchField = useRef<HTMLInputElement>(null)
  const query = fold(search.trim())
  const isFound = (guest: Guest) => fold(`${nameOf(guest)} ${guest.email}`).includes(query)
  const found = guests.filter(isFound).length
  return (
    <>
      <div className="no-print sticky top-(--spacing-header) z-10 -mx-4 bg-foam px-4 py-2 lg:static lg:max-w-form">
        <TextField
          type="search"
          label="Find a guest"
          autoComplete="off"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
          ref={searchField}
        />
        <p role="status" className="count mt-2 text-sm text-ink-2">
          {query && (found > 0 ? `${found} of ${guests.length}` : "No guests match.")}
        </p>
        <ErrorNotice error={problem} />
      </div>
      {door?.refusal && <p className="no-print text-sm text-ink-2">{door.refusal} Nobody can be checked in.</p>}
      <AdminTable
        caption="Guests"
        className="short-rows lg:text-md"
        columns={guestColumns(door, Boolean(list.answers))}
        rows={guests}
        rowKey={({ _id }) => _id}
        rowClass={(guest) => !isFound(guest) && "not-found"}
        actions={(guest) => <GuestActions {...{ guest, list, door }} onProblem={setProblem} focusAfter={searchField} />}
      />
    </>
  )
}

const guestColumns = (door: DoorOfDate | undefined, hasAnswers: boolean): readonly Column<Guest>[] => [
  { label: "Name", names: true, cell: (guest) => <Name guest={guest} /> },
  {
    label: "Seats",
    right: true,
    phone: "last",
    cell: (guest) => (
      <>
        <span className="hidden lg:inline print:inline">{guest.reservationSeats}</span>
        <span className="lg:hidden print:hidden">
          {door?.night
            ? `${insideOf(guest, door)} of ${guest.reservationSeats} in`
            : counted(guest.reservationSeats, "seat")}
        </span>
      </>
    ),
  },
  ...(door?.night
    ? [{ label: "In", right: true, phone: "hidden", cell: (guest: Guest) => insideOf(guest, door) } as const]
    : []),
  ...(hasAnswers
    ? [
        {
          label: "Answers",
          cell: ({ answers = [] }: Guest) => answers.map(({ chosen }) => chosen).join(" · "),
        } as const,
      ]
    : []),
  { label: "Email", cell: ({ email }) => email && <MailLink email={email} className={lineLink} /> },
  { label: "Order", cell: (guest) => <OrderLink guest={guest} /> },
]

/** In print, a box to check off the guest precedes the name. A friend is below who bought the seat, and farther in. */
function Name({ guest }: { guest: Guest }) {
  const [isOpen, setOpen] = useState(false)
  const name = nameOf(guest)
  return (
    <span className={clsx("[overflow-wrap:anywhere]", guest.guestOf && "block pl-4 font-normal")}>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-label={`${name}, details`}
        onClick={() => setOpen(!isOpen)}
        // The scroll margin keeps it below the sticky search field.
        className="absolute inset-0 right-38 flex scroll-mt-24 items-start rounded-md py-5 pl-2 lg:hidden"
      >
        <ChevronDown aria-hidden size={16} className={clsx(!isOpen && "-rotate-90")} />
      </button>
      <span aria-hidden className="mr-2 hidden size-4 border border-ink align-text-bottom print:inline-block" />
      {guest.guestOf ? guest.firstName || "Guest" : name}
      {guest.guestOf && <span className="block text-xs text-ink-2">guest of {guest.guestOf}</span>}
      {guest.status === "pending" && (
        <Badge look="warning" className="ml-2">
          Not paid yet
        </Badge>
      )}
    </span>
  )
}

function OrderLink({ guest: { order, orderNumber, isTest, reason } }: { guest: Guest }) {
  if (!order) return <span className="text-ink-2">By hand: {reason}</span>
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2">
      <Link to={paths.order(order)} className={lineLink}>
        <span>
          Order <code>{orderNumber}</code>
        </span>
      </Link>
      {isTest && <Badge look="info">Test order</Badge>}
    </span>
  )
}
