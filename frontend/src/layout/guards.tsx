import { useEffect, type ReactNode } from "react"
import { Navigate, Outlet, useLocation, useSearchParams } from "react-router-dom"
import type { UserInfo } from "~/api/types"
import { safeRedirect } from "~/lib/redirect"
import { paths } from "~/paths"
import { useSession, useUser } from "~/state/session"
import { notify } from "~/ui/overlays/notify"

export const SIGN_IN_AGAIN = "Please sign in again"

/** What the sign-in page is told by whoever sent the person there; read it with useLocation().state. */
export interface SignInState {
  notice?: string
  /** Typed on the page before; not to be typed again. */
  email?: string
}

function useHere(): string {
  const { pathname, search, hash } = useLocation()
  return pathname + search + hash
}

function ToSignIn() {
  const here = useHere()
  const { ended } = useSession()
  // Who logged out on purpose is not asked to come back to this page.
  if (ended === "logout") return <Navigate to={paths.signIn()} replace />
  const state: SignInState = ended === "expired" ? { notice: SIGN_IN_AGAIN } : {}
  return <Navigate to={paths.signIn(here)} state={state} replace />
}

/** Signed-in pages: everyone else goes to sign in, with the way back. */
export function RequireSignIn() {
  return useUser() ? <Outlet /> : <ToSignIn />
}

/** Staff pages. A signed-in non-admin goes to sign-in without a way back, and from there on to the home page. */
export function RequireAdmin() {
  const user = useUser()
  if (!user) return <ToSignIn />
  return user.isAdmin ? <Outlet /> : <StaffOnly />
}

function StaffOnly() {
  useEffect(() => notify.error("That page is for staff."), [])
  return <Navigate to={paths.signIn()} replace />
}

/** A part of a page that only staff see. */
export function StaffAlone({ children }: { children: ReactNode }) {
  return useUser()?.isAdmin ? children : null
}

/** Sign In and Create an Account: whoever is signed in already is sent on, also right after signing in. */
export function RequireSignedOut() {
  const user = useUser()
  const [params] = useSearchParams()
  if (!user) return <Outlet />
  return <Navigate to={heldUpAt(user) ?? safeRedirect(params.get("redirect"))} replace />
}

/** The one page that is open to somebody who has to set a new password or set up a second factor first. */
function heldUpAt(user: UserInfo | null): string | null {
  if (user?.requiresPasswordReset) return paths.resetPassword()
  return user?.mustSetUpSecondFactor ? paths.profile(user._id) : null
}

/** Who is held up sees nothing else until it is done. */
export function Confine() {
  const onlyPage = heldUpAt(useUser())
  const { pathname } = useLocation()
  return onlyPage !== null && pathname !== onlyPage ? <Navigate to={onlyPage} replace /> : <Outlet />
}

/** Set New Password: for those who must, and for those who bring a mail's token. Everyone else goes home. */
export function RequireResetReason() {
  const user = useUser()
  const { ended } = useSession()
  const [params] = useSearchParams()
  if (user?.requiresPasswordReset || params.has("token")) return <Outlet />
  return <Navigate to={!user && ended === "logout" ? paths.signIn() : paths.home()} replace />
}
