import { CopyField } from "~/common/ui/forms/CopyField"
import { LinkButton } from "~/common/ui/layout/Button"
import { Dialog } from "~/common/ui/overlays/Dialog"

interface SubscribeDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** The feed's path on this site. */
  path: string
  /** The calendar's name. */
  name: string
  title: string
}

/** Links to subscribe in the device's calendar app, Google Calendar and Outlook.com, and the URL for other apps. */
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
            <ExternalLink href={feed.google}>Google Calendar</ExternalLink>
          </li>
          <li>
            <ExternalLink href={feed.outlook}>Outlook.com</ExternalLink>
          </li>
        </ul>
        <CopyField label="Or add this address in your calendar" text={feed.address} />
      </div>
    </Dialog>
  )
}

function ExternalLink({ href, children }: { href: string; children: string }) {
  return (
    <LinkButton to={href} target="_blank" rel="noopener noreferrer" look="secondary" className="w-full">
      {children} <span className="sr-only">(opens in a new tab)</span>
    </LinkButton>
  )
}

/** Links to subscribe to a calendar feed of the shop. */
interface CalendarFeed {
  /** The URL to copy into other calendar apps. */
  address: string
  /** Opens the device's calendar app. */
  webcal: string
  google: string
  outlook: string
}

/** `path` is the path of the feed, `origin` that of this site, such as "https://tickets.example". */
function calendarFeed(path: string, name: string, origin: string): CalendarFeed {
  const address = new URL(path, origin).href
  const webcal = address.replace(/^https?:/, "webcal:")
  return {
    address,
    webcal,
    // Google accepts only a webcal URL that is fully escaped.
    google: `https://calendar.google.com/calendar/render?cid=${encodeURIComponent(webcal)}`,
    outlook: `https://outlook.live.com/calendar/0/addfromweb?url=${encodeURIComponent(address)}&name=${encodeURIComponent(name)}`,
  }
}
