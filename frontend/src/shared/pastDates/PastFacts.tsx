import { useQuery } from "@tanstack/react-query"
import { Link } from "react-router-dom"
import { recapQuery } from "~/api/queries/giving"
import { productQuery } from "~/api/queries/products"
import { formatMoney } from "~/lib/money"
import { formatDay } from "~/lib/time/dates"
import { paths } from "~/paths"
import { charity, shop } from "~/state/shop"
import { useNow } from "~/ui/time/useNow"

interface PastFactsProps {
  product: string
  startTime: string
  /** Who got the money, if an order says so. */
  to?: string | null | undefined
}

/** "Friday Draft was on Wed, Nov 25" */
export const wasOn = (event: string, startTime: string) => `${event} was on ${formatDay(startTime, shop().timeZone)}`

const link = "inline-flex min-h-tap items-center font-semibold underline"

/** On a ticket whose date is over: what the date raised, its standings, and the event's next date with seats. */
export function PastFacts({ product, startTime, to }: PastFactsProps) {
  const { timeZone } = shop()
  const now = useNow()
  const { data: recap } = useQuery(recapQuery(product, startTime))
  const { data: event } = useQuery({ ...productQuery(product), meta: { quiet: true } }) // it may be archived
  const next = event?.occurrences.find((date) => date.countInStock > 0 && Date.parse(date.startTime) > now)
  return (
    <div className="no-print grid justify-items-start">
      {recap && recap.raised !== null && (
        <p className="money">
          It raised {formatMoney(recap.raised)} for {to ?? charity()}.
        </p>
      )}
      {recap?.tables && (
        <a href={paths.tables(recap.tables)} className={link}>
          Rounds and standings
        </a>
      )}
      {next && (
        <Link to={paths.event(product, next.startTime)} className={link}>
          Next: {formatDay(next.startTime, timeZone)}
        </Link>
      )}
    </div>
  )
}
