import { useSyncExternalStore } from "react"
import { announcement } from "~/ui/feedback/announce"

/** The one polite live region; always there, because screen readers ignore new regions. */
export function Announcer() {
  const text = useSyncExternalStore(announcement.subscribe, announcement.get)
  return (
    <div role="status" aria-live="polite" className="sr-only">
      {text}
    </div>
  )
}
