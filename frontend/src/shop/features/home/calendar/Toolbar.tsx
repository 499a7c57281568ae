import clsx from "clsx"
import { ChevronLeft, ChevronRight } from "lucide-react"
import { Link } from "~/common/ui/layout/Link"
import { paths } from "~/shop/paths"
import { Button } from "~/common/ui/layout/Button"
import { Spinner } from "~/common/ui/layout/Button"

const views = { month: "Month", timeGridWeek: "Week", timeGridDay: "Day" } as const
export type View = keyof typeof views

export interface ShownDays {
  view: View
  /** "November 2026" */
  title: string
  /** The first and the last day shown: "2026-11-01" */
  start: string
  end: string
  /** The first day of the month itself, which may be in the middle of a week. */
  first: string
}
const units = { month: "month", timeGridWeek: "week", timeGridDay: "day" } as const

interface ToolbarProps {
  /** null until the calendar is drawn */
  shown: ShownDays | null
  /** 0 goes to today */
  onTurn: (step: -1 | 0 | 1) => void
  onView: (view: View) => void
  busy: boolean
  /** The days shown have loaded and have no dates. */
  empty: boolean
}

/** Replaces the library's toolbar, whose buttons have accessible names that differ from their text. */
export function Toolbar({ shown, onTurn, onView, busy, empty }: ToolbarProps) {
  const view = shown?.view ?? "month"
  return (
    <div className="mb-3 grid grid-cols-[1fr_auto_1fr] items-center gap-4">
      <div className="flex items-center gap-2">
        <TurnButton name={`Previous ${units[view]}`} onClick={() => onTurn(-1)} Icon={ChevronLeft} />
        <TurnButton name={`Next ${units[view]}`} onClick={() => onTurn(1)} Icon={ChevronRight} />
        <Button look="secondary" onClick={() => onTurn(0)}>
          Today
        </Button>
      </div>
      <h3 aria-live="polite" className="flex items-center gap-3 font-display text-xl font-normal">
        {shown?.title}
        {empty && <span className="font-text text-sm text-ink-2">No dates</span>}
        {busy && <Spinner className="after-a-moment" />}
      </h3>
      <div
        role="group"
        aria-label="View"
        className="flex justify-self-end rounded-md border border-line bg-paper p-0.5"
      >
        {(Object.keys(views) as View[]).map((name) => (
          <button
            key={name}
            type="button"
            aria-pressed={name === view}
            onClick={() => onView(name)}
            className={clsx(
              "min-h-tap rounded-sm px-4 font-semibold",
              name === view ? "bg-ink text-foam" : "text-ink hover:bg-malt",
            )}
          >
            {views[name]}
          </button>
        ))}
        <Link
          to={paths.datesBetween(shown?.start, shown?.end)}
          className="inline-flex min-h-tap items-center rounded-sm px-4 font-semibold text-ink no-underline hover:bg-malt"
        >
          List
        </Link>
      </div>
    </div>
  )
}

function TurnButton({ name, onClick, Icon }: { name: string; onClick: () => void; Icon: typeof ChevronLeft }) {
  return (
    <button
      type="button"
      aria-label={name}
      onClick={onClick}
      className="grid size-tap place-items-center rounded-md border border-line bg-paper text-ink hover:bg-malt"
    >
      <Icon aria-hidden size={20} />
    </button>
  )
}
