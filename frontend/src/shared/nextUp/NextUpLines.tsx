import { useQuery, type QueryClient } from "@tanstack/react-query"
import { Link } from "react-router-dom"
import { nextUpQuery } from "~/api/queries/orders/own"
import { shop } from "~/state/shop"
import { useNow } from "~/ui/time/useNow"
import { YourTime } from "~/ui/time/YourTime"
import { nextUpLines } from "./texts"

const MAX_WAIT_MS = 2_000

/** What the user may need right now, on top of home and profile: a ticket, an offer that ends, an open choice. */
export default function NextUpLines() {
  const { data } = useQuery(nextUpQuery())
  const now = useNow()
  const { timeZone } = shop()
  const lines = data ? nextUpLines(data, now, timeZone) : []
  if (lines.length === 0) return null
  return (
    <section aria-label="Next up" className="no-print bg-felt pb-3">
      <ul className="wrap">
        {lines.map(({ text, at, action, to }) => (
          <li
            key={to}
            className="bg-paper first:rounded-t-card last:rounded-b-card not-first:border-t not-first:border-hair"
          >
            <Link
              to={to}
              className="group flex min-h-tap items-center gap-x-4 px-4 py-2 text-ink no-underline -outline-offset-3! focus-visible:shadow-none!"
            >
              <span className="text-balance [overflow-wrap:anywhere] max-lg:grow">
                <KeptDots>{text}</KeptDots>
                {at && <YourTime at={at} timeZone={timeZone} className="block text-sm text-ink-2" />}
              </span>{" "}
              <span className="shrink-0 font-semibold text-link underline group-hover:no-underline">{action}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** A text no line of which begins with the dot of "Fri, Dec 4 · 6:00 PM PST". */
function KeptDots({ children }: { children: string }) {
  return children.split(/(\S+ ·)/).map((part) =>
    part.endsWith("·") ? (
      <span key={part} className="whitespace-nowrap">
        {part}
      </span>
    ) : (
      part
    ),
  )
}

/** Pages wait for the answer, but never long. */
NextUpLines.prepare = (client: QueryClient) =>
  Promise.race([client.prefetchQuery(nextUpQuery()), new Promise((resolve) => setTimeout(resolve, MAX_WAIT_MS))])
