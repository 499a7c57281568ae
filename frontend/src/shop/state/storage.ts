/** Access to browser storage that never throws, even in private windows or with a full disk. */
import * as v from "valibot"

/** Returns the stored value, or null if it is missing, unreadable or doesn't match the schema. */
export function readStored<S extends v.GenericSchema>(key: string, schema: S): v.InferOutput<S> | null {
  return parseStored(readText(key), schema)
}

export function readText(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** Parses and validates a stored value: another version of the app or the user may have written it. */
export function parseStored<S extends v.GenericSchema>(text: string | null, schema: S): v.InferOutput<S> | null {
  try {
    const { success, output } = v.safeParse(schema, JSON.parse(text ?? "null"))
    return success ? output : null
  } catch {
    return null
  }
}

export function writeStored(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value))
  } catch (error) {
    console.error(`Could not store "${key}" in this browser.`, error)
  }
}

export function removeStored(key: string): void {
  try {
    localStorage.removeItem(key)
  } catch (error) {
    console.error(`Could not remove "${key}" from this browser.`, error)
  }
}

/** Calls `changed` when another tab changes this key or clears the storage. Returns a function that stops it. */
export function onStorageChange(key: string, changed: () => void): () => void {
  const listener = (event: StorageEvent) => {
    if (event.key === key || event.key === null) changed()
  }
  window.addEventListener("storage", listener)
  return () => window.removeEventListener("storage", listener)
}

/** Deletes everything that this site stores in the browser. */
export function clearStorage(): void {
  try {
    localStorage.clear()
    sessionStorage.clear()
  } catch (error) {
    console.error("Could not empty the browser's storage.", error)
  }
}
