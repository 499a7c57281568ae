import clsx from "clsx"
import type { LucideIcon } from "lucide-react"
import { Link } from "~/common/ui/layout/Link"
import { formatDateTime } from "~/common/lib/time/dates"

/**
 * The style of a link within texts: as high as its line, but with the tap target of a button on small screens. Two such
 * links need 22 px between them, or their targets overlap.
 */
export const rowLink =
  "-my-[11px] inline-flex min-h-tap items-center py-[11px] underline [overflow-wrap:anywhere] lg:my-0 lg:min-h-6 lg:py-0"

/** The style of a link that stands alone in its line. */
export const lineLink = "inline-flex min-h-tap items-center underline lg:min-h-6 print:min-h-0"

/** A link whose tap target is the whole `relative` box around it. Other links in the box use `aboveBox`. */
export const wholeBox = "after:absolute after:inset-0 after:rounded-[inherit]"
export const aboveBox = "relative z-1"

export function MailLink({ email, className = rowLink }: { email: string; className?: string }) {
  return (
    <a href={`mailto:${email}`} className={clsx(className, "text-link [overflow-wrap:anywhere]")}>
      {email}
    </a>
  )
}

/** "12/4/2026, 7:00 PM PST", on a small screen with a possible line break after the day, on a large one without the zone */
export function DateTime({ at }: { at: string }) {
  const [day, time = ""] = formatDateTime(at).split(", ")
  const zoneAt = time.lastIndexOf(" ")
  return (
    <>
      <span className="inline-block">{day},</span>{" "}
      <span className="inline-block">
        {time.slice(0, zoneAt)}
        <span className="xl:sr-only">{time.slice(zoneAt)}</span>
      </span>
    </>
  )
}

/** The end of an ID, because IDs begin alike. The tooltip and screen readers have the full ID. */
export function ShortId({ id }: { id: string }) {
  return (
    <span title={id} className="count whitespace-nowrap">
      <span aria-hidden>…{id.slice(-6)}</span>
      <span className="sr-only">{id}</span>
    </span>
  )
}

/** The style of what is cut off on a large screen, so that the row is one line, with the whole text as its tooltip. */
export const cut = "xl:block xl:min-w-0 xl:truncate"

/** The same, of what is cut off only if it needs more than the two lines that fit into a row. */
export const twoLines = "xl:line-clamp-2 xl:leading-tight xl:whitespace-normal"

interface RowActionProps {
  icon: LucideIcon
  /** Hides the label on a large screen, where the icon has it as its tooltip. */
  compact?: boolean
  /** The label, a verb: "Edit" */
  label: string
  /** The row's name, for the accessible name: "Edit Ana Diaz" */
  of: string
  to?: string
  /** Router state of the link. */
  state?: object
  onClick?: () => void
  /** Keeps the button in its place, and the focus, while there is nothing to do. */
  disabled?: boolean
}

/** An action on a row that is often needed and not dangerous: icon and label, as a link (`to`) or a button (`onClick`). */
export function RowAction(props: RowActionProps) {
  const { icon: Icon, compact = false, label, of, to, state, onClick, disabled } = props
  const content = (
    <>
      <Icon aria-hidden size={compact ? 18 : 16} />
      {compact ? <span className="lg:hidden">{label}</span> : label}
    </>
  )
  const look = clsx(
    "inline-flex min-h-tap min-w-tap items-center justify-center gap-1 rounded-md px-1 text-sm font-semibold text-link no-underline hover:underline sm:gap-1.5 sm:px-2",
    compact && "lg:hover:bg-malt xl:min-w-9",
  )
  const title = compact ? label : undefined
  const name = `${label} ${of}`
  return to === undefined ? (
    <button
      type="button"
      aria-label={name}
      title={title}
      aria-disabled={disabled}
      onClick={disabled ? undefined : onClick}
      className={clsx(look, "aria-disabled:cursor-default aria-disabled:text-ink-2 aria-disabled:no-underline")}
    >
      {content}
    </button>
  ) : (
    <Link to={to} state={state} aria-label={name} title={title} className={look}>
      {content}
    </Link>
  )
}
