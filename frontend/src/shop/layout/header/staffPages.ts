import { useQuery } from "@tanstack/react-query"
import { matchPath, useLocation } from "react-router-dom"
import { orderQuery } from "~/shop/queries/orders"
import { paths } from "~/shop/paths"
import { useUser } from "~/shop/state/session"

export interface StaffLink {
  text: string
  to: string
  /** The addresses of its pages, without those that only add a number. */
  at: readonly string[]
}

interface StaffGroup {
  text: string
  pages: readonly StaffLink[]
}

const list = (text: string, name: Parameters<typeof paths.adminList>[0], more: readonly string[] = []): StaffLink => {
  const to = paths.adminList(name)
  return { text, to, at: [`${to}/*`, ...more] }
}

/** The navigation of staff's pages: pages, and groups of pages. */
export const staffNavigation: readonly (StaffLink | StaffGroup)[] = [
  { text: "Tonight", to: paths.admin(), at: ["/admin"] },
  list("Events", "products", ["/admin/product/*", "/admin/places"]),
  list("Orders", "orders", ["/order/*"]),
  { text: "People", pages: [list("Users", "users", ["/admin/user/*"]), list("Members", "members")] },
  {
    text: "Money",
    pages: [list("Ledger", "ledger"), list("Codes", "vouchers"), list("Goals", "goals"), list("Figures", "figures")],
  },
]

/** Returns the `aria-current` of a link on this page. */
export const currentAt = (pathname: string, { at }: StaffLink): "page" | undefined =>
  at.some((pattern) => matchPath(pattern, pathname)) ? "page" : undefined

/** Whether the user sees this page as staff: all under /admin, and orders of others. */
export function useIsStaffPage(): boolean {
  const user = useUser()
  const { pathname } = useLocation()
  const id = matchPath("/order/:id", pathname)?.params.id
  const { data: order } = useQuery({ ...orderQuery(id ?? ""), enabled: false }) // the page itself fetches it
  if (!user?.isAdmin) return false
  if (id) return order !== undefined && order.user !== user._id
  return matchPath("/admin/*", pathname) !== null
}

/** A year of the ledger, for the accountant. Apart from `paths`, which every visitor loads. */
export const yearPath = (year: number) => `${paths.adminList("ledger")}/year/${year}`

/**
 * The tournament of a date, or of the current or next one, on the page of its door. Apart from `paths`, which every
 * visitor loads.
 */
export const tablesOfDate = (product: string, date?: string) => `${paths.adminGuests(product, date, "/door")}#tables`
