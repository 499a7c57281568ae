import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { Link, useSearchParams } from "react-router-dom"
import type { LedgerLine, LedgerMonth } from "~/api/types"
import { ledgerQuery } from "~/api/queries/giving"
import { formatMonth, formatPlainDay } from "~/lib/time/months"
import { kindText, lineAmount } from "~/shared/giving/ledgerText"
import { monthPath } from "../monthPath"
import { EntryForm } from "./EntryForm"

/** The lines that staff entered, and a form for the next one. A closed month's lines can only be corrected elsewhere. */
export function Entries({ month }: { month: LedgerMonth }) {
  const [params, setParams] = useSearchParams()
  const [count, setCount] = useState(0)
  const corrects = params.get("corrects") ?? ""
  const entered = month.lines.filter(({ derived }) => !derived)
  return (
    <>
      {entered.length === 0 ? (
        <p className="text-ink-2">Nothing is entered yet.</p>
      ) : (
        <ul>
          {entered.map((line) => (
            <EnteredLine key={line._id} line={line} month={month} />
          ))}
        </ul>
      )}
      {!month.closedAt && (
        <EntryForm
          key={`${count} ${corrects}`}
          month={month.month}
          corrects={corrects}
          onSaved={() => {
            setCount(count + 1)
            setParams({}, { replace: true, preventScrollReset: true })
          }}
        />
      )}
    </>
  )
}

function EnteredLine({ line, month }: { line: LedgerLine; month: LedgerMonth }) {
  const { kind, text, date, receipt, corrects } = line
  return (
    <li className="grid gap-1 border-b border-hair py-2 last:border-b-0 [overflow-wrap:anywhere]">
      <p className="flex items-baseline justify-between gap-4">
        <span className="min-w-0 font-semibold">{kindText(kind)}</span>
        <span className="money font-semibold whitespace-nowrap">{lineAmount(line)}</span>
      </p>
      <p>
        {text}, {formatPlainDay(date)}
        {corrects && ", a correction"}
        {receipt && (
          <>
            {", "}
            <a href={receipt} target="_blank" rel="noopener" className="underline">
              receipt<span className="sr-only"> (opens in a new tab)</span>
            </a>
          </>
        )}
      </p>
      {month.closedAt && <Correct line={line} />}
    </li>
  )
}

/** Leads to the form of the oldest open month. */
function Correct({ line }: { line: LedgerLine }) {
  const { data } = useQuery(ledgerQuery())
  const open = data?.months.findLast(({ closedAt }) => closedAt === null)?.month
  if (!open) return null
  return (
    <Link
      to={monthPath(open, line._id)}
      aria-label={`Correct in ${formatMonth(open)}: ${kindText(line.kind)}, ${line.text}`}
      className="inline-flex min-h-tap items-center justify-self-start font-semibold underline"
    >
      Correct in {formatMonth(open)}
    </Link>
  )
}
