import { useQuery } from "@tanstack/react-query"
import clsx from "clsx"
import { Link } from "~/common/ui/layout/Link"
import { askedDateQuery } from "~/shop/queries/dates"
import { recapQuery } from "~/shop/queries/giving"
import { formatMoney } from "~/common/lib/money"
import { formatDay } from "~/common/lib/time/dates"
import { paths } from "~/shop/paths"
import { charity } from "~/shop/state/shop"

interface PastFactsProps {
  product: string
  startTime: string
  /** Who got the money, if an order says so. */
  to?: string | null | undefined
}

/** "Friday Draft was on Wed, Nov 25" */
export const wasOn = (event: string, startTime: string) => `${event} was on ${formatDay(startTime)}`

/** On a ticket whose date is over: what the date brought in, its standings, and the event's next date. */
export function PastFacts({ product, startTime, to }: PastFactsProps) {
  const { data: recap, isLoading: isAdding } = useQuery(recapQuery(product, startTime))
  const { data: asked, isLoading } = useQuery({ ...askedDateQuery(product, startTime), meta: { loud: false } }) // it may be hidden
  const next = asked?.nearest[0]
  return (
    <div className={clsx("no-print grid justify-items-start", (isAdding || isLoading) && "min-h-17")}>
      {recap && recap.raised !== null && (
        <p className="money">
          {`It brought in ${formatMoney(recap.raised)} after PayPal's fees; what is left after costs goes to ${to ?? charity()}.`}
        </p>
      )}
      {recap?.tables && (
        <a href={paths.tables(recap.tables)} className="page-link">
          Rounds and standings
        </a>
      )}
      {next && (
        <Link to={paths.event(product, next.startTime)} className="page-link">
          {next.text}
        </Link>
      )}
    </div>
  )
}
