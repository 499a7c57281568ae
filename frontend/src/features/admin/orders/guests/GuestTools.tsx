import { CalendarX, DoorOpen, Download, Printer, Swords } from "lucide-react"
import { useNavigate } from "react-router-dom"
import { guestsExport, type GuestList } from "~/api/queries/staff/orders"
import type { ProductDetail } from "~/api/types"
import { tablesOfDate } from "~/features/admin/orders/door/tablesPaths"
import { formatDateOption, sameInstant } from "~/lib/time/dates"
import { serverNow } from "~/lib/time/serverClock"
import { paths } from "~/paths"
import { shop } from "~/state/shop"
import { Button, LinkButton } from "~/ui/layout/Button"
import { SelectField } from "~/ui/forms/Field"

interface GuestToolsProps {
  list: GuestList
  /** The event with its upcoming dates; hidden events have none. */
  event: ProductDetail | undefined
}

/** A select for the date, a print button, a CSV download, and links to what else staff do. */
export function GuestTools({ list, event }: GuestToolsProps) {
  return (
    <div className="no-print flex flex-wrap items-end gap-3">
      <DateSelect list={list} event={event} />
      <Button look="secondary" onClick={() => window.print()}>
        <Printer aria-hidden size={18} />
        Print
      </Button>
      <LinkButton look="secondary" reloadDocument download to={guestsExport(list.product, list.startTime)}>
        <Download aria-hidden size={18} />
        Download as CSV
      </LinkButton>
      <LinkButton look="secondary" to={paths.adminGuests(list.product, list.startTime, "/door")}>
        <DoorOpen aria-hidden size={18} />
        Door
      </LinkButton>
      <LinkButton look="secondary" to={tablesOfDate(list.product, list.startTime)}>
        <Swords aria-hidden size={18} />
        Tables
      </LinkButton>
      {Date.parse(list.startTime) > serverNow() && !isSkipped(list, event) && (
        <LinkButton look="secondary" to={paths.adminDateChange(list.product, { date: list.startTime })}>
          <CalendarX aria-hidden size={18} />
          Move or cancel
        </LinkButton>
      )}
      <div className="-mx-1 flex flex-wrap gap-x-2">
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
export const isSkipped = ({ startTime }: GuestList, event: ProductDetail | undefined) =>
  event?.skippedDates.some((skipped) => sameInstant(skipped, startTime)) ?? false

const ID = "guests-date"

function DateSelect({ list, event }: GuestToolsProps) {
  const navigate = useNavigate()
  const { timeZone } = shop()
  const upcoming = event?.occurrences.map(({ startTime }) => startTime) ?? []
  const current = upcoming.find((date) => sameInstant(date, list.startTime)) ?? list.startTime
  const dates = upcoming.includes(current) ? upcoming : [current, ...upcoming]
  if (dates.length < 2) return null
  return (
    <SelectField
      id={ID}
      label="Date"
      className="min-w-0 basis-full sm:basis-60"
      value={current}
      onChange={(change) =>
        void navigate(paths.adminGuests(list.product, change.target.value), {
          replace: true,
          preventScrollReset: true,
        })
      }
    >
      {dates.map((date) => (
        <option key={date} value={date}>
          {formatDateOption(date, timeZone)}
        </option>
      ))}
    </SelectField>
  )
}
