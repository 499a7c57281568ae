import { useQuery } from "@tanstack/react-query"
import { type ReactNode, useId } from "react"
import { Link } from "react-router-dom"
import { type RaisedFor, raisedQuery } from "~/shop/queries/giving"
import type { Raised } from "~/common/api/types"
import { formatMoney } from "~/common/lib/money"
import { paths } from "~/shop/paths"
import { balanceText, unitsText } from "~/shop/shared/giving/ledgerText"
import { useInView } from "~/common/ui/hooks/useInView"
import { Fold } from "~/common/ui/layout/Fold"

interface RaisedSoFarProps {
  of: RaisedFor
  /** Loads immediately, and shows what follows only then. */
  first?: boolean
  className?: string
  /** What follows. */
  children?: ReactNode
}

/** What an event or a season has raised. Loads when it is scrolled near, and shows nothing without a goal. */
export default function RaisedSoFar({
  of,
  first = false,
  className = "wrap pb-8 lg:pb-12",
  children,
}: RaisedSoFarProps) {
  const [place, near] = useInView()
  const { data, isLoading } = useQuery({ ...raisedQuery(of), enabled: near || first })
  return (
    <>
      <div ref={place}>{data && <Progress found={data} className={className} />}</div>
      {first && isLoading ? <div data-waiting /> : children}
    </>
  )
}

function Progress({ found, className }: { found: Raised; className: string }) {
  const { raised, target, unit } = found
  const id = useId()
  return (
    <section aria-labelledby={id} className={className}>
      <div className="grid gap-3 panel p-5 shadow-1 lg:px-8">
        <h2 id={id} className="money text-xl">
          {soFar(found)}
        </h2>
        {target !== undefined && <Meter raised={raised} target={target} />}
        {unit && unit.count > 0 && <p className="count max-w-measure">{unitText(unit)}</p>}
        <HowWeCount />
      </div>
    </section>
  )
}

function soFar({ raised, target }: Raised): string {
  const of = target === undefined ? "" : ` of ${formatMoney(target)}`
  return `Raised so far: ${balanceText(raised)}${of}`
}

/** "That pays for 1,041 school lunches at $1.80 (USDA)." */
const unitText = (unit: NonNullable<Raised["unit"]>) => `That pays for ${unitsText(unit)}.`

function Meter({ raised, target }: { raised: number; target: number }) {
  const value = Math.min(target, Math.max(0, raised)) // a meter's value is within its range
  return (
    <div
      role="meter"
      aria-label="Raised so far"
      aria-valuemin={0}
      aria-valuemax={target}
      aria-valuenow={value}
      aria-valuetext={`${formatMoney(raised)} of ${formatMoney(target)}`}
    >
      <svg
        aria-hidden
        className="block h-4 w-full overflow-hidden rounded-pill border border-line"
        preserveAspectRatio="none"
      >
        <rect width="100%" height="100%" className="fill-malt" />
        <rect width={`${(100 * value) / target}%`} height="100%" className="fill-felt-2" />
      </svg>
    </div>
  )
}

/** What "raised" means. */
export function HowWeCount(props: { id?: string; open?: boolean }) {
  return (
    <Fold {...props} title="How we count">
      <p className="max-w-measure text-ink-2">
        Tickets and gifts that PayPal has confirmed, minus refunds and fees. Sales tax isn't counted. What the nights
        cost is in{" "}
        <Link to={paths.ledger()} className="underline">
          our ledger
        </Link>
        .
      </p>
      <p className="max-w-measure text-ink-2">Where fewer than three people gave, gifts count as tickets.</p>
    </Fold>
  )
}
