import { useEffect, useRef } from "react"
import type { Seat } from "~/api/queries/seats"
import { Page } from "~/layout/Page"
import { paths } from "~/paths"
import { LinkButton } from "~/ui/layout/Button"

/** Replaces the ticket of a guest who gave the seat back. */
export function GivenBack({ seat }: { seat: Seat }) {
  const text = useRef<HTMLParagraphElement>(null)
  useEffect(() => text.current?.focus(), []) // the button that had the focus no longer exists
  return (
    <Page title="Seat given back" heading="You gave the seat back" narrow>
      <div className="grid justify-items-start gap-5">
        <p ref={text} tabIndex={-1}>
          Thank you for telling us. Your ticket for {seat.name} no longer works, and {seat.from} has the seat again.
        </p>
        <LinkButton to={paths.events()} look="secondary">
          See all events
        </LinkButton>
      </div>
    </Page>
  )
}
