import { useQuery } from "@tanstack/react-query"
import { Mail } from "lucide-react"
import { thankYousQuery, type ListedThankYou } from "~/api/queries/staff/messages"
import { RowAction } from "~/features/admin/table/RowAction"
import { formatDateOption, formatDay } from "~/lib/time/dates"
import { paths } from "~/paths"
import { shop } from "~/state/shop"

/** The emails that thank guests next, while staff can add a note or stop them. */
export function ThankYouEmails() {
  const { data: emails = [] } = useQuery(thankYousQuery())
  if (emails.length === 0) return null
  return (
    <section aria-labelledby="thanks">
      <h2 id="thanks" className="mb-3">
        Thank-you emails
      </h2>
      <ul className="grid gap-3">
        {emails.map((email) => (
          <Row key={email.product + email.startTime} email={email} />
        ))}
      </ul>
    </section>
  )
}

function Row({ email: { product, name, startTime, goesOutAt, waitsFor } }: { email: ListedThankYou }) {
  const { timeZone } = shop()
  const day = formatDay(startTime, timeZone)
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 rounded-card border border-hair bg-paper p-4">
      <div className="grid min-w-0 gap-1">
        <h3 className="font-text text-lg font-bold">
          {name}, {day}
        </h3>
        <p>
          {waitsFor.length > 0 ? `Waits: ${waitsFor.join(" ")}` : `Goes out ${formatDateOption(goesOutAt, timeZone)}.`}
        </p>
      </div>
      <div className="-mx-1.5 -mb-2 sm:-mx-2 lg:mb-0">
        <RowAction
          icon={Mail}
          label="Add a note or stop it"
          of={`${name}, ${day}`}
          to={paths.adminGuests(product, startTime)}
        />
      </div>
    </li>
  )
}
