import { useQuery } from "@tanstack/react-query"
import { type ReactNode, useId } from "react"
import { Link } from "~/common/ui/layout/Link"
import { type RaisedFor, raisedQuery } from "~/shop/queries/giving"
import type { Raised } from "~/common/api/types"
import { formatMoney } from "~/common/lib/money"
import { paths } from "~/shop/paths"
import { balanceText, unitsText } from "~/shop/shared/giving/ledgerText"
import { charity } from "~/shop/state/shop"
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

/** What an event brought in, or a season for the charity. Loads when it is scrolled near, and shows nothing without a goal. */
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
      <div ref={place}>{data && <Progress of={of} found={data} className={className} />}</div>
      {first && isLoading ? <div data-waiting /> : children}
    </>
  )
}

function Progress({ of, found, className }: { of: RaisedFor; found: Raised; className: string }) {
  const { raised, target, unit } = found
  const id = useId()
  const isSeason = "season" in of
  const title = isSeason ? `For ${charity()} so far` : "Received so far, before costs"
  return (
    <section aria-labelledby={id} className={className}>
      <div className="grid gap-3 panel p-5 shadow-1 lg:px-8">
        <h2 id={id} className="money text-xl">
          {`${title}: ${balanceText(raised)}${target === undefined ? "" : ` of ${formatMoney(target)}`}`}
        </h2>
        {target !== undefined && <Meter title={title} value={raised} target={target} />}
        {unit && unit.count > 0 && (
          <p className="count max-w-measure">{`${isSeason ? "That" : "Before costs, that"} pays for ${unitsText(unit)}.`}</p>
        )}
        <HowWeCount beforeCosts={!isSeason} />
      </div>
    </section>
  )
}

function Meter({ title, value: found, target }: { title: string; value: number; target: number }) {
  const value = Math.min(target, Math.max(0, found)) // a meter's value is within its range
  return (
    <div
      role="meter"
      aria-label={title}
      aria-valuemin={0}
      aria-valuemax={target}
      aria-valuenow={value}
      aria-valuetext={`${balanceText(found)} of ${formatMoney(target)}`}
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

/** What the sums mean. Those of dates are before costs, which come off when staff have entered them. */
export function HowWeCount({ beforeCosts, ...props }: { beforeCosts: boolean; id?: string; open?: boolean }) {
  return (
    <Fold {...props} title="How we count">
      <p className="max-w-measure text-ink-2">
        {beforeCosts
          ? "Tickets and gifts that have been paid, minus refunds and PayPal's fees. Sales tax isn't ours. Our costs come off in "
          : "Tickets and gifts that have been paid, minus refunds, PayPal's fees and our costs. Sales tax isn't ours. All sums are in "}
        <Link to={paths.ledger()} className="underline">
          our ledger
        </Link>
        .
      </p>
    </Fold>
  )
}
