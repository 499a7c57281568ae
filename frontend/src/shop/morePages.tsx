import { type ComponentType, lazy, Suspense } from "react"
import { useLocation } from "react-router-dom"
import { NotFound } from "./layout/PageError"
import { Page } from "~/shop/layout/Page"
import { Loading, Skeleton } from "~/common/ui/feedback/States"

/** The pages by their path, with the heading that is shown while they load. */
const pages: readonly [path: RegExp, heading: string, View: ComponentType][] = [
  [/^\/give\/?$/, "Make a gift", lazy(() => import("~/shop/features/give/GivePage"))],
  [/^\/accessibility\/?$/, "Accessibility", lazy(() => import("~/shop/features/about/AccessibilityPage"))],
  [/^\/ledger(\/[^/]*)?\/?$/, "Our ledger", lazy(() => import("~/shop/features/ledger/LedgerPage"))],
  [/^\/leave-waiting-list\/?$/, "Leave the waiting list", lazy(() => import("~/shop/features/waiting/LeavePage"))],
  [/^\/admin\/?$/, "Tonight and next", lazy(() => import("~/shop/features/admin/home/TonightPage"))],
  [/\/message\/?$/, "Message", lazy(() => import("~/shop/features/admin/dates/message/MessagePage"))],
  [
    /^\/admin\/vouchers(\/[^/]*)?\/?$/,
    "Discount codes",
    lazy(() => import("~/shop/features/admin/money/vouchers/VouchersPage")),
  ],
  [
    /^\/admin\/members(\/[^/]*)?\/?$/,
    "Members",
    lazy(() => import("~/shop/features/admin/people/members/MembersPage")),
  ],
  [/^\/admin\/goals\/?$/, "Goals", lazy(() => import("~/shop/features/admin/money/goals/GoalsPage"))],
  [/^\/admin\/figures\/?$/, "Figures", lazy(() => import("~/shop/features/admin/money/figures/FiguresPage"))],
  [/^\/admin\/ledger(\/[^/]*)?\/?$/, "Ledger", lazy(() => import("~/shop/features/admin/money/ledger/CloseMonthPage"))],
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
