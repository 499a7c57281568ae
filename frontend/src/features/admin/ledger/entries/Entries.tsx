import { useQuery } from "@tanstack/react-query"
import { useEffect, useRef, useState } from "react"
import { Link, useSearchParams } from "react-router-dom"
import { ledgerQuery } from "~/api/queries/giving"
import type { LedgerLine, LedgerMonth } from "~/api/types"
import { formatMonth, formatPlainDay } from "~/lib/time/months"
import { paths } from "~/paths"
import { kindText, lineAmount } from "~/shared/giving/ledgerText"
import { EntryForm } from "./EntryForm"

/** The lines that staff entered, and a form for the next one. A closed month's lines can only be corrected elsewhere. */
export function Entries({ month }: { month: LedgerMonth }) {
  const [params, setParams] = useSearchParams()
  const [count, setCount] = useState(0)
  const corrects = params.get("corrects") ?? ""
  const corrected = useLine(corrects)
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!corrects) return
    box.current?.scrollIntoView({ block: "start" })
    box.current?.focus({ preventScroll: true })
  }, [corrects])
  const startAgain = () => {
    setCount(count + 1)
    setParams({}, { replace: true, preventScrollReset: true })
    box.current?.focus({ preventScroll: true }) // the button that was pressed is gone
  }
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
        <div ref={box} tabIndex={-1} className="rounded-md">
          <EntryForm
            key={`${count} ${corrects} ${corrected?.line._id}`}
            month={month.month}
            corrects={corrects}
            corrected={corrected}
            onDone={startAgain}
          />
        </div>
      )}
    </>
  )
}

/** The line with this ID and its month; undefined while they load, and without an ID. */
function useLine(id: string) {
  const { data } = useQuery({ ...ledgerQuery(), enabled: id !== "" })
  const lines = data?.months.flatMap(({ month, lines: found }) => found.map((line) => ({ month, line })))
  return lines?.find(({ line }) => line._id === id)
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

/** A month's page, and the line of another month that is corrected there. Apart from paths.ts, which every page loads. */
export const monthPath = (month: string, corrects = "") =>
  `${paths.adminList("ledger")}/${month}${corrects && `?corrects=${encodeURIComponent(corrects)}`}`
