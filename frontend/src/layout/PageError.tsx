import { useEffect } from "react"
import { useRouteError } from "react-router-dom"
import { Page } from "~/layout/Page"
import { paths } from "~/paths"
import { Button, LinkButton } from "~/ui/Button"
import { useOnline } from "~/ui/useOnline"

/** Stands in a page's place when drawing or loading it failed; header and footer stay. */
export function PageError() {
  const error = useRouteError()
  const online = useOnline()
  useEffect(() => console.error("A page failed.", error), [error])
  return (
    <Page
      title={online ? "Error: Something broke" : "Error: Offline"}
      heading={online ? "Something broke on our side." : "This page needs a connection."}
    >
      <p className="mb-5">
        {online
          ? "Try again in a minute. Your cart is kept."
          : "Try again when you are back online. Your cart is kept."}
      </p>
      <div className="flex flex-wrap gap-3">
        {/* A full load: after a new release the old page's files are gone, and only the new page knows the new ones. */}
        <Button onClick={() => window.location.reload()}>Try again</Button>
        <LinkButton to={paths.home()} look="secondary" reloadDocument>
          Home
        </LinkButton>
      </div>
    </Page>
  )
}
