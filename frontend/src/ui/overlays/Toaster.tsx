import { createElement, useEffect, useSyncExternalStore } from "react"
import { loadToasts, shelf } from "~/ui/overlays/notify"

const PAGE_IS_BUSY_MS = 3_000

/**
 * The place for toasts. Their library loads with the first one, or after the page has settled: a message about a lost
 * connection could not load it any more.
 */
export function Toasts() {
  const Shelf = useSyncExternalStore(shelf.subscribe, shelf.get, () => null)
  useEffect(() => {
    const timer = setTimeout(() => void loadToasts().catch(() => {}), PAGE_IS_BUSY_MS)
    return () => clearTimeout(timer)
  }, [])
  return <div className="toasts">{Shelf && createElement(Shelf)}</div>
}
