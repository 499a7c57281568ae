import { type QueryClient, QueryClientProvider } from "@tanstack/react-query"
import { type createBrowserRouter, type DataRouter, RouterProvider } from "react-router-dom"
import { ApiError, isRefusal, onRefusal } from "~/common/api/client"
import type { Tag } from "~/common/api/queryClient"
import { SIGN_IN_AGAIN } from "~/shop/layout/guards"
import { messageOf } from "~/common/lib/text"
import { paths } from "~/shop/paths"
import { session } from "~/shop/state/session"
import { notify } from "~/common/ui/overlays/notify"

/** The whole app; main.tsx and the tests render it. */
export function App({ router, client }: { router: ReturnType<typeof createBrowserRouter>; client: QueryClient }) {
  return (
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  )
}

type Router = Pick<DataRouter, "navigate" | "state">

/**
 * Handles errors that concern every screen: an ended session, a password that must be reset, and two-step verification
 * that must be set up. Returns a function that stops it.
 */
export function connectSession(router: Router, client: QueryClient): () => void {
  const stopListening = onRefusal((error, { method, path }) => {
    const { user } = session.get()
    if (!user) return
    if (error.code === "password_reset_required") session.setUser({ ...user, requiresPasswordReset: true })
    if (error.code === "second_factor_setup_required") session.setUser({ ...user, mustSetUpSecondFactor: true })
    if (error.status !== 401 || path === "/api/users/auth") return
    session.expire()
    // Pages that need a user redirect by themselves. Public ones ask for what only some visitors have, and stay.
    if (method !== "GET") void router.navigate(paths.signIn(here(router)), { state: { notice: SIGN_IN_AGAIN } })
  })
  const unsubscribe = clearOnUserChange(client)
  return () => {
    stopListening()
    unsubscribe()
  }
}

const PERSONAL: readonly Tag[] = ["Order", "User", "Users", "Sessions", "SecondFactor", "Waiting"]

/** Removes the previous user's data when the user changes, in this tab or another. */
function clearOnUserChange(client: QueryClient): () => void {
  let last = session.get().user?._id
  return session.subscribe(() => {
    const now = session.get().user?._id
    if (now === last) return
    last = now
    client.removeQueries({ predicate: ({ queryKey }) => PERSONAL.includes(queryKey[0]) })
    void client.invalidateQueries({ queryKey: ["Product"] })
  })
}

const REDIRECTED = ["password_reset_required", "second_factor_setup_required"]

/** Shows a toast for a failed request, except where the visitor is sent to another page, which gives the reason. */
export function notifyError(error: Error): void {
  if (error instanceof ApiError && REDIRECTED.includes(error.code)) return
  if (isRefusal(error, 401) && session.get().ended === "expired") return
  notify.error(messageOf(error))
}

function here(router: Router): string {
  const { pathname, search, hash } = router.state.location
  return pathname + search + hash
}
