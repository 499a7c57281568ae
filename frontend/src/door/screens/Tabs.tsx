const TABS = { check: "Check in", sell: "Sell", drawer: "Drawer" } as const

export type Tab = keyof typeof TABS

/** The three screens of a till. */
export function Tabs({ tab, choose }: { tab: Tab; choose: (tab: Tab) => void }) {
  return (
    <nav aria-label="Screens" className="on-felt">
      <div className="mx-auto flex max-w-lg px-4">
        {(Object.keys(TABS) as Tab[]).map((each) => (
          <button
            key={each}
            type="button"
            aria-current={each === tab ? "page" : undefined}
            className="min-h-12 flex-1 border-b-4 border-transparent font-semibold aria-[current]:border-amber"
            onClick={() => choose(each)}
          >
            {TABS[each]}
          </button>
        ))}
      </div>
    </nav>
  )
}
