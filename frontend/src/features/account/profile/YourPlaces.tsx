import { useMutation } from "@tanstack/react-query"
import { Link } from "react-router-dom"
import { messageOf } from "~/api/client"
import { leaveWaitingMutation } from "~/api/queries/waiting/changes"
import type { WaitingEntry } from "~/api/types"
import { formatDateOption } from "~/lib/time/dates"
import { formatDeadline } from "~/lib/time/until"
import { paths } from "~/paths"
import { placeText, wishText, yoursText } from "~/shared/waiting/texts"
import { shop } from "~/state/shop"
import { announce } from "~/ui/feedback/announce"
import { ErrorText } from "~/ui/feedback/Notice"
import { Button, LinkButton } from "~/ui/layout/Button"

/** The user's places on waiting lists: seats that are offered for a while, and places in line. */
export function YourPlaces({ entries }: { entries: readonly WaitingEntry[] }) {
  if (entries.length === 0) return null
  return (
    <section aria-labelledby="your-places" className="grid gap-3">
      <h3 id="your-places">Waiting lists</h3>
      <ul className="grid gap-3">
        {entries.map((entry) => (
          <Place key={entry._id} entry={entry} />
        ))}
      </ul>
    </section>
  )
}

function Place({ entry }: { entry: WaitingEntry }) {
  const { name, product, startTime, offer } = entry
  const { timeZone } = shop()
  const leave = useMutation(leaveWaitingMutation)
  const left = offer ? "You have passed the seats on." : "You have left the waiting list."
  return (
    <li className="grid gap-2 rounded-card border border-hair bg-paper p-4 [overflow-wrap:anywhere]">
      <Link
        to={paths.event(product, startTime)}
        className="inline-flex min-h-tap min-w-0 items-center justify-self-start font-semibold underline"
      >
        <span>
          {name}, <span className="inline-block">{formatDateOption(startTime, timeZone)}</span>
        </span>
      </Link>
      {offer ? (
        <p>
          {yoursText(offer.seats)} until <span className="inline-block">{formatDeadline(offer.until, timeZone)}.</span>
        </p>
      ) : (
        <p>
          {placeText(entry)} <span className="text-ink-2">{wishText(entry)}</span>
        </p>
      )}
      {leave.isError && (
        <div role="alert">
          <ErrorText>{messageOf(leave.error)}</ErrorText>
        </div>
      )}
      <div className="flex flex-wrap gap-3">
        {offer && <LinkButton to={paths.event(product, startTime)}>Book</LinkButton>}
        <Button
          look="secondary"
          busy={leave.isPending}
          busyText="Leaving…"
          onClick={() => leave.mutate(entry._id, { onSuccess: () => announce(left) })}
        >
          {offer ? "No, thanks" : "Leave"}
        </Button>
      </div>
    </li>
  )
}
