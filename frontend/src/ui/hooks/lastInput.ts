/**
 * Tracks whether the user navigates by keyboard. Browsers decide by the last input whether an element that a script
 * focuses gets a focus ring, but only within a document, and the checkout is a new document.
 */
const KEYS = "keys"

export function movesByKeys(): boolean {
  try {
    return sessionStorage.getItem(KEYS) !== null
  } catch {
    return false // no focus ring without storage
  }
}

/** Call once. Only the Tab key counts, because typing on a phone sends key events too. */
export function watchKeys(): void {
  const listener = (event: Event) => {
    try {
      if (event.type === "pointerdown") sessionStorage.removeItem(KEYS)
      else if ((event as KeyboardEvent).key === "Tab") sessionStorage.setItem(KEYS, "")
    } catch {
      // as above
    }
  }
  addEventListener("keydown", listener)
  addEventListener("pointerdown", listener)
}
