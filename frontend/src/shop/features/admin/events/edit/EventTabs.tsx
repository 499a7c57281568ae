import { useId, type KeyboardEvent, type ReactNode } from "react"
import { useLocation, useSearchParams } from "react-router-dom"

const labels = { details: "Details", dates: "Dates" }
type Tab = keyof typeof labels
const tabs = Object.keys(labels) as Tab[]

/** The tab in the URL: /edit is the details, /edit?tab=dates the dates. */
export function useEventTab(): [tab: Tab, choose: (tab: Tab) => void] {
  const [params, setParams] = useSearchParams()
  const { state } = useLocation()
  const choose = (tab: Tab) =>
    setParams(tab === "dates" ? { tab } : {}, { replace: true, preventScrollReset: true, state })
  return [params.get("tab") === "dates" ? "dates" : "details", choose]
}

interface EventTabsProps extends Record<Tab, ReactNode> {
  tab: Tab
  onChoose: (tab: Tab) => void
  /** Whether the details have unsaved changes. */
  unsaved: boolean
}

/** An event's form and its dates. The form stays in the page while it is hidden, so that it keeps what was typed. */
export function EventTabs({ tab: chosen, onChoose, unsaved, ...panels }: EventTabsProps) {
  const id = useId()
  const onKeyDown = ({ key, currentTarget: { parentElement } }: KeyboardEvent) => {
    const other = tabs.findIndex((tab) => tab !== chosen) // of two tabs, both arrow keys choose the other one
    const next = { ArrowLeft: other, ArrowRight: other, Home: 0, End: tabs.length - 1 }[key]
    if (next === undefined) return
    onChoose(tabs[next]!)
    parentElement?.querySelectorAll<HTMLElement>("[role=tab]")[next]?.focus()
  }
  return (
    <>
      <div role="tablist" aria-label="This event" className="mb-5 flex gap-2 border-b-2 border-hair">
        {tabs.map((tab) => (
          <button
            key={tab}
            type="button"
            role="tab"
            id={`${id}-${tab}`}
            aria-selected={tab === chosen}
            aria-controls={`${id}-${tab}-panel`}
            tabIndex={tab === chosen ? 0 : -1}
            onClick={() => onChoose(tab)}
            onKeyDown={onKeyDown}
            className="-mb-0.5 min-h-tap px-4 pb-1 font-semibold text-ink-2 hover:text-ink aria-selected:border-b-4 aria-selected:border-link aria-selected:pb-0 aria-selected:text-ink"
          >
            {labels[tab]}
            {unsaved && tab === "details" && chosen !== tab && " (not saved)"}
          </button>
        ))}
      </div>
      {tabs.map((tab) => (
        <div
          key={tab}
          role="tabpanel"
          id={`${id}-${tab}-panel`}
          aria-labelledby={`${id}-${tab}`}
          hidden={tab !== chosen}
        >
          {panels[tab]}
        </div>
      ))}
    </>
  )
}
