import { useQuery } from "@tanstack/react-query"
import { ApiError, messageOf } from "~/api/client"
import type { LedgerMonth, SettlementLine } from "~/api/types"
import { settlementQuery } from "~/api/queries/staff/money/ledger"
import { counted } from "~/lib/counted"
import { Notice } from "~/ui/feedback/Notice"
import { ErrorPanel } from "~/ui/feedback/States"
import { Movement } from "./Movement"
import { OPEN_STATES } from "./compareText"

/** The month at PayPal beside the month in the shop. What doesn't match comes first. */
export function Compare({ month }: { month: LedgerMonth }) {
  const query = useQuery(settlementQuery(month.month))
  if (query.data) return <Lines month={month} lines={query.data.lines} />
  if (query.isPending) return null // the page waits for it
  const isUnavailable = query.error instanceof ApiError && query.error.code === "no_record"
  if (isUnavailable) return <Notice look="warning">{messageOf(query.error)}</Notice>
  return <ErrorPanel what="PayPal's record" onRetry={() => void query.refetch()} message={messageOf(query.error)} />
}

function Lines({ month, lines }: { month: LedgerMonth; lines: readonly SettlementLine[] }) {
  const open = OPEN_STATES.map((group) => ({ ...group, lines: lines.filter(({ state }) => state === group.state) }))
  const left = open.reduce((sum, group) => sum + group.lines.length, 0)
  return (
    <>
      <p role="status" className="count font-semibold">
        {left === 0 ? "Everything matches or is explained." : `${counted(left, "line")} to explain.`}
      </p>
      {open.map(
        ({ state, heading, hint, lines: group }) =>
          group.length > 0 && (
            <div key={state}>
              <h3 className="font-text text-md font-bold">{heading}</h3>
              <p className="text-sm text-ink-2">{hint}</p>
              <Group month={month} lines={group} />
            </div>
          ),
      )}
      <Folded summary="explained" month={month} lines={lines.filter(({ state }) => state === "explained")} />
      <Folded summary="matched" month={month} lines={lines.filter(({ state }) => state === "matched")} />
    </>
  )
}

interface GroupProps {
  month: LedgerMonth
  lines: readonly SettlementLine[]
}

function Group({ month, lines }: GroupProps) {
  return (
    <ul>
      {lines.map((line) => (
        // A payment and its reversal may have the same ID.
        <Movement key={`${line.state} ${line.paypalId} ${line.ours?.gross}`} month={month} line={line} />
      ))}
    </ul>
  )
}

function Folded({ summary, month, lines }: GroupProps & { summary: string }) {
  if (lines.length === 0) return null
  return (
    <details>
      <summary className="count inline-flex min-h-tap cursor-pointer items-center font-semibold text-link underline hover:no-underline">
        {counted(lines.length, "line")} {summary}
      </summary>
      <Group month={month} lines={lines} />
    </details>
  )
}
