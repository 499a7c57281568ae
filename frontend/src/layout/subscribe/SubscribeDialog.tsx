import { calendarFeed } from "~/lib/time/calendarFeed"
import { LinkButton } from "~/ui/layout/Button"
import { CopyField } from "~/ui/forms/CopyField"
import { Dialog } from "~/ui/overlays/Dialog"

interface SubscribeDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** The feed's path on this site. */
  path: string
  /** What the calendar is called. */
  name: string
  title: string
}

/** Every way to subscribe: the device's calendar, Google's, Outlook's, and the address for all others. */
export default function SubscribeDialog({ open, onOpenChange, path, name, title }: SubscribeDialogProps) {
  const feed = calendarFeed(path, name, window.location.origin)
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={title}
      description="Your calendar updates when we add, move or cancel an event."
    >
      <div className="grid gap-4">
        <ul className="grid gap-2">
          <li>
            <LinkButton to={feed.webcal} className="w-full">
              My calendar app
            </LinkButton>
          </li>
          <li>
            <Outside href={feed.google}>Google Calendar</Outside>
          </li>
          <li>
            <Outside href={feed.outlook}>Outlook.com</Outside>
          </li>
        </ul>
        <CopyField label="Or add this address in your calendar" text={feed.address} />
      </div>
    </Dialog>
  )
}

function Outside({ href, children }: { href: string; children: string }) {
  return (
    <LinkButton to={href} target="_blank" rel="noopener noreferrer" look="secondary" className="w-full">
      {children} <span className="sr-only">(opens in a new tab)</span>
    </LinkButton>
  )
}
