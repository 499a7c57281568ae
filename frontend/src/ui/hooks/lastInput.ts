/**
 * Whether somebody moves by keys: the browser rings what gets the focus by script unless a tap led there, and forgets with
 * the document how one left it. The checkout always comes as another document.
 */
const KEYS = "keys"

export function movesByKeys(): boolean {
  try {
    return sessionStorage.getItem(KEYS) !== null
  } catch {
    return false // no storage, no ring
  }
}

/** Call once. Tab alone tells: who types into a phone's form and presses its Go sees where the thumb was. */
export function watchKeys(): void {
  const keep = (event: Event) => {
    try {
      if (event.type === "pointerdown") sessionStorage.removeItem(KEYS)
      else if ((event as KeyboardEvent).key === "Tab") sessionStorage.setItem(KEYS, "")
    } catch {
      // as above
    }
  }
  addEventListener("keydown", keep)
  addEventListener("pointerdown", keep)
}
