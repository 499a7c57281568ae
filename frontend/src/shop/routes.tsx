/** The route table: path, page and loader. Only paths.ts builds links to these routes. */
import type { QueryClient } from "@tanstack/react-query"
import type { ComponentType } from "react"
import {
  type HydrationState,
  type LoaderFunctionArgs,
  matchRoutes,
  type Params,
  redirectDocument,
  type RouteObject,
} from "react-router-dom"
import { orderQuery } from "~/shop/queries/orders"
import { productDatesQuery, productQuery } from "~/shop/queries/products"
import { Frame, type RouteHandle } from "~/shop/layout/Frame"
import {
  Confine,
  RequireAdmin,
  requiredPage,
  RequireResetReason,
  RequireSignedOut,
  RequireSignIn,
  StaffOnly,
} from "~/shop/layout/guards"
import { PageError } from "~/shop/layout/PageError"
import { loadNextUp } from "~/shop/shared/nextUp/NextUp"
import { session } from "~/shop/state/session"
import { latePart } from "~/common/ui/layout/latePart"

// Above the page, so loaded before it. The staff part of an order and the buyer's page can't import each other.
const StaffBar = latePart(() => import("~/shop/layout/header/StaffBar"))
const StaffOrder = latePart(() => import("~/shop/features/admin/orders/order/StaffOrder"))
const loadNotFound = () => import("~/shop/layout/NotFound")
const loadEventsPage = () => import("~/shop/features/events/EventsPage")
const loadOrderPage = () => import("~/shop/features/orders/OrderPage")

interface LatePage {
  id: string
  lazy: { Component: () => Promise<ComponentType> }
  loader: (args: Pick<LoaderFunctionArgs, "params">) => Promise<null>
}

const EVENTS = { page: "events" } satisfies RouteHandle

const isStaff = () => session.get().user?.isAdmin

