/** Access to browser storage that never throws, even in private windows or with a full disk. */

/** Whether this browser keeps nothing: it blocks storage or cookies, or its disk is full. */
export function keepsNothing(): boolean {
  try {
    localStorage.setItem("test", "")
    localStorage.removeItem("test")
  } catch {
    return true
  }
  return !navigator.cookieEnabled
}

/** Returns what `read` makes of the stored value, or null if it is missing, unreadable or of another shape. */
export function readStored<T>(key: string, read: (stored: T) => T | null): T | null {
  return parseStored(readText(key), read)
}

export function readText(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/**
 * Parses a stored value, which another version of the app or the user may have written. `read` checks what it has; where
 * it takes a part of something that has none, the value is no good either.
 */
export function parseStored<T>(text: string | null, read: (stored: T) => T | null): T | null {
  try {
    return read(JSON.parse(text ?? "null") as T)
  } catch {
    return null
  }
}

export const isText = (value: unknown) => typeof value === "string"

export const areTexts = (values: string[]) => (values.every(isText) ? values : null)

function attempt(change: () => void): void {
  try {
    change()
  } catch (error) {
    console.error("Could not store this in the browser.", error)
  }
}

export const writeStored = (key: string, value: unknown) =>
  attempt(() => localStorage.setItem(key, JSON.stringify(value)))

export const removeStored = (key: string) => attempt(() => localStorage.removeItem(key))

/** Calls `changed` when another tab changes this key or clears the storage. Returns a function that stops it. */
export function onStorageChange(key: string, changed: (isCleared: boolean) => void): () => void {
  const listener = (event: StorageEvent) => {
    if (event.key === key || event.key === null) changed(event.key === null)
  }
  window.addEventListener("storage", listener)
  return () => window.removeEventListener("storage", listener)
}

/** Deletes what this tab keeps, such as what was typed into its forms. */
export const clearTab = () => attempt(() => sessionStorage.clear())

/** The same, unless it belongs to this user, to whom it then belongs. */
export const clearTabOfOthers = ({ _id }: { _id: string }) =>
  attempt(() => {
    if ((sessionStorage.getItem("user") ?? _id) !== _id) sessionStorage.clear()
    sessionStorage.setItem("user", _id)
  })

/** Deletes everything that this site stores in the browser. */
export function clearStorage(): void {
  attempt(() => localStorage.clear())
  clearTab()
}
