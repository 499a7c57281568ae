import type { ComponentProps } from "react"
import { Link } from "react-router-dom"
import { paths } from "~/paths"

/** What "raised" means. */
export function HowWeCount(props: ComponentProps<"details">) {
  return (
    <details {...props}>
      <summary className="inline-flex min-h-tap cursor-pointer items-center font-semibold text-link underline hover:no-underline">
        How we count
      </summary>
      <p className="max-w-measure text-ink-2">
        Tickets and gifts that PayPal has confirmed, minus refunds and fees. Sales tax isn't counted. What the nights
        cost is in{" "}
        <Link to={paths.ledger()} className="underline">
          our ledger
        </Link>
        .
      </p>
      <p className="max-w-measure pt-2 text-ink-2">
        Gifts appear once three people have given, so that nobody's gift can be read.
      </p>
    </details>
  )
}
