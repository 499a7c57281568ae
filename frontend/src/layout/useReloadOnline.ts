import { useEffect } from "react"
import { request } from "~/api/client"

const RETRY_MS = 3_000

/**
 * Loads the page anew once the device is online and the shop answers. A device says that it is online some time before
 * its network works, and a reload in between would end on the browser's own error page.
 */
export function useReloadOnline(wanted: boolean): void {
  useEffect(() => {
    if (!wanted) return
    const left = new AbortController()
    let timer: ReturnType<typeof setTimeout>
    const reloadOnceReached = () => {
      clearTimeout(timer)
      request("GET", "/healthz", undefined, { signal: left.signal }).then(
        () => window.location.reload(),
        () => {
          if (!left.signal.aborted) timer = setTimeout(reloadOnceReached, RETRY_MS)
        },
      )
    }
    window.addEventListener("online", reloadOnceReached, { signal: left.signal })
    if (navigator.onLine) reloadOnceReached()
    return () => {
      left.abort()
      clearTimeout(timer)
    }
  }, [wanted])
}
