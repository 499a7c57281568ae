import clsx from "clsx"
import { ChevronDown } from "lucide-react"
import { useId, useState, type ComponentProps, type ReactNode, type RefObject } from "react"
import { Button } from "~/ui/layout/Button"

interface TicketMenuProps {
  /** The event and its date. */
  name: string
  button: RefObject<HTMLButtonElement | null>
  /** Entries */
  children: ReactNode
}

/** A button that shows what is rarely done with a ticket, in the page rather than over it. */
export function TicketMenu({ name, button, children }: TicketMenuProps) {
  const [open, setOpen] = useState(false)
  const list = useId()
  return (
    <div className="no-print mt-1 grid gap-1">
      <Button
        ref={button}
        look="secondary"
        aria-expanded={open}
        aria-controls={list}
        aria-label={`Manage this ticket, ${name}`}
        onClick={() => setOpen(!open)}
      >
        Manage this ticket
        <ChevronDown aria-hidden size={18} className={clsx(open && "rotate-180")} />
      </Button>
      <ul id={list} hidden={!open} className="rounded-md border border-hair p-2">
        {children}
      </ul>
    </div>
  )
}

const entry =
  "flex min-h-tap w-full items-center gap-3 rounded-md px-3 text-left font-semibold text-ink no-underline hover:bg-malt"

interface EntryProps {
  text: string
  /** The event and its date, which tell the menus of several tickets apart. */
  name: string
  icon: ReactNode
}

export function MenuButton({ text, name, icon, ...rest }: EntryProps & ComponentProps<"button">) {
  return (
    <button type="button" {...rest} aria-label={`${text}, ${name}`} className={entry}>
      {icon}
      {text}
    </button>
  )
}

export function MenuLink({ text, name, icon, ...rest }: EntryProps & ComponentProps<"a">) {
  const label = `${text}, ${name} (opens in a new tab)`
  return (
    <a {...rest} target="_blank" rel="noopener noreferrer" aria-label={label} className={entry}>
      {icon}
      {text}
    </a>
  )
}
