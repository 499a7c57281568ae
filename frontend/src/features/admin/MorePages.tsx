import { lazy, Suspense, type ComponentType } from "react"
import { useParams } from "react-router-dom"
import { NotFound } from "~/layout/NotFound"
import { Page } from "~/layout/Page"
import { Loading, Skeleton } from "~/ui/feedback/States"

const pages: Record<string, [title: string, View: ComponentType]> = {
  vouchers: ["Vouchers", lazy(() => import("~/features/admin/vouchers/VouchersPage"))],
  members: ["Members", lazy(() => import("~/features/admin/members/MembersPage"))],
  goals: ["Goals", lazy(() => import("~/features/admin/goals/GoalsPage"))],
  ledger: ["Ledger", lazy(() => import("~/features/admin/ledger/CloseMonthPage"))],
}

/** Staff's pages about gifts and money: one part of the app's first chunk for all of them. */
export default function MorePages() {
  const path = useParams()["*"]!
  const [name = "", ...rest] = path.replace(/\/$/, "").split("/")
  const found = pages[name]
  if (!found || rest.length > (name === "ledger" ? 1 : 0)) return <NotFound />
  const [title, View] = found
  const loading = (
    <Page title={title}>
      <Loading text="Loading the page…">
        <Skeleton className="h-60 rounded-card" />
      </Loading>
    </Page>
  )
  return (
    <Suspense fallback={loading}>
      <View />
    </Suspense>
  )
}
