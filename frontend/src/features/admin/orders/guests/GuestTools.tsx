import { Download, Printer } from "lucide-react"
import { useNavigate } from "react-router-dom"
import { guestsExport, type GuestList } from "~/api/queries/staff/orders"
import type { ProductDetail } from "~/api/types"
import { formatDateOption, sameInstant } from "~/lib/time/dates"
import { paths } from "~/paths"
import { shop } from "~/state/shop"
import { Button, LinkButton } from "~/ui/layout/Button"
import { SelectField } from "~/ui/forms/Field"

interface GuestToolsProps {
  list: GuestList
  /** The event with its upcoming dates; hidden events have none. */
  event: ProductDetail | undefined
}

/** A select for the date, a print button, a CSV download, and links to the event and its orders. */
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
      <div className="-mx-1 flex flex-wrap gap-x-2">
        <LinkButton look="quiet" to={paths.adminMessage(list.product, list.startTime)}>
          Message the people of this date
        </LinkButton>
        <LinkButton look="quiet" to={`${paths.adminList("orders")}?product=${encodeURIComponent(list.product)}`}>
          Orders of this event
        </LinkButton>
        <LinkButton look="quiet" to={paths.adminEvent(list.product)}>
          Edit this event
        </LinkButton>
      </div>
    </div>
  )
}

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
