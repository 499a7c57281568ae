import { useSyncExternalStore } from "react"
import { makeStore } from "~/common/lib/store"

/** Long enough to be read after other text, and short enough not to stay on the next page. */
const CLEAR_AFTER_MS = 10_000

export const announcement = makeStore("")
let clearTimer: ReturnType<typeof setTimeout>

/** Announces a text politely to screen readers only. The same text is announced again. */
export function announce(text: string): void {
  announcement.set(announcement.get() === text ? `${text}\u00a0` : text)
  clearTimeout(clearTimer)
  clearTimer = setTimeout(() => announcement.set(""), CLEAR_AFTER_MS)
}

/** The only polite live region. Always rendered, because screen readers ignore text in a new region. */
export function Announcer() {
  const text = useSyncExternalStore(announcement.subscribe, announcement.get)
  return (
    <div role="status" aria-live="polite" className="sr-only">
      {text}
    </div>
  )
}
