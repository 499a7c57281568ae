import { type ComponentType, createElement, useEffect, useSyncExternalStore } from "react"
import { makeStore } from "~/common/lib/store"
import type { Toast } from "~/common/ui/overlays/ToastShelf"

/** The toast library's container, once its code has loaded. */
export const shelf = makeStore<ComponentType | null>(null)

/** Loads the toast library and puts its container on the page. */
async function loadToasts() {
  const { ToastShelf, showToast } = await import("~/common/ui/overlays/ToastShelf")
  shelf.set(ToastShelf)
  return showToast
}

async function show(toast: Toast): Promise<void> {
  try {
    const showToast = await loadToasts()
    showToast(toast)
  } catch (error) {
    console.error("The toast library did not load.", toast.text, error)
  }
}

/** Shows a toast: for successes, and for errors that the page doesn't show elsewhere. */
export const notify = {
  success: (text: string, action?: Toast["action"]) => void show({ kind: "success", text, action }),
  info: (text: string, action?: Toast["action"]) => void show({ kind: "info", text, action }),
  error: (text: string) => void show({ kind: "error", text }),
}

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
