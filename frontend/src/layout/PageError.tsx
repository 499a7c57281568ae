import { useEffect, useState } from "react"
import { useRouteError } from "react-router-dom"
import { Page } from "~/layout/Page"
import { useReloadOnline } from "~/layout/useReloadOnline"
import { paths } from "~/paths"
import { Button, LinkButton } from "~/ui/layout/Button"

/** Stands in a page's place when drawing or loading it failed; header and footer stay. */
export function PageError() {
  const error = useRouteError()
  const [wasOffline] = useState(() => !navigator.onLine) // the cause stays the cause after the device is back online
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
        {/* A full load: after a new release the old page's files are gone, and only the new page knows the new ones. */}
        <Button onClick={() => window.location.reload()}>Try again</Button>
        <LinkButton to={paths.home()} look="secondary" reloadDocument={!wasOffline}>
          Home
        </LinkButton>
      </div>
    </Page>
  )
}
