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

/** Call once. */
export function watchKeys(): void {
  const keep = ({ type }: Event) => {
    try {
      if (type === "keydown") sessionStorage.setItem(KEYS, "")
      else sessionStorage.removeItem(KEYS)
    } catch {
      // as above
    }
  }
  addEventListener("keydown", keep)
  addEventListener("pointerdown", keep)
}
