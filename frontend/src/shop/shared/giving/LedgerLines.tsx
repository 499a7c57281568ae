import { formatDay, monthHeading } from "~/common/lib/time/dates"
import { useQuery } from "@tanstack/react-query"
import clsx from "clsx"
import type { ReactNode } from "react"
import { Link } from "~/common/ui/layout/Link"
import { ledgerQuery } from "~/shop/queries/giving"
import type { LedgerLine, LedgerMonth } from "~/common/api/types"
import { paths } from "~/shop/paths"
import { Badge } from "~/common/ui/feedback/Badge"
import { Picture } from "~/common/ui/pictures/Picture"
import { balanceText, isBeside, lineAmount, lineName } from "./ledgerText"

/** What came in and went out in a month, from what was carried in to what is carried forward; then sales tax. */
export function LedgerLines({ month }: { month: LedgerMonth }) {
  const lines = inOrder(month.lines)
  const elsewhere = useOtherMonths(month)
  const spends = ({ kind }: LedgerLine) => kind === "cost" || kind === "paid_out"
  const counted = lines.filter((line) => !isBeside(line))
  return (
    <div className="print:text-[9pt] print:leading-tight">
      <Sum label="Carried in" amount={month.carriedIn} />
      <Lines lines={counted.filter((line) => !spends(line))} elsewhere={elsewhere} />
      <Sum label="Received" amount={month.received} />
      <Lines lines={counted.filter(spends)} elsewhere={elsewhere} />
      <Sum label="Left over this month" amount={month.balance} />
      <Sum label="Carried forward" amount={month.carriedForward} look="total" />
      <Lines lines={lines.filter(isBeside)} elsewhere={elsewhere} />
      {(month.salesTaxHeld !== 0 || month.salesTaxPaid !== 0) && (
        <Sum label="Sales tax held at the month's end" amount={month.salesTaxHeld} />
      )}
    </div>
  )
}

function Sum({ label, amount, look }: { label: string; amount: number; look?: "total" }) {
  return (
    <p className="flex items-baseline justify-between gap-x-4 border-b border-hair py-3 font-bold last:border-b-0 print:py-1">
      <span>{label}</span>
      <span className={clsx("money", look === "total" && "font-display text-xl font-normal")}>
        {balanceText(amount)}
      </span>
    </p>
  )
}

function Lines({ lines, elsewhere }: { lines: readonly LedgerLine[]; elsewhere: readonly Elsewhere[] }) {
  if (lines.length === 0) return null
  return (
    <ul>
      {lines.map((line) => (
        <li
          key={line._id}
          className="keep-together grid gap-1 border-b border-hair py-3 last:border-b-0 print:block print:py-1"
        >
          <Line line={line} elsewhere={elsewhere} />
        </li>
      ))}
    </ul>
  )
}

/** A line of another month. */
interface Elsewhere {
  month: string
  line: LedgerLine
}

/** The lines of the other months, as far as corrections may lead to them. */
function useOtherMonths({ month, closedAt, lines }: LedgerMonth): readonly Elsewhere[] {
  const enabled = closedAt !== null || lines.some(({ corrects }) => corrects)
  const all = ledgerQuery()
  const { data } = useQuery({ ...all, enabled, meta: { ...all.meta, loud: false } })
  const others = data?.months.filter((other) => other.month !== month) ?? []
  return others.flatMap((other) => other.lines.map((line) => ({ month: other.month, line })))
}

function Line({ line, elsewhere }: { line: LedgerLine; elsewhere: readonly Elsewhere[] }) {
  const { _id, date, text, derived, receipt, corrects, by } = line
  const corrected = elsewhere.find((other) => other.line._id === corrects)
  const corrections = elsewhere.filter((other) => other.line.corrects === _id)
  return (
    <>
      <p className="flex items-baseline justify-between gap-x-4">
        <span className="min-w-0 font-semibold [overflow-wrap:anywhere]">{lineName(line)}</span>
        <span className="money font-semibold whitespace-nowrap">{lineAmount(line)}</span>
      </p>
      {!derived && (
        <p className="[overflow-wrap:anywhere] print:me-3 print:inline">
          {text}, <span className="whitespace-nowrap">{formatDay(date)}</span>
        </p>
      )}
      <p
        className={clsx(
          "flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-2 print:inline-flex print:text-[9pt]",
          derived && "no-print",
        )}
      >
        {derived ? "from the shop" : `entered by ${by ?? "staff"}`}
        {corrects && <Badge look="warning">Correction</Badge>}
        {corrected && <OtherMonth {...corrected}>of a line in {monthHeading(corrected.month)}</OtherMonth>}
        {corrections.map((found) => (
          <OtherMonth key={found.line._id} {...found}>
            corrected in {monthHeading(found.month)}: {lineAmount(found.line)}
          </OtherMonth>
        ))}
      </p>
      {receipt && (
        <a
          href={receipt}
          target="_blank"
          rel="noopener"
          aria-label={`Receipt: ${text} (opens in a new tab)`}
          className="no-print block w-40 max-w-full"
        >
          <Picture image={receipt} alt={`Receipt: ${text}`} sizes="10rem" className="rounded-art border border-hair" />
        </a>
      )}
    </>
  )
}

function OtherMonth({ month, children }: { month: string; children: ReactNode }) {
  return (
    <Link to={paths.ledger(month)} className="count inline-flex min-h-tap items-center underline print:min-h-0">
      {children}
    </Link>
  )
}

/** As the server sends them, with corrections below the line that they correct. */
function inOrder(lines: readonly LedgerLine[]): LedgerLine[] {
  const ids = new Set(lines.map(({ _id }) => _id))
  const below = (id: string) => lines.filter(({ corrects }) => corrects === id)
  return lines.filter(({ corrects }) => !corrects || !ids.has(corrects)).flatMap((line) => [line, ...below(line._id)])
}

interface MonthLinkProps {
  /** "2026-11" */
  month: string
  to: string
  /** A badge, below the name where space is short. */
  badge?: ReactNode
  children?: ReactNode
}

/** A month in a list of months. All of its row is the link. */
export function MonthLink({ month, to, badge, children }: MonthLinkProps) {
  return (
    <li className="relative flex items-center justify-between gap-x-4 border-b border-hair px-4 py-1 last:border-b-0">
      <span className="flex min-w-0 flex-wrap items-center gap-x-3">
        <Link to={to} className="page-link after:absolute after:inset-0">
          {monthHeading(month)}
        </Link>
        {badge}
      </span>
      {children}
    </li>
  )
}
