import { useMutation, useQuery } from "@tanstack/react-query"
import { CalendarX, DoorOpen, Download, Printer, Swords, UserX } from "lucide-react"
import type { ReactNode } from "react"
import { useNavigate, useParams } from "react-router-dom"
import { productQuery } from "~/shop/queries/products"
import { removeFromWaitingMutation, waitingListQuery } from "~/shop/queries/staff/dates"
import type { Guest, GuestList, ProductDetail, StaffWaitingEntry } from "~/common/api/types"
import { doorOfDateQuery } from "~/shop/queries/staff/door"
import { thankYouQuery } from "~/shop/queries/staff/messages"
import { guestsExport } from "~/shop/queries/staff/orders"
import { UnknownDate, useDateInAddress } from "~/shop/features/admin/dates/DatePage"
import { tablesOfDate } from "~/shop/layout/header/staffPages"
import { Page } from "~/shop/layout/Page"
import { counted, fullName } from "~/common/lib/text"
import { formatDateOption, formatDeadline, sameInstant } from "~/common/lib/time/dates"
import { serverNow } from "~/common/lib/time/serverClock"
import { paths } from "~/shop/paths"
import { Badge } from "~/common/ui/feedback/Badge"
import { EmptyState, Loaded, Skeleton } from "~/common/ui/feedback/States"
import { SelectField } from "~/common/ui/forms/Field"
import { useLargeScreen } from "~/common/ui/hooks/useLargeScreen"
import { useOnce } from "~/shop/features/admin/table/listState"
import { Button, LinkButton } from "~/common/ui/layout/Button"
import { latePart, orNothing } from "~/common/ui/layout/latePart"
import { DialogButton } from "~/common/ui/overlays/DialogButton"
import { MenuAction, MoreMenu } from "~/common/ui/overlays/MoreMenu"
import { When } from "~/common/ui/time/When"
import { leftText } from "~/shop/features/admin/dates/leftText"
import { GuestTable } from "./GuestTable"
import { ThankYouEmail } from "./ThankYouEmail"
import { ReasonButton } from "~/shop/features/admin/orders/review/ReasonButton"

const BringBack = latePart(() => import("~/shop/shared/staffActions/BringBack"))
const BookByHand = latePart(() => import("./BookByHand"))
const Story = latePart(() => import("~/shop/features/admin/dates/Story"), orNothing)

/** The guest list of a date, /admin/product/:id/guests?date=… */
export default function GuestsPage() {
  const { id } = useParams()
  const { query, isUnknown } = useDateInAddress()
  const event = useQuery({ ...productQuery(id!), meta: { loud: false } }) // only needed to choose another date
  const list = query.data
  const door = useQuery({ ...doorOfDateQuery(id!, list?.startTime ?? ""), enabled: list !== undefined })
  const hasBegun = list !== undefined && Date.parse(list.startTime) <= serverNow()
  // There is none before the date ends or its door is closed.
  const thanks = useQuery({ ...thankYouQuery(id!, list?.startTime ?? ""), enabled: hasBegun })
  const isLarge = useLargeScreen()
  // Otherwise the select of dates, the thank-you email, or the column of who is in would move the guests.
  const isKnown = !event.isPending && !thanks.isLoading && !door.isLoading
  const isReady = useOnce((list !== undefined || query.isError) && isKnown)
  const others = countOthers(door.data?.inside ?? {}, list?.guests ?? [])
  if (isUnknown) return <UnknownDate />
  return (
    <Page title="Guest list" heading={list ? `Guest list: ${list.name}` : "Guest list"}>
      <Loaded
        query={query}
        isReady={isReady}
        what="the guest list"
        loading={<Skeleton className="h-60 rounded-card" />}
      >
        {(found) => (
          // Blocks on paper: as an item of a grid, a long list begins on the second page in Firefox.
          <div aria-busy={query.isPlaceholderData || undefined} className="grid gap-5 print:block print:space-y-2">
            <div className="grid gap-1">
              <p role="status" className="count text-xl font-bold">
                {door.data?.night
                  ? `${door.data.in} of ${door.data.guests} in`
                  : `${found.totalReservations} of ${counted(found.maximumEventCapacity, "seat")} taken`}
                {door.data?.night && !door.data.refusal && (
                  <span className="text-md font-normal"> · {leftText(door.data)}</span>
                )}
              </p>
              <When start={found.startTime} end={found.endTime} className="font-semibold" />
              {found.place && <p className="wrap-anywhere">{found.place}</p>}
              {isCanceled(found, event.data) && (
                <p>
                  <Badge look="warning">Canceled</Badge>
                </p>
              )}
              {others > 0 && <p className="count">Inside, without seats on this list: {others}</p>}
              {found.answers?.map(({ question, chosen }) => (
                <p key={question} className="count">
                  {question} {chosen}
                </p>
              ))}
              {found.keptForDoor > 0 && <p className="count">Kept for the door: {found.keptForDoor}</p>}
            </div>
            <GuestTools list={found} event={event.data}>
              {isLarge && <MoreTools list={found} left={door.data?.left ?? 0} />}
            </GuestTools>
            {thanks.data && <ThankYouEmail email={thanks.data} />}
            {found.guests.length === 0 ? (
              <EmptyState>Nobody has booked this date yet.</EmptyState>
            ) : (
              <GuestTable list={found} door={door.data} />
            )}
            <WaitingList product={found.product} startTime={found.startTime} />
            {!isLarge && <MoreTools list={found} left={door.data?.left ?? 0} />}
            <Story product={found.product} startTime={found.startTime} />
          </div>
        )}
      </Loaded>
    </Page>
  )
}

