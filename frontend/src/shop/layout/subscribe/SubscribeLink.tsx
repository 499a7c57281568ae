import clsx from "clsx"
import { CalendarSync } from "lucide-react"
import { useState, type MouseEvent } from "react"
import SubscribeDialog from "~/shop/layout/subscribe/SubscribeDialog"

interface SubscribeLinkProps {
  /** The feed's path on this site. */
  path: string
  /** The calendar's name. */
  name: string
  /** The link's text and the dialog's title. */
  children: string
  className?: string
}

/** A link to a calendar feed that opens a dialog with the ways to subscribe; without scripts, it opens the feed. */
export function SubscribeLink({ path, name, children, className }: SubscribeLinkProps) {
  const [open, setOpen] = useState(false)
  const openDialog = (event: MouseEvent) => {
    event.preventDefault()
    setOpen(true)
  }
  return (
    <>
      <a href={path} aria-haspopup="dialog" onClick={openDialog} className={clsx("page-link gap-2", className)}>
        <CalendarSync aria-hidden size={18} />
        {children}
      </a>
      <SubscribeDialog open={open} onOpenChange={setOpen} path={path} name={name} title={children} />
    </>
  )
}
