import clsx from "clsx"
import { LoaderCircle } from "lucide-react"
import type { ComponentProps, ReactNode } from "react"
import { Link } from "~/common/ui/layout/Link"

const looks = {
  primary: "px-4 bg-amber text-on-amber hover:bg-amber-press",
  secondary: "px-4 border border-line bg-paper text-ink hover:bg-malt",
  quiet: "px-1 text-link underline underline-offset-[0.18em] hover:no-underline",
  danger: "px-4 bg-err text-on-frame hover:opacity-90",
  /** For dangerous actions, which ask first: see `Dangerous`. */
  removes: "px-1 text-err underline",
  /** Says what is done already, in place of a button. */
  plain: "px-4 border border-transparent cursor-default",
  onFelt: "px-4 border border-on-felt text-on-felt hover:bg-felt-2",
} as const

const base =
  "edge inline-flex min-h-tap items-center justify-center gap-2 rounded-md py-1 text-center font-semibold transition-colors duration-[120ms]"
const unavailable = "disabled:cursor-not-allowed disabled:bg-malt disabled:text-ink-2 disabled:no-underline"

export type Look = keyof typeof looks

type ButtonProps = ComponentProps<"button"> & {
  look?: Look
  /** Ignores presses, so that there is one request at a time. */
  busy?: boolean
  /** The text shown with a spinner while busy: "Saving…" */
  busyText?: ReactNode
}

export function Button({
  look = "primary",
  busy = false,
  busyText,
  type = "button",
  onClick,
  className,
  children,
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      aria-disabled={busy || rest["aria-disabled"]}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      className={clsx(base, looks[look], unavailable, busy && "cursor-progress", className)}
    >
      {busyText === undefined ? children : <Swapped busy={busy} idle={children} working={busyText} />}
    </button>
  )
}

const layer = "col-start-1 row-start-1 inline-flex items-center gap-2"

/** Overlays both texts, so that the button keeps the width of the wider one. */
function Swapped({ busy, idle, working }: { busy: boolean; idle: ReactNode; working: ReactNode }) {
  return (
    <span className="grid items-center justify-items-center">
      <span aria-hidden={busy} className={clsx(layer, busy && "invisible")}>
        {idle}
      </span>
      <span aria-hidden={!busy} className={clsx(layer, !busy && "invisible")}>
        <Spinner />
        {working}
      </span>
    </span>
  )
}

type LinkButtonProps = ComponentProps<typeof Link> & { look?: Look }

/** A link that looks like a button. Pass `reloadDocument` for pages that need a full page load. */
export function LinkButton({ look = "primary", className, ...rest }: LinkButtonProps) {
  return <Link {...rest} className={clsx(base, looks[look], "no-underline", className)} />
}

/** A small spinner next to a text that describes the activity. */
export function Spinner({ className }: { className?: string }) {
  return <LoaderCircle aria-hidden size={18} className={clsx("spin shrink-0", className)} />
}