export function makeRoutes(client: QueryClient): RouteObject[] {
  /** `load`: what the page waits for, besides its code. */
  const at = (
    path: string,
    code: () => Promise<{ default: ComponentType }>,
    load: (params: Params) => unknown = () => {},
  ) =>
    ({
      id: path,
      path,
      handle: { ...(path.endsWith("/:n?") && { page: path }) } satisfies RouteHandle,
      lazy: { Component: async () => (await code()).default },
      loader: async ({ params }: Pick<LoaderFunctionArgs, "params">) => {
        const isRedirected = requiredPage(session.get().user) !== null // by Confine
        await Promise.all([!isRedirected && load(params), isStaff() && StaffBar.ready()])
        return null
      },
    }) satisfies LatePage & RouteObject

  const pages: RouteObject[] = [
    at(
      "/",
      () => import("~/shop/features/home/HomePage"),
      () => {
        void client.prefetchQuery(productDatesQuery())
        return loadNextUp(client)
      },
    ),
    { ...at("page/:n", loadEventsPage, () => loadNextUp(client)), handle: EVENTS },
    { ...at("search/*", loadEventsPage, () => loadNextUp(client)), handle: EVENTS }, // a keyword may have slashes
    at(
      "product/:id",
      () => import("~/shop/features/event/EventPage"),
      ({ id }) => {
        void client.prefetchQuery(productQuery(id!))
        return loadNextUp(client)
      },
    ),
    at("about", () => import("~/shop/features/about/AboutPage")),
    at("accessibility", () => import("~/shop/features/about/AccessibilityPage")),
    at("give", () => import("~/shop/features/give/GivePage")),
    at("ledger/:month?", () => import("~/shop/features/ledger/LedgerPage")),
    at("cart", () => import("~/shop/features/cart/CartPage")),
    at("leave-waiting-list", () => import("~/shop/features/waiting/LeavePage")),
    at("seats/:token", () => import("~/shop/features/seat/SeatPage")),
    {
      element: <RequireSignedOut />,
      children: [
        at("login", () => import("~/shop/features/account/signIn/SignInPage")),
        at("register", () => import("~/shop/features/account/signIn/RegisterPage")),
      ],
    },
    {
      element: <RequireResetReason />,
      handle: { header: "reset" } satisfies RouteHandle,
      children: [at("reset-password", () => import("~/shop/features/account/signIn/ResetPasswordPage"))],
    },
    {
      element: <RequireSignIn />,
      children: [
        {
          id: CHECKOUT,
          // Only this page's content security policy allows PayPal's scripts, so it always needs a full page load.
          loader: ({ request }: LoaderFunctionArgs) => {
            const { pathname, search } = new URL(request.url)
            return redirectDocument(pathname + search)
          },
          shouldRevalidate: () => false,
          handle: { header: "checkout" } satisfies RouteHandle,
          children: [at("checkout", () => import("~/shop/features/checkout/CheckoutPage"), preloadOrderPage)],
        },
        {
          ...at("order/:id", loadOrderPage, ({ id }) => {
            if (session.get().user) void client.prefetchQuery(orderQuery(id!))
            return isStaff() && StaffOrder.ready()
          }),
          children: [
            {
              index: true,
              element: (
                <StaffOnly>
                  <StaffOrder />
                </StaffOnly>
              ),
            },
          ],
        },
        at(
          "user/:id",
          () => import("~/shop/features/account/profile/ProfilePage"),
          () => loadNextUp(client),
        ),
      ],
    },
    {
      element: <RequireAdmin />,
      children: [
        at("admin", () => import("~/shop/features/admin/home/TonightPage")),
        at("admin/products/:n?", () => import("~/shop/features/admin/events/list/EventsListPage")),
        at("admin/places", () => import("~/shop/features/admin/events/places/PlacesPage")),
        at("admin/product/:id/edit", () => import("~/shop/features/admin/events/edit/EditEventPage")),
        at("admin/product/:id/guests", () => import("~/shop/features/admin/dates/guests/GuestsPage")),
        at("admin/product/:id/guests/door", () => import("~/shop/features/admin/dates/door/Door")),
        at(
          "admin/product/:id/guests/date-changes/:change?",
          () => import("~/shop/features/admin/dates/change/DateChanges"),
        ),
        at("admin/product/:id/message", () => import("~/shop/features/admin/dates/message/MessagePage")),
        at("admin/users/:n?", () => import("~/shop/features/admin/people/users/UsersListPage")),
        at("admin/user/:id/edit", () => import("~/shop/features/admin/people/users/EditUserPage")),
        at("admin/orders/:n?", () => import("~/shop/features/admin/orders/list/OrdersListPage")),
        at("admin/vouchers/:n?", () => import("~/shop/features/admin/money/vouchers/VouchersPage")),
        at("admin/members/:n?", () => import("~/shop/features/admin/people/members/MembersPage")),
        at("admin/goals", () => import("~/shop/features/admin/money/goals/GoalsPage")),
        at("admin/figures", () => import("~/shop/features/admin/money/figures/FiguresPage")),
        at("admin/ledger/year/:year", () => import("~/shop/features/admin/money/year/YearPage")),
        at("admin/ledger/:month?", () => import("~/shop/features/admin/money/ledger/CloseMonthPage")),
        at("admin/*", loadNotFound),
      ],
    },
    at("*", loadNotFound),
  ]

  return [
    {
      element: (
        <Frame>
          <StaffOnly>
            <StaffBar />
          </StaffOnly>
        </Frame>
      ),
      errorElement: (
        <main>
          <PageError />
        </main>
      ),
      hydrateFallbackElement: <></>,
      children: [{ element: <Confine />, children: [{ errorElement: <PageError />, children: pages }] }],
    },
  ]
}

/**
 * Loads the order page's code during checkout, so that a buyer whose connection drops after paying can still open the
 * page, even if it has to say that the payment is being confirmed. The delay leaves the connection to the checkout and
 * the payment script first.
 */
function preloadOrderPage(): void {
  const load = () => Promise.all([loadOrderPage(), import("~/shop/features/orders/OrderDetails")])
  setTimeout(() => load().catch(() => {}), 2_000) // on failure, navigation loads the code as usual
}

const CHECKOUT = "checkout's document"

/** What the router need not load when it starts: the checkout's document, which a page at its path is already. */
export const loadedAtStart: HydrationState = { loaderData: { [CHECKOUT]: null } }

/**
 * Loads the first page before the router starts, which then begins with this page, and stays where a visitor has scrolled
 * in what the server drew. If something fails, the router tries it again, and shows its error page.
 */
export async function loadFirst(routes: RouteObject[], location: { pathname: string }): Promise<HydrationState> {
  const { loaderData } = loadedAtStart
  const matches = matchRoutes(routes, location) ?? []
  const late = matches.flatMap(({ route, params }) => ("lazy" in route ? [{ route: route as LatePage, params }] : []))
  await Promise.all(
    late.map(async ({ route, params }) => {
      const [Component] = await Promise.all([route.lazy.Component(), route.loader({ params })])
      Object.assign(route, { Component, lazy: undefined })
    }),
  )
  return { loaderData: { ...loaderData, ...Object.fromEntries(late.map(({ route }) => [route.id, null])) } }
}
