import { useNavigate } from "react-router-dom"
import { LinkButton } from "~/common/ui/layout/Button"
import { latePart, orNothing } from "~/common/ui/layout/latePart"
import { CardBack } from "~/common/ui/pictures/CardBack"
import { Page } from "~/shop/layout/Page"
import { paths } from "~/shop/paths"

const SearchForm = latePart(
  async () => ({ default: (await import("~/common/ui/forms/SearchForm")).SearchForm }),
  orNothing,
)

/** The page for unknown URLs and for data that the user may not see, which must look the same. */
export default function NotFound({ children = "That page isn't in our deck." }: { children?: string }) {
  const navigate = useNavigate()
  return (
    <Page title="Not found" heading={children}>
      <div className="grid justify-items-start gap-6">
        <CardBack className="h-36 w-26 ml-2 rotate-[-6deg] rounded-art" />
        <div className="flex flex-wrap gap-3">
          <LinkButton to={paths.allDates()}>See all events</LinkButton>
          <LinkButton to={paths.home()} look="secondary">
            Home
          </LinkButton>
        </div>
        <SearchForm
          id="keyword"
          label="Search events"
          present=""
          onSearch={(keyword) => void navigate(paths.dates(1, keyword))}
          className="w-full max-w-form"
        />
      </div>
    </Page>
  )
}
