/** Every link of the app. Components call these functions instead of writing URLs. */
import { queryString } from "~/common/api/client"

const part = encodeURIComponent

export type AdminList = "products" | "users" | "orders" | "vouchers" | "members"
/** Lists with pages, and staff's pages without them. */
export type StaffPage = AdminList | "places" | "goals" | "ledger" | "figures"

const withQuery = (path: string, values: Record<string, string | undefined>) => path + queryString(values)

const signInPage = (path: string, back?: string) => withQuery(path, { redirect: back === "/" ? undefined : back })

/**
 * Keywords that have no place in a path: a browser removes "." and "..", encoded or not, a proxy empty parts, and the router
 * takes the text "%2F" for a slash. No keyword is one of them.
 */
const LOST_IN_PATHS = /(^|\/)\.{0,2}(\/|$)|%2F/

export const paths = {
  home: () => "/",
  /** The events section of the home page. */
  events: () => "/#events",
  /** A page of the public list of events, or of search results if there is a keyword, with filters. */
  dates: (page = 1, keyword = "", filters: Record<string, string | undefined> = {}) => {
    const isLost = LOST_IN_PATHS.test(keyword)
    const path = `/page/${page}`
    return withQuery(isLost ? path : `/search/${part(keyword)}${path}`, isLost ? { keyword, ...filters } : filters)
  },
  /** The list of all events, not only of the next 30 days. */
  allDates: () => "/page/1?when=all",
  /** The list of events between two days: "2026-12-01", "2026-12-31" */
  datesBetween: (from?: string, to?: string) => withQuery("/page/1", { from, to }),
  /** The calendar on the home page of a large screen; on a phone, which has none, the list of all events. */
  scheduled: () => "/#scheduled",
  event: (id: string, rsvpDate?: string) => withQuery(`/product/${part(id)}`, { rsvpDate }),
  /** A feed for calendar apps: all events, or those that match the filters. Not a page of this app. */
  calendar: (filters: Record<string, string | undefined> = {}) => withQuery("/calendar.ics", filters),
  /** The feed of one event's dates. */
  eventCalendar: (id: string) => `/calendar/${part(id)}.ics`,
  about: () => "/about",
  accessibility: () => "/accessibility",
  cart: () => "/cart",
  /**
   * Needs a full page load: <LinkButton reloadDocument to={paths.checkout()}>. The route enforces it for other links.
   */
  checkout: () => "/checkout/",
  /** Checkout of an order that was placed earlier; needs a full page load too. */
  payOrder: (id: string) => withQuery("/checkout/", { order: id }),
  /** Checkout of a gift without tickets, in dollars; needs a full page load too. */
  payGift: (amount: number) => `/checkout/?gift=${amount.toFixed(2)}`,
  /** Checkout of a late guest, by the link that a till shows; needs a full page load too. */
  payAtDoor: (token: string, seats: number, event: string) =>
    withQuery("/checkout/", { door: token, seats: String(seats), event }),
  give: () => "/give",
  /** All months, or one: "2026-11" */
  ledger: (month = "") => `/ledger${month && `/${month}`}`,
  /** With a code, its QR code on the full screen: the ID of a booking, or "1" for the next one. */
  order: (id: string, code?: string) => withQuery(`/order/${part(id)}`, { code }),
  /** A seat that somebody gives away, or with the guest's own token the guest's ticket. */
  seat: (token: string) => `/seats/${part(token)}`,
  /** The players' page of a tournament. Not a page of this app, so it needs a full page load. */
  tables: (id: string) => `/tables/${id}`,
  profile: (userId: string) => `/user/${part(userId)}/`,
  /** The orders section of the profile. */
  yourOrders: (userId: string) => `/user/${part(userId)}/#your-orders`,
  signIn: (back?: string) => signInPage("/login", back),
  register: (back?: string) => signInPage("/register", back),
  resetPassword: () => "/reset-password",
  /** The staff's home. */
  admin: () => "/admin",
  /** A list, or one of its pages. */
  adminList: (list: StaffPage, page?: number) => `/admin/${list}${page ? `/${page}` : ""}`,
  /** The order log, filtered by one event, or by a status. */
  ordersOf: (filters: { product?: string; status?: string }) => withQuery("/admin/orders", filters),
  /** The event's form, or with "?tab=dates" its dates. */
  adminEvent: (id: string, tab: "" | "?tab=dates" = "") => `/admin/product/${part(id)}/edit${tab}`,
  /** The guest list of one date, or "/door", its door; without a date, of the current or next one. */
  adminGuests: (id: string, date?: string, page = "") =>
    withQuery(`/admin/product/${part(id)}/guests${page}`, { date }),
  /** Where staff move or cancel one date; with the ID of such a change, its progress. */
  adminDateChange: (id: string, { date, change = "" }: { date?: string; change?: string }) =>
    paths.adminGuests(id, date, `/date-changes${change && `/${part(change)}`}`),
  /** Emails everybody on one date. */
  adminMessage: (id: string, date: string) => withQuery(`/admin/product/${part(id)}/message`, { date }),
  adminUser: (id: string) => `/admin/user/${part(id)}/edit`,
  /** Django's admin site. Not a page of this app, so it needs a full page load. */
  console: () => "/admin-console/",
}
