import { type ComponentType, lazy, Suspense } from "react"
import { useLocation } from "react-router-dom"
import { NotFound } from "./layout/PageError"
import { Page } from "~/layout/Page"
import { Loading, Skeleton } from "~/ui/feedback/States"

/** The pages by their path, with the heading that is shown while they load. */
const pages: readonly [path: RegExp, heading: string, View: ComponentType][] = [
  [/^\/give\/?$/, "Make a gift", lazy(() => import("~/features/give/GivePage"))],
  [/^\/accessibility\/?$/, "Accessibility", lazy(() => import("~/features/about/AccessibilityPage"))],
  [/^\/ledger(\/[^/]*)?\/?$/, "Our ledger", lazy(() => import("~/features/ledger/LedgerPage"))],
  [/^\/leave-waiting-list\/?$/, "Leave the waiting list", lazy(() => import("~/features/waiting/LeavePage"))],
  [/^\/admin\/?$/, "Tonight and next", lazy(() => import("~/features/admin/home/TonightPage"))],
  [/\/message\/?$/, "Message", lazy(() => import("~/features/admin/orders/messages/MessagePage"))],
  [/^\/admin\/vouchers(\/[^/]*)?\/?$/, "Discount codes", lazy(() => import("~/features/admin/vouchers/VouchersPage"))],
  [/^\/admin\/members(\/[^/]*)?\/?$/, "Members", lazy(() => import("~/features/admin/members/MembersPage"))],
  [/^\/admin\/goals\/?$/, "Goals", lazy(() => import("~/features/admin/goals/GoalsPage"))],
  [/^\/admin\/figures\/?$/, "Figures", lazy(() => import("~/features/admin/figures/FiguresPage"))],
  [/^\/admin\/ledger(\/[^/]*)?\/?$/, "Ledger", lazy(() => import("~/features/admin/ledger/CloseMonthPage"))],
]

/** Pages that few visitors open: together, they are one line in the code that every page loads. */
export default function MorePages() {
  const { pathname } = useLocation()
  const found = pages.find(([path]) => path.test(pathname))
  if (!found) return <NotFound />
  const [, heading, View] = found
  const loading = (
    <Page title={heading}>
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