/** Returns how many people came in who are no longer on the list. */
function countOthers(inside: Record<string, number>, guests: readonly Guest[]): number {
  const listed = new Set(guests.map(({ _id }) => _id))
  return Object.entries(inside).reduce((sum, [id, count]) => (listed.has(id) ? sum : sum + count), 0)
}

interface GuestToolsProps {
  list: GuestList
  /** The event with its upcoming dates; hidden events have none. */
  event: ProductDetail | undefined
}

/** A select for the date, and links to what staff do about it. */
function GuestTools({ list, event, children }: GuestToolsProps & { children: ReactNode }) {
  return (
    <div className="no-print flex flex-wrap items-end gap-3">
      <DateSelect list={list} event={event} />
      {/* Without their icons, they fit in a row on a phone. */}
      <div className="flex flex-wrap gap-3 max-sm:[&_svg]:hidden">
        <LinkButton look="secondary" to={paths.adminGuests(list.product, list.startTime, "/door")}>
          <DoorOpen aria-hidden size={18} />
          Door
        </LinkButton>
        <LinkButton look="secondary" to={tablesOfDate(list.product, list.startTime)}>
          <Swords aria-hidden size={18} />
          Tables
        </LinkButton>
        {Date.parse(list.startTime) > serverNow() && !isCanceled(list, event) && (
          <LinkButton look="secondary" to={paths.adminDateChange(list.product, { date: list.startTime })}>
            <CalendarX aria-hidden size={18} />
            Move or cancel
          </LinkButton>
        )}
        {isCanceled(list, event) && (
          <BringBack event={{ _id: list.product, name: list.name }} startTime={list.startTime} />
        )}
      </div>
      {children}
    </div>
  )
}

/** What staff do with the list, and further links. On a phone it is below the guests, whom staff came for. */
function MoreTools({ list, left }: Pick<GuestToolsProps, "list"> & { left: number }) {
  const { product, startTime } = list
  return (
    <div className="no-print flex flex-wrap gap-3">
      <Button look="secondary" onClick={() => window.print()}>
        <Printer aria-hidden size={18} />
        Print
      </Button>
      <LinkButton look="secondary" reloadDocument download to={guestsExport(list.product, list.startTime)}>
        <Download aria-hidden size={18} />
        Download as CSV
      </LinkButton>
      <div className="-mx-1 flex flex-wrap gap-x-2">
        {left > 0 && Date.parse(startTime) > serverNow() && (
          <DialogButton
            look="quiet"
            title="Book seats by hand"
            description="They are in your name, and nobody pays for them here. The figures count them apart."
            content={(close) => <BookByHand {...{ product, startTime, left }} onClose={close} />}
          >
            Book seats by hand
          </DialogButton>
        )}
        <LinkButton look="quiet" to={paths.adminMessage(list.product, list.startTime)}>
          Message the people of this date
        </LinkButton>
        <LinkButton look="quiet" to={paths.ordersOf({ product: list.product })}>
          Orders of this event
        </LinkButton>
        <LinkButton look="quiet" to={paths.adminEvent(list.product)}>
          Edit this event
        </LinkButton>
      </div>
    </div>
  )
}

