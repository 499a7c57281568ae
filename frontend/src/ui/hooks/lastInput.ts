/**
 * Whether the user navigates by keyboard. The browser shows a focus ring on elements that a script focuses, unless the
 * last input was a tap, but forgets that with the document; the checkout is another document.
 */
const KEYS = "keys"

export function movesByKeys(): boolean {
  try {
    return sessionStorage.getItem(KEYS) !== null
  } catch {
    return false // no focus ring without storage
  }
}

/** Call once. Only the Tab key counts, because phones have keys for typing, too. */
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
