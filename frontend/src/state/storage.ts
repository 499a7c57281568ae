/** Browser storage that never throws: private windows and full disks only cost the memory of a visit. */

export function readStored(key: string): unknown {
  if (typeof localStorage === "undefined") return null
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null") as unknown
  } catch {
    return null
  }
}

export function writeStored(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value))
  } catch (error) {
    console.error(`Could not keep "${key}" in this browser.`, error)
  }
}

export function removeStored(key: string): void {
  try {
    localStorage.removeItem(key)
  } catch (error) {
    console.error(`Could not remove "${key}" from this browser.`, error)
  }
}

/** Calls back when another tab changed this key, or wiped everything. Answers how to stop that. */
export function onStoredElsewhere(key: string, changed: () => void): () => void {
  if (typeof window === "undefined") return () => {}
  const hear = (event: StorageEvent) => {
    if (event.key === key || event.key === null) changed()
  }
  window.addEventListener("storage", hear)
  return () => window.removeEventListener("storage", hear)
}

/** Empties all that this site keeps in the browser. */
export function wipeStorage(): void {
  try {
    localStorage.clear()
    sessionStorage.clear()
  } catch (error) {
    console.error("Could not empty the browser's storage.", error)
  }
}
