import { useEffect, useState } from "react"
import { useRouteError } from "react-router-dom"
import { request } from "~/common/api/client"
import { Page } from "~/shop/layout/Page"
import { paths } from "~/shop/paths"
import { Button, LinkButton } from "~/common/ui/layout/Button"

/** Replaces a page that failed to load or render. Header and footer stay, unless they are what failed. */
export function PageError() {
  const error = useRouteError()
  const [wasOffline] = useState(() => !navigator.onLine) // keep the cause after the device is back online
  useReloadOnline(wasOffline)
  useEffect(() => console.error("A page failed.", error), [error])
  return (
    <Page
      title={wasOffline ? "Error: Offline" : "Error: Something broke"}
      heading={wasOffline ? "This page needs a connection." : "Something broke on our side."}
    >
      <p className="mb-5">
        {wasOffline ? "It reloads automatically when you're back online." : "Try again in a minute."} Your cart is
        saved.
      </p>
      <div className="flex flex-wrap gap-3">
        {/* A full page load: after a new release, the files that the loaded app refers to may no longer exist. */}
        <Button onClick={() => window.location.reload()}>Try again</Button>
        <LinkButton to={paths.home()} look="secondary" reloadDocument={!wasOffline}>
          Home
        </LinkButton>
      </div>
    </Page>
  )
}

const RETRY_MS = 3_000

/**
 * Reloads the page once the device is online and the shop responds. A device reports that it is online before its
 * network works; reloading too early would show the browser's own error page.
 */
function useReloadOnline(enabled: boolean): void {
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
