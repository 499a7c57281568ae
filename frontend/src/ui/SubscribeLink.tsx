import clsx from "clsx"
import { CalendarSync } from "lucide-react"
import { lazy, Suspense, useState, type MouseEvent } from "react"

const SubscribeDialog = lazy(() => import("~/ui/SubscribeDialog"))

interface SubscribeLinkProps {
  /** The feed's path on this site. */
  path: string
  /** What the calendar is called. */
  name: string
  /** The link's words, and the dialog's title. */
  children: string
  className?: string
}

/** Leads to a calendar's feed, and where scripts run to the ways of subscribing to it. */
export function SubscribeLink({ path, name, children, className }: SubscribeLinkProps) {
  const [open, setOpen] = useState(false)
  const [wanted, setWanted] = useState(false) // the dialog's code comes with the first press
  const ask = (event: MouseEvent) => {
    event.preventDefault()
    setWanted(true)
    setOpen(true)
  }
  return (
    <>
      <a
        href={path}
        aria-haspopup="dialog"
        onClick={ask}
        className={clsx("inline-flex min-h-tap items-center gap-2 font-semibold underline", className)}
      >
        <CalendarSync aria-hidden size={18} />
        {children}
      </a>
      {wanted && (
        <Suspense>
          <SubscribeDialog open={open} onOpenChange={setOpen} path={path} name={name} title={children} />
        </Suspense>
      )}
    </>
  )
}
