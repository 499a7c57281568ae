import { useSyncExternalStore } from "react"
import { announcement } from "~/ui/feedback/announce"

/** The only polite live region. Always rendered, because screen readers ignore text in a new region. */
export function Announcer() {
  const text = useSyncExternalStore(announcement.subscribe, announcement.get)
  return (
    <div role="status" aria-live="polite" className="sr-only">
      {text}
    </div>
  )
}
