import { createElement, useEffect, useSyncExternalStore } from "react"
import { loadToasts, shelf } from "~/ui/overlays/notify"

const LOAD_AFTER_MS = 3_000

/**
 * Renders the toasts. Their library loads with the first toast or shortly after the page: without a connection, it
 * could no longer be loaded to report that.
 */
export function Toasts() {
  const Shelf = useSyncExternalStore(shelf.subscribe, shelf.get, () => null)
  useEffect(() => {
    const timer = setTimeout(() => void loadToasts().catch(() => {}), LOAD_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  return <div className="toasts">{Shelf && createElement(Shelf)}</div>
}
