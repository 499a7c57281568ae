import { LinkButton } from "~/common/ui/layout/Button"
import { CardBack } from "~/common/ui/pictures/CardBack"
import { Page } from "~/shop/layout/Page"
import { paths } from "~/shop/paths"

/** The page for unknown URLs and for data that the user may not see, which must look the same. */
export default function NotFound({ children = "That page isn't in our deck." }: { children?: string }) {
  return (
    <Page title="Not found" heading={children}>
      <div className="grid justify-items-start gap-6">
        <CardBack className="h-36 w-26 ml-2 rotate-[-6deg] rounded-art" />
        <div className="flex flex-wrap gap-3">
          <LinkButton to={paths.events()}>Events</LinkButton>
          <LinkButton to={paths.home()} look="secondary">
            Home
          </LinkButton>
        </div>
      </div>
    </Page>
  )
}
