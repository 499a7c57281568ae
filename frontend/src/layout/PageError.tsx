import { useEffect, useState } from "react"
import { useRouteError } from "react-router-dom"
import { Page } from "~/layout/Page"
import { useReloadOnline } from "~/layout/useReloadOnline"
import { paths } from "~/paths"
import { Button, LinkButton } from "~/ui/layout/Button"

/** Replaces a page that failed to load or render; header and footer stay. */
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
