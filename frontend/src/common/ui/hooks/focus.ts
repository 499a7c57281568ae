/** Moves the focus in a button's list with the arrow keys, Home and End. Returns whether the key was one of them. */
export function moveInList(key: string, menu: Element): boolean {
  const entries = [...menu.querySelectorAll<HTMLElement>("li > *")]
  const at = entries.indexOf(document.activeElement as HTMLElement) // -1 on the button
  const to = { ArrowDown: (at + 1) % entries.length, ArrowUp: Math.max(at, 0) - 1, Home: 0, End: -1 }[key]
  if (to === undefined) return false
  entries.at(to)?.focus()
  return true
}

/** A ref for what gets the focus as soon as it is there, such as in place of a button that is gone. */
export const focusNow = (element: HTMLElement | null) => element?.focus()
