import { useMutation } from "@tanstack/react-query"
import { useLocation } from "react-router-dom"
import { leaveByLinkMutation } from "~/shop/queries/waiting"
import type { WaitingEntry } from "~/common/api/types"
import { Page } from "~/shop/layout/Page"
import { messageOf } from "~/common/lib/text"
import { formatDateOption } from "~/common/lib/time/dates"
import { paths } from "~/shop/paths"
import { ErrorNotice, Notice } from "~/common/ui/feedback/Notice"
import { Button, LinkButton } from "~/common/ui/layout/Button"

const DEAD_LINK = "This link no longer works."

/**
 * For the emailed link, whose token is in the hash so that no server logs it. Opening the page changes nothing, because
 * email scanners open links.
 */
export default function LeavePage() {
  const token = useLocation().hash.slice(1)
  const leave = useMutation(leaveByLinkMutation)
  const problem = token === "" ? DEAD_LINK : leave.isError ? messageOf(leave.error) : null
  return (
    <Page title="Leave the waiting list" narrow>
      <div className="grid justify-items-start gap-4">
        {leave.data ? (
          <Left entry={leave.data} />
        ) : (
          <p>You lose your place, and seats that are offered to you go to the next person.</p>
        )}
        <ErrorNotice error={problem} />
        {!leave.data && token !== "" && (
          <Button busy={leave.isPending} busyText="Leaving…" onClick={() => leave.mutate(token)}>
            Leave the waiting list
          </Button>
        )}
      </div>
    </Page>
  )
}

function Left({ entry }: { entry: WaitingEntry }) {
  const what = `${entry.name} on ${formatDateOption(entry.startTime)}`
  return (
    <>
      <Notice look="success" role="status">
        {entry.status === "accepted"
          ? `You have booked your seats for ${what}. You can give them back on your order page.`
          : `You are no longer on the waiting list for ${what}.`}
      </Notice>
      <LinkButton look="secondary" to={paths.event(entry.product, entry.startTime)}>
        See the event
      </LinkButton>
    </>
  )
}
