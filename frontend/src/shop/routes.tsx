/** The route table: path, page and prefetched queries. Only paths.ts builds links to these routes. */
import type { QueryClient } from "@tanstack/react-query"
import { type LoaderFunctionArgs, matchRoutes, type Params, redirectDocument, type RouteObject } from "react-router-dom"
import { orderQuery } from "~/shop/queries/orders/one"
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
import { NotFound } from "./layout/PageError"
import { PageError } from "~/shop/layout/PageError"
import { type LazyPage, page } from "~/shop/lazyPage"
import { session } from "~/shop/state/session"

const home = page(() => import("~/shop/features/home/HomePage"))
const dates = page(() => import("~/shop/features/events/EventsPage"))
const event = page(() => import("~/shop/features/event/EventPage"))
const about = page(() => import("~/shop/features/about/AboutPage"))
const cart = page(() => import("~/shop/features/cart/CartPage"))
const checkout = page(() => import("~/shop/features/checkout/CheckoutPage"))
const order = page(() => import("~/shop/features/orders/OrderPage"))
const seat = page(() => import("~/shop/features/seat/SeatPage"))
const staffOrder = page(() => import("~/shop/features/admin/orders/order/StaffOrder"))
const profile = page(() => import("~/shop/features/account/profile/ProfilePage"))
const signIn = page(() => import("~/shop/features/account/signIn/SignInPage"))
const register = page(() => import("~/shop/features/account/signIn/RegisterPage"))
const resetPassword = page(() => import("~/shop/features/account/signIn/ResetPasswordPage"))
const adminEvents = page(() => import("~/shop/features/admin/events/list/EventsListPage"))
const adminEvent = page(() => import("~/shop/features/admin/events/edit/EditEventPage"))
const adminGuests = page(() => import("~/shop/features/admin/dates/guests/GuestsPage"))
const adminUsers = page(() => import("~/shop/features/admin/people/users/UsersListPage"))
const adminUser = page(() => import("~/shop/features/admin/people/users/EditUserPage"))
const more = page(() => import("~/shop/morePages"))
const adminOrders = page(() => import("~/shop/features/admin/orders/list/OrdersListPage"))
const staffBar = page(() => import("~/shop/layout/header/StaffBar"))

/** Starts the page's queries while its code loads. The page itself retries failed ones. */
type Prefetch = (client: QueryClient, params: Params) => unknown

interface PageHandle extends RouteHandle {
  /** Resolves when the page can render without waiting for its code. */
  prepare: (params: Params) => Promise<void>
}

/**
 * Loads the order page's code during checkout, so that a buyer whose connection drops after paying can still open the
 * page, even if it has to say that the payment is being confirmed. The delay leaves the connection to the checkout and
 * the payment script first.
 */
function preloadOrderPage(client: QueryClient): void {
  setTimeout(() => order.ready(client).catch(() => {}), 2_000) // on failure, navigation loads the code as usual
}

const isStaff = () => session.get().user?.isAdmin

/** The staff part is above the tickets: loading its code with the page avoids a layout shift. */
const orderWithStaffPart: LazyPage = {
  ...order,
  ready: async (client) => void (await Promise.all([order.ready(client), isStaff() && staffOrder.ready(client)])),
}

export function makeRoutes(client: QueryClient): RouteObject[] {
  const at = (path: string, { ready, View }: LazyPage, prefetch: Prefetch = () => {}, more: RouteHandle = {}) => {
    const prepare = async (params: Params) => {
      if (requiredPage(session.get().user) === null) void prefetch(client, params) // else Confine redirects
      await Promise.all([ready(client), isStaff() && staffBar.ready(client)]) // above the page, so not after it
    }
    const loader = async ({ params }: LoaderFunctionArgs) => {
      await prepare(params)
      return null
    }
    return { id: path, path, element: <View />, loader, handle: { prepare, ...more } satisfies PageHandle }
  }

  // Only this page's content security policy allows PayPal's scripts, so it always needs a full page load.
  const checkoutRoute = {
    ...at("checkout", checkout, preloadOrderPage, { header: "checkout" }),
    loader: ({ request }: LoaderFunctionArgs) => {
      const { pathname, search } = new URL(request.url)
      return redirectDocument(pathname + search)
    },
    shouldRevalidate: () => false,
  }

  const pages: RouteObject[] = [
    at("/", home, (queries) => queries.prefetchQuery(productDatesQuery())),
    at("page/:n", dates),
    at("search/:keyword/page/:n", dates),
    at("product/:id", event, (queries, { id }) => queries.prefetchQuery(productQuery(id!))),
    at("about", about),
    at("accessibility", more),
    at("give", more),
    at("ledger/:month?", more),
    at("cart", cart),
    at("leave-waiting-list", more),
    at("seats/:token", seat),
    { element: <RequireSignedOut />, children: [at("login", signIn), at("register", register)] },
    {
      element: <RequireResetReason />,
      children: [at("reset-password", resetPassword, undefined, { header: "reset" })],
    },
    {
      element: <RequireSignIn />,
      children: [
        checkoutRoute,
        {
          ...at(
            "order/:id",
            orderWithStaffPart,
            (queries, { id }) => session.get().user && queries.prefetchQuery(orderQuery(id!)),
          ),
          // Nested, because the buyer's page and its staff part are separate features, which can't import each other.
          children: [
            {
              index: true,
              element: (
                <StaffOnly>
                  <staffOrder.View />
                </StaffOnly>
              ),
            },
          ],
        },
        at("user/:id", profile),
      ],
    },
    {
      element: <RequireAdmin />,
      children: [
        at("admin/products/:n?", adminEvents),
        at("admin/product/:id/edit", adminEvent),
        at("admin/product/:id/guests/*", adminGuests), // with changes of its date
        at("admin/product/:id/message", more),
        at("admin/users/:n?", adminUsers),
        at("admin/user/:id/edit", adminUser),
        at("admin/orders/:n?", adminOrders),
        at("admin/vouchers/:n?", more),
        at("admin/members/:n?", more),
        at("admin/*", more),
      ],
    },
    { path: "*", element: <NotFound /> },
  ]

  return [
    {
      element: (
        <Frame>
          <StaffOnly>
            <staffBar.View />
          </StaffOnly>
        </Frame>
      ),
      errorElement: (
        <main>
          <PageError />
        </main>
      ),
      children: [{ element: <Confine />, children: [{ errorElement: <PageError />, children: pages }] }],
    },
  ]
}

/** The match of the page itself. The staff part nested in the order page is a match too, but has no handle. */
function pageMatch(routes: RouteObject[], location: { pathname: string }) {
  return matchRoutes(routes, location)?.findLast(({ route }) => route.handle !== undefined)
}

/** Loads the first page's code and starts its queries before the app renders. */
export async function prepareFirst(routes: RouteObject[], location: { pathname: string }): Promise<void> {
  const match = pageMatch(routes, location)
  await (match?.route.handle as PageHandle | undefined)?.prepare(match!.params)
}

/** Hydration data that marks the first page's loader as done (see prepareFirst), so that the router renders immediately. */
export function firstLoaderData(routes: RouteObject[], location: { pathname: string }) {
  const id = pageMatch(routes, location)?.route.id
  return { loaderData: id === undefined ? {} : { [id]: null } }
}
