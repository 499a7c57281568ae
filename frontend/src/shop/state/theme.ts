import { useSyncExternalStore } from "react"
import { makeStore } from "~/common/lib/store"
import { onStorageChange, readStored, removeStored, writeStored } from "~/shop/state/storage"

const KEY = "theme"
export const themes = ["light", "dark", "system"] as const
export type Theme = (typeof themes)[number]

const store = makeStore<Theme>(readTheme())
onStorageChange(KEY, () => theme.reload())

function readTheme(): Theme {
  return readStored<Theme>(KEY, (stored) => (themes.includes(stored) ? stored : null)) ?? "system"
}

const darkSystem = () => window.matchMedia?.("(prefers-color-scheme: dark)")

/** Sets the color scheme. The page's inline script does the same before the first paint. */
function apply(): void {
  const chosen = store.get()
  const dark = chosen === "dark" || (chosen === "system" && Boolean(darkSystem()?.matches))
  document.documentElement.dataset.colorScheme = dark ? "dark" : "light"
}

export const theme = {
  get: store.get,
  set: (next: Theme) => {
    if (next === "system") removeStored(KEY)
    else writeStored(KEY, next)
    store.set(next)
    apply()
  },
  reload: () => {
    store.set(readTheme())
    apply()
  },
  /** Applies the choice and follows the system setting. */
  start: () => {
    apply()
    darkSystem()?.addEventListener("change", apply)
  },
}

export function useTheme(): Theme {
  return useSyncExternalStore(store.subscribe, store.get)
}
