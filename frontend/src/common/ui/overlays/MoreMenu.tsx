import clsx from "clsx"
import { Ellipsis, type LucideIcon } from "lucide-react"
import { type MouseEvent, type ReactNode, useId } from "react"
import { Link } from "~/common/ui/layout/Link"
import { useDropdown } from "~/common/ui/hooks/focus"

interface MoreMenuProps {
  /** What it is about, for the accessible name: "More for Ana Diaz" */
  of: string
  /** <MenuAction>s, dangerous ones last. */
  children: ReactNode
}

/** What is rarely done, or dangerous, under a "…" button at the right end of its line, where the list has room. */
export function MoreMenu({ of, children }: MoreMenuProps) {
  const { open, setOpen, button, area } = useDropdown()
  const list = useId()
  const close = ({ target, currentTarget }: MouseEvent<HTMLElement>) => {
    if (!currentTarget.contains(target as Node)) return // within a dialog that an action opened
    button.current?.focus() // where the dialog returns the focus to
    setOpen(false)
  }
  return (
    <div {...area} className="relative max-lg:ml-auto">
      <button
        ref={button}
        type="button"
        aria-label={`More for ${of}`}
        aria-expanded={open}
        aria-controls={list}
        onClick={() => setOpen(!open)}
        className="grid h-tap w-tap place-items-center rounded-md text-ink-2 hover:bg-malt aria-expanded:bg-malt xl:w-9"
      >
        <Ellipsis aria-hidden size={20} />
      </button>
      {/* The items have their own keys; a press on any of them closes the list. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events */}
      <ul
        id={list}
        hidden={!open}
        onClick={close}
        className="absolute top-full right-0 z-20 w-max max-w-[min(18rem,80vw)] min-w-44 rounded-md border border-hair bg-paper p-1 text-left text-ink shadow-2"
      >
        {children}
      </ul>
    </div>
  )
}

interface MenuActionProps {
  icon: LucideIcon
  label: string
  /** What it is about, for the accessible name: "Hide Friday Draft" */
  of: string
  /** A dangerous action: delete, deactivate, end, revoke, refund, cancel. */
  removes?: boolean
  to?: string
  /** Router state of the link. */
  state?: object
  onClick?: () => void
}

/** An action in a "…" menu, as a link (`to`) or a button (`onClick`). */
export function MenuAction({ icon: Icon, label, of, removes = false, to, state, onClick }: MenuActionProps) {
  const look = clsx(
    "flex min-h-tap w-full items-center gap-2 rounded-md px-3 text-sm font-semibold no-underline hover:bg-malt",
    removes ? "text-err" : "text-ink",
  )
  const content = (
    <>
      <Icon aria-hidden size={16} className="shrink-0" />
      {label}
    </>
  )
  return (
    <li>
      {to === undefined ? (
        <button type="button" aria-label={`${label} ${of}`} onClick={onClick} className={look}>
          {content}
        </button>
      ) : (
        <Link to={to} state={state} aria-label={`${label} ${of}`} className={look}>
          {content}
        </Link>
      )}
    </li>
  )
}