/** Whether the date was canceled. */
const isCanceled = ({ startTime }: GuestList, event: ProductDetail | undefined) =>
  event?.skippedDates.some((canceled) => sameInstant(canceled, startTime)) ?? false

function DateSelect({ list, event }: GuestToolsProps) {
  const navigate = useNavigate()
  const upcoming = event?.occurrences.map(({ startTime }) => startTime) ?? []
  const current = upcoming.find((date) => sameInstant(date, list.startTime)) ?? list.startTime
  const dates = upcoming.includes(current) ? upcoming : [current, ...upcoming]
  if (dates.length < 2) return null
  return (
    <SelectField
      id="guests-date"
      label="Date"
      className="min-w-0 basis-full sm:basis-60"
      value={current}
      onChange={(change) =>
        void navigate(paths.adminGuests(list.product, change.target.value), {
          replace: true,
          preventScrollReset: true,
        })
      }
      options={dates.map((date) => ({ value: date, label: formatDateOption(date) }))}
    />
  )
}

/** Who waits for seats on a date. Nothing while the list is empty. */
function WaitingList({ product, startTime }: { product: string; startTime: string }) {
  const { data: list } = useQuery(waitingListQuery(product, startTime))
  const remove = useMutation(removeFromWaitingMutation)
  if (!list || list.entries.length === 0) return null
  return (
    <section aria-labelledby="waiting-list" className="no-print grid gap-2">
      <h2 id="waiting-list">Waiting list</h2>
      <p className="count text-ink-2">
        {counted(list.freeSeats, "free seat")}, {list.promisedSeats} offered
      </p>
      <ol className="panel">
        {list.entries.map((entry) => (
          <li
            key={entry._id}
            className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-hair px-4 py-2 last:border-b-0"
          >
            <span className="min-w-0 flex-1 basis-56 [overflow-wrap:anywhere]">
              <span className="font-semibold">{fullName(entry.user)}</span>
              <span className="block text-sm">
                <a href={`mailto:${entry.user.email}`} className="underline">
                  {entry.user.email}
                </a>
              </span>
            </span>
            <span className="count">{stateText(entry)}</span>
            <MoreMenu of={fullName(entry.user)}>
              <ReasonButton
                name={`remove ${entry._id}`}
                opener={(open) => (
                  <MenuAction icon={UserX} label="Remove" of={fullName(entry.user)} removes onClick={open} />
                )}
                title={`Remove ${fullName(entry.user)}?`}
                description="They lose their place, and seats that are offered to them go to the next person."
                hint="For the audit log. It isn't emailed."
                action="Remove"
                busyText="Removing…"
                send={async (reason) => void (await remove.mutateAsync({ id: entry._id, reason }))}
              />
            </MoreMenu>
          </li>
        ))}
      </ol>
    </section>
  )
}

/** "Number 2: 3 seats, at least 2", or "Offered 3 seats until Fri, Dec 4, 6:00 PM PST" */
function stateText({ position, seats, seatsAtLeast, offer }: StaffWaitingEntry): string {
  if (offer) return `Offered ${counted(offer.seats, "seat")} until ${formatDeadline(offer.until)}`
  const atLeast = seatsAtLeast < seats ? `, at least ${seatsAtLeast}` : ""
  return `Number ${position}: ${counted(seats, "seat")}${atLeast}`
}
