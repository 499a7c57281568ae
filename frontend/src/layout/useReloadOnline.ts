import { useEffect } from "react"
import { request } from "~/api/client"

const RETRY_MS = 3_000

/**
 * Reloads the page once the device is online and the shop responds. A device reports that it is online before its
 * network works; reloading too early would show the browser's own error page.
 */
export function useReloadOnline(enabled: boolean): void {
  useEffect(() => {
    if (!enabled) return
    const unmounted = new AbortController()
    let timer: ReturnType<typeof setTimeout>
    const reloadIfReachable = () => {
      clearTimeout(timer)
      request("GET", "/healthz", undefined, { signal: unmounted.signal }).then(
        () => window.location.reload(),
        () => {
          if (!unmounted.signal.aborted) timer = setTimeout(reloadIfReachable, RETRY_MS)
        },
      )
    }
    window.addEventListener("online", reloadIfReachable, { signal: unmounted.signal })
    if (navigator.onLine) reloadIfReachable()
    return () => {
      unmounted.abort()
      clearTimeout(timer)
    }
  }, [enabled])
}
