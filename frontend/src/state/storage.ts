/** Browser storage that never throws: in private windows and on full disks, values last only until the page closes. */
import * as v from "valibot"

/** What is stored under the key; null if it is missing, unreadable or not valid for the schema. */
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

/** Another version, another tab or a person may have written it, so it is checked. */
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

/** Calls back when another tab changes this key or clears the storage. Returns a function that stops it. */
export function onStoredElsewhere(key: string, changed: () => void): () => void {
  const hear = (event: StorageEvent) => {
    if (event.key === key || event.key === null) changed()
  }
  window.addEventListener("storage", hear)
  return () => window.removeEventListener("storage", hear)
}

/** Deletes everything that this site stores in the browser. */
export function wipeStorage(): void {
  try {
    localStorage.clear()
    sessionStorage.clear()
  } catch (error) {
    console.error("Could not empty the browser's storage.", error)
  }
}
