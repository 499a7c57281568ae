import clsx from "clsx"
import { CalendarSync } from "lucide-react"
import { CopyField } from "~/common/ui/forms/CopyField"
import { LinkButton } from "~/common/ui/layout/Button"
import { DialogButton } from "~/common/ui/overlays/DialogButton"

interface SubscribeLinkProps {
  /** The feed's path on this site. */
  path: string
  /** The calendar's name. */
  name: string
  /** The link's text and the dialog's title. */
  children: string
  className?: string
}

/**
 * A link to a calendar feed that opens a dialog with the ways to subscribe: the device's calendar app, Google Calendar,
 * Outlook.com, and the URL for other apps. Without scripts, it opens the feed.
 */
export default function SubscribeLink({ path, name, children, className }: SubscribeLinkProps) {
  const feed = calendarFeed(path, name, window.location.origin)
  const link = (open: () => void) => (
    <a
      href={path}
      aria-haspopup="dialog"
      onClick={(event) => {
        event.preventDefault()
        open()
      }}
      className={clsx("page-link gap-2", className)}
    >
      <CalendarSync aria-hidden size={18} />
      {children}
    </a>
  )
  const ways = (
    <div className="grid gap-4">
      <ul className="grid gap-2">
        <li>
          <LinkButton reloadDocument to={feed.webcal} className="w-full">
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
  )
  return (
    <DialogButton
      opener={link}
      title={children}
      description="Your calendar updates when we add, move or cancel an event."
      content={() => ways}
    />
  )
}

function ExternalLink({ href, children }: { href: string; children: string }) {
  return (
    <LinkButton reloadDocument to={href} target="_blank" rel="noopener noreferrer" look="secondary" className="w-full">
      {children} <span className="sr-only">(opens in a new tab)</span>
    </LinkButton>
  )
}

/** Links to subscribe to a calendar feed of the shop. `webcal` opens the device's calendar app. */
function calendarFeed(path: string, name: string, origin: string) {
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
