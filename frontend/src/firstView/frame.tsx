/** What a page without a drawing of its own begins with: the header, its heading, and grey where the rest will be. */
import type { RouteObject } from "react-router-dom"
import { drawPage, pageTemplate, signInFrom } from "~/firstView/page"
import { swap, token, type Choice } from "~/firstView/pieces"
import { drawing } from "~/firstView/told"
import { Frame, type HeaderKind } from "~/layout/Frame"
import { Page } from "~/layout/Page"
import { Loading, Skeleton } from "~/ui/feedback/States"

const PATH = "any"
const LOCATION = `/${PATH}?here`

const choices: Choice[] = [{ test: "page.heading", yes: [{ test: "page.narrow" }] }]

export function frameTemplate(header: HeaderKind): string {
  const page: RouteObject = { path: PATH, element: <Awaited />, handle: { header } }
  const routes: RouteObject[] = [{ element: <Frame />, children: [page] }]
  return pageTemplate(choices, (told) => {
    const html = drawPage(told, { location: LOCATION, answers: [], routes })
    return header === "full" ? swap(html, signInFrom(LOCATION), token("sign_in")) : html
  })
}

function Awaited() {
  const grey = (
    <Loading text="Loading the page…">
      <Skeleton className="h-48 rounded-card" />
    </Loading>
  )
  if (!drawing.told("page.heading")) return <div className="wrap py-6 lg:py-10">{grey}</div>
  return (
    <Page title="" heading={token("page.heading")} narrow={drawing.told("page.narrow")}>
      {grey}
    </Page>
  )
}
