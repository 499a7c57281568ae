import { useQuery } from "@tanstack/react-query"
import type { ReactNode } from "react"
import { useLocation } from "react-router-dom"
import { recapQuery } from "~/shop/queries/giving"
import type { Recap } from "~/common/api/types"
import { formatMoney } from "~/common/lib/money"
import { formatDateTime, formatDay } from "~/common/lib/time/dates"
import { paths } from "~/shop/paths"
import { HowWeCount } from "~/shop/shared/giving/RaisedSoFar"
import { unitsText } from "~/shop/shared/giving/ledgerText"

interface PastDateProps {
  product: string
  /** The past date, as in the page's address. */
  asked: string
  /** Shown until it is known what became of the date. */
  loading: ReactNode
}

/** What a past date raised and what that pays for, and its tables. Nothing for a date that has not ended. */
export default function PastDate({ product, asked, loading }: PastDateProps) {
  const { data, isPending } = useQuery(recapQuery(product, asked))
  if (isPending) return <>{loading}</>
  return data ? <RecapCard recap={data} /> : null
}

function RecapCard({ recap: { startTime, raised, buyers, unit, asOf, tables } }: { recap: Recap }) {
  const { hash } = useLocation()
  return (
    <section aria-labelledby="past-date" className="grid min-h-46 content-center gap-2 panel p-5 shadow-1">
      <h2 id="past-date" className="money text-xl">
        {formatDay(startTime)}: {raised === null ? "thank you for coming" : `${formatMoney(raised)} raised`}
      </h2>
      {unit && <p className="count max-w-measure">{`${buyers} people paid for ${unitsText(unit)}.`}</p>}
      {tables && (
        <a href={paths.tables(tables)} className="page-link">
          Rounds and standings
        </a>
      )}
      {raised !== null && (
        <>
          <HowWeCount id="how-we-count" open={hash === "#how-we-count"} />
          <p className="text-sm text-ink-2">As of {formatDateTime(asOf)}</p>
        </>
      )}
    </section>
  )
}
