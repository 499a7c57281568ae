import { useMutation } from "@tanstack/react-query"
import { Share2 } from "lucide-react"
import { messageOf } from "~/api/client"
import { revokeLinkMutation, type SeatLink } from "~/api/queries/seats"
import { announce } from "~/ui/feedback/announce"
import { Notice } from "~/ui/feedback/Notice"
import { CopyField } from "~/ui/forms/CopyField"
import { Button } from "~/ui/layout/Button"

interface SeatLinkRowProps {
  link: SeatLink
  /** Counts the seats that were given away, from 1. */
  number: number
  /** Sent along with a shared link. */
  text: string
}

/** A seat that was given away: who has it, or the link to send. */
export function SeatLinkRow({ link, number, text }: SeatLinkRowProps) {
  if (link.url === null) return <ClaimedSeat name={link.firstName ?? "Your friend"} />
  return <OpenLink id={link._id} url={link.url} number={number} text={text} />
}

function ClaimedSeat({ name }: { name: string }) {
  return (
    <li className="rounded-md bg-ok-bg p-3 [overflow-wrap:anywhere]">
      <p className="font-semibold">{name} has one of your seats.</p>
      <p className="text-sm text-ink-2">{name} can give it back on the ticket's page.</p>
    </li>
  )
}

function OpenLink({ id, url, number, text }: { id: string; url: string; number: number; text: string }) {
  const revoke = useMutation(revokeLinkMutation)
  const press = () => revoke.mutate(id, { onSuccess: () => announce("The link is revoked. The seat is yours again.") })
  return (
    <li className="grid gap-2">
      <CopyField label={`Link ${number}: not used yet`} text={url} />
      <div className="flex flex-wrap gap-x-4 gap-y-2">
        {canShare(url) && (
          <Button look="secondary" aria-label={`Share link ${number}`} onClick={() => void share(url, text)}>
            <Share2 aria-hidden size={18} />
            Share
          </Button>
        )}
        <Button look="quiet" aria-label={`Revoke link ${number}`} busy={revoke.isPending} onClick={press}>
          Revoke
        </Button>
      </div>
      {revoke.error && (
        <Notice look="error" role="alert">
          {messageOf(revoke.error)}
        </Notice>
      )}
    </li>
  )
}

/** Whether the device can pass the link to other apps. Most desktop browsers can't. */
function canShare(url: string): boolean {
  return typeof navigator.share === "function" && (navigator.canShare?.({ url }) ?? true)
}

async function share(url: string, text: string): Promise<void> {
  try {
    await navigator.share({ text, url })
  } catch (error) {
    // Closing the device's dialog is an error, too. The link stays on the screen to be copied.
    if (!(error instanceof DOMException && error.name === "AbortError"))
      console.error("The link was not shared.", error)
  }
}
