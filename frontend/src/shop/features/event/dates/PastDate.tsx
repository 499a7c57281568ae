import { useQuery } from "@tanstack/react-query"
import type { ReactNode } from "react"
import { useLocation } from "react-router-dom"
import { recapQuery } from "~/shop/queries/giving"
import type { Recap } from "~/common/api/types"
import { formatMoney } from "~/common/lib/money"
import { formatMoment, formatDay } from "~/common/lib/time/dates"
import { paths } from "~/shop/paths"
import { HowWeCount } from "~/shop/shared/giving/RaisedSoFar"
import { balanceText, unitsText } from "~/shop/shared/giving/ledgerText"
import { charity } from "~/shop/state/shop"

interface PastDateProps {
  product: string
  /** The past date, as in the page's address. */
  asked: string
  /** Shown until it is known what became of the date. */
  loading: ReactNode
}

/** What a past date brought in and what that pays for, and its tables. Nothing for a date that has not ended. */
export default function PastDate({ product, asked, loading }: PastDateProps) {
  const { data, isPending } = useQuery(recapQuery(product, asked))
  if (isPending) return <>{loading}</>
  return data ? <RecapCard recap={data} /> : null
}

/** What is for the charity, once staff have entered what the date cost. */
const costsText = (received: number, costs: number) =>
  costs > 0
    ? `It cost ${formatMoney(costs)}: ${balanceText(received - costs)} for ${charity()}.`
    : "What it cost comes off at the end of the month."

function RecapCard({ recap: { startTime, raised, costs, buyers, unit, asOf, tables } }: { recap: Recap }) {
  const { hash } = useLocation()
  return (
    <section aria-labelledby="past-date" className="grid min-h-46 content-center gap-2 panel p-5 shadow-1">
      <h2 id="past-date" className="money text-xl">
        {formatDay(startTime)}: {raised === null ? "thank you for coming" : `${formatMoney(raised)} received`}
      </h2>
      {raised !== null && <p className="money max-w-measure">{costsText(raised, costs)}</p>}
      {unit && (
        <p className="count max-w-measure">
          {`${costs > 0 ? "" : "Before costs, "}${buyers} people paid for ${unitsText(unit)}.`}
        </p>
      )}
      {tables && (
        <a href={paths.tables(tables)} className="page-link">
          Rounds and standings
        </a>
      )}
      {raised !== null && (
        <>
          <HowWeCount beforeCosts id="how-we-count" open={hash === "#how-we-count"} />
          <p className="text-sm text-ink-2">As of {formatMoment(asOf)}</p>
        </>
      )}
    </section>
  )
}
