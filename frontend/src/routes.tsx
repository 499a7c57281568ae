/** The route table: path, what it asks for ahead, page. Links to these are made in paths.ts alone. */
import type { QueryClient } from "@tanstack/react-query"
import { matchRoutes, redirectDocument, type LoaderFunctionArgs, type Params, type RouteObject } from "react-router-dom"
import { orderQuery } from "~/api/queries/orders"
import { productDatesQuery, productQuery } from "~/api/queries/products"
import { Frame, type RouteHandle } from "~/layout/Frame"
import { Confine, RequireAdmin, RequireResetReason, RequireSignedOut, RequireSignIn, StaffAlone } from "~/layout/guards"
import { NotFound } from "~/layout/NotFound"
import { PageError } from "~/layout/PageError"
import { page, type LazyPage } from "~/lazyPage"
import { session } from "~/state/session"

const home = page(() => import("~/features/home/HomePage"))
const dates = page(() => import("~/features/events/EventsPage"))
const event = page(() => import("~/features/event/EventPage"))
const about = page(() => import("~/features/about/AboutPage"))
const cart = page(() => import("~/features/cart/CartPage"))
const checkout = page(() => import("~/features/checkout/CheckoutPage"))
const order = page(() => import("~/features/orders/OrderPage"))
const staffOrder = page(() => import("~/features/admin/orders/order/StaffOrder"))
const profile = page(() => import("~/features/account/profile/ProfilePage"))
const signIn = page(() => import("~/features/account/signIn/SignInPage"))
const register = page(() => import("~/features/account/signIn/RegisterPage"))
const resetPassword = page(() => import("~/features/account/signIn/ResetPasswordPage"))
const adminEvents = page(() => import("~/features/admin/events/list/EventsListPage"))
const adminEvent = page(() => import("~/features/admin/events/edit/EditEventPage"))
const adminGuests = page(() => import("~/features/admin/orders/guests/GuestsPage"))
const adminUsers = page(() => import("~/features/admin/users/list/UsersListPage"))
const adminUser = page(() => import("~/features/admin/users/edit/EditUserPage"))
const adminOrders = page(() => import("~/features/admin/orders/list/OrdersListPage"))

/** Starts asking for what the page will need, beside the page's own code; what fails, the page asks for again. */
type Prefetch = (client: QueryClient, params: Params) => unknown

interface PageHandle extends RouteHandle {
  /** Everything the page needs before it can be drawn at once. */
  prepare: (params: Params) => Promise<void>
}

/**
 * Who pays ends on the order's page, also when the line broke meanwhile: its code is there before it is needed. It waits
 * until the checkout and the payment script have had the line.
 */
function fetchOrderPageLater(): void {
  setTimeout(() => order.ready().catch(() => {}), 2_000) // else it is fetched on the way there, as any page
}

const isStaff = () => session.get().user?.isAdmin

/** Staff's part stands above the tickets: for them its code comes with the page's, so that nothing is pushed down. */
const orderForWhom: LazyPage = {
  ...order,
  ready: async () => void (await Promise.all([order.ready(), isStaff() && staffOrder.ready()])),
}

export function makeRoutes(client: QueryClient): RouteObject[] {
  const at = (path: string, { ready, View }: LazyPage, prefetch: Prefetch = () => {}, more: RouteHandle = {}) => {
    const prepare = async (params: Params) => {
      void prefetch(client, params)
      await ready()
    }
    const loader = async ({ params }: LoaderFunctionArgs) => {
      await prepare(params)
      return null
    }
    return { id: path, path, element: <View />, loader, handle: { prepare, ...more } satisfies PageHandle }
  }

  // The payment provider's scripts are allowed by the policy of this one page, so it always comes as a document.
  const checkoutRoute = {
    ...at("checkout", checkout, fetchOrderPageLater, { header: "checkout" }),
    loader: ({ request }: LoaderFunctionArgs) => {
      const { pathname, search } = new URL(request.url)
      return redirectDocument(pathname + search)
    },
    shouldRevalidate: () => false,
  }

  const pages: RouteObject[] = [
    at("/", home, (asking) => asking.prefetchQuery(productDatesQuery())),
    at("page/:n", dates),
    at("search/:keyword/page/:n", dates),
    at("product/:id", event, (asking, { id }) => asking.prefetchQuery(productQuery(id!))),
    at("about", about),
    at("cart", cart),
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
            orderForWhom,
            (asking, { id }) => session.get().user && asking.prefetchQuery(orderQuery(id!)),
          ),
          // The buyer's page and staff's part of it are two rooms; they meet here.
          children: [
            {
              index: true,
              element: (
                <StaffAlone>
                  <staffOrder.View />
                </StaffAlone>
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
        at("admin/products", adminEvents),
        at("admin/products/:n", adminEvents),
        at("admin/product/:id/edit", adminEvent),
        at("admin/product/:id/guests", adminGuests),
        at("admin/users", adminUsers),
        at("admin/users/:n", adminUsers),
        at("admin/user/:id/edit", adminUser),
        at("admin/orders", adminOrders),
        at("admin/orders/:n", adminOrders),
        { path: "admin/*", element: <NotFound /> },
      ],
    },
    { path: "*", element: <NotFound /> },
  ]

  return [
    {
      element: <Frame />,
      children: [{ element: <Confine />, children: [{ errorElement: <PageError />, children: pages }] }],
    },
  ]
}

/** The match that is a page: a part inside of it may match behind it. */
function pageMatch(routes: RouteObject[], location: { pathname: string }) {
  return matchRoutes(routes, location)?.findLast(({ route }) => route.handle !== undefined)
}

/** Gets the first page's code and starts its queries, before anything is drawn. */
export async function prepareFirst(routes: RouteObject[], location: { pathname: string }): Promise<void> {
  const match = pageMatch(routes, location)
  await (match?.route.handle as PageHandle | undefined)?.prepare(match!.params)
}

/** Tells the router that the first page's loader has run, so that it draws at once (see prepareFirst). */
export function firstLoaderData(routes: RouteObject[], location: { pathname: string }) {
  const id = pageMatch(routes, location)?.route.id
  return { loaderData: id === undefined ? {} : { [id]: null } }
}
