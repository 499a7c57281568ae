interface Props<Tab extends string> {
  /** The labels, in order. */
  tabs: Readonly<Record<Tab, string>>
  tab: Tab
  choose: (tab: Tab) => void
}

/** The screens of a phone that has several. */
export function Tabs<Tab extends string>({ tabs, tab, choose }: Props<Tab>) {
  return (
    <nav aria-label="Screens" className="on-felt">
      <div className="mx-auto flex max-w-lg px-4">
        {(Object.keys(tabs) as Tab[]).map((each) => (
          <button
            key={each}
            type="button"
            aria-current={each === tab ? "page" : undefined}
            className="min-h-12 flex-1 border-b-4 border-transparent font-semibold aria-[current]:border-amber"
            onClick={() => choose(each)}
          >
            {tabs[each]}
          </button>
        ))}
      </div>
    </nav>
  )
}
