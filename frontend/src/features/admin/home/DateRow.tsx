import { CalendarX, DoorOpen, Mail, Swords, Users } from "lucide-react"
import { Link } from "react-router-dom"
import type { NextDate } from "~/api/queries/staff/products"
import { tablesOfDate } from "~/features/admin/orders/door/tablesPaths"
import { RowAction } from "~/features/admin/table/RowAction"
import { rowLink } from "~/features/admin/table/cells"
import { formatDay } from "~/lib/time/dates"
import { serverNow } from "~/lib/time/serverClock"
import { paths } from "~/paths"
import { shop } from "~/state/shop"
import { Badge } from "~/ui/feedback/Badge"
import { When } from "~/ui/time/When"

/** A date with its seats, its waiting list, and what staff do about it. */
export function DateRow({ date }: { date: NextDate }) {
  const { product, name, startTime, endTime, totalReservations, maximumEventCapacity, waiting } = date
  const { timeZone } = shop()
  const hasStarted = Date.parse(startTime) <= serverNow()
  const of = `${name}, ${formatDay(startTime, timeZone)}`
  return (
    <li className="grid gap-x-6 gap-y-1 rounded-card border border-hair bg-paper p-4 lg:grid-cols-[minmax(0,1fr)_13rem_25rem] lg:items-center xl:grid-cols-[minmax(0,1fr)_13rem_31rem]">
      <div className="grid gap-1">
        <h3 className="font-text text-lg font-bold">
          <Link to={paths.adminEvent(product, "?tab=dates")} className={rowLink}>
            {name}
          </Link>
        </h3>
        <When start={startTime} end={endTime} timeZone={timeZone} className="font-semibold" />
      </div>
      <p className="count flex flex-wrap items-center gap-x-3 gap-y-1">
        {totalReservations}/{maximumEventCapacity} seats taken
        {hasStarted && <Badge look="info">On now</Badge>}
        {waiting > 0 && <Badge look="warning">{waiting} waiting</Badge>}
      </p>
      {/* Without their icons, they fit in a row on a phone. */}
      <div className="-mr-3 -mb-2 -ml-1 flex flex-wrap items-center sm:-mx-2 lg:mb-0 max-sm:[&_svg]:hidden">
        <RowAction icon={Users} label="Guests" of={of} to={paths.adminGuests(product, startTime)} />
        <RowAction icon={DoorOpen} label="Door" of={of} to={paths.adminGuests(product, startTime, "/door")} />
        <RowAction icon={Swords} label="Tables" of={of} to={tablesOfDate(product, startTime)} />
        <RowAction icon={Mail} label="Message" of={of} to={paths.adminMessage(product, startTime)} />
        {!hasStarted && (
          <RowAction
            icon={CalendarX}
            label="Move or cancel"
            of={of}
            to={paths.adminDateChange(product, { date: startTime })}
          />
        )}
      </div>
    </li>
  )
}
