import { useEffect, type ReactNode } from "react"
import { Navigate, Outlet, useLocation, useNavigate, useSearchParams } from "react-router-dom"
import type { UserInfo } from "~/common/api/types"
import { paths } from "~/shop/paths"
import { signOut, useSession, useUser } from "~/shop/state/session"
import { notify } from "~/common/ui/overlays/notify"
import { useQueryClient } from "@tanstack/react-query"

export const SIGN_IN_AGAIN = "Please sign in again"

/** Router state of the sign-in page, set by the page that links or redirects there. */
export interface SignInState {
  notice?: string
  /** The email address entered on the previous page, to fill in the form. */
  email?: string
  /** The address that a code was emailed to, while it is being entered. */
  codeFor?: string
  /** Why no new code was emailed to it, although an earlier one still works. */
  stillWorks?: string | undefined
  /** What the code alone is not enough for. */
  need?: "name" | "factor"
}

function useHere(): string {
  const { pathname, search, hash } = useLocation()
  return pathname + search + hash
}

function ToSignIn() {
  const here = useHere()
  const { ended } = useSession()
  // After logging out, the user doesn't need to return to this page.
  if (ended === "logout") return <Navigate to={paths.signIn()} replace />
  const state: SignInState = ended === "expired" ? { notice: SIGN_IN_AGAIN } : {}
  return <Navigate to={paths.signIn(here)} state={state} replace />
}

/** Pages for signed-in users. Redirects others to sign-in, which then returns to the page. */
export function RequireSignIn() {
  return useUser() ? <Outlet /> : <ToSignIn />
}

/** Staff pages. Redirects signed-in non-admins to sign-in without a return path, and so to the home page. */
export function RequireAdmin() {
  const user = useUser()
  if (!user) return <ToSignIn />
  return user.isAdmin ? <Outlet /> : <RejectNonAdmin />
}

function RejectNonAdmin() {
  useEffect(() => notify.error("That page is for staff."), [])
  return <Navigate to={paths.signIn()} replace />
}

/** Renders a part of a page for staff only. */
export function StaffOnly({ children }: { children: ReactNode }) {
  return useUser()?.isAdmin && <>{children}</>
}

/** Sign In and Create an Account. Redirects users who are signed in, also right after they signed in. */
export function RequireSignedOut() {
  const user = useUser()
  const [params] = useSearchParams()
  if (!user) return <Outlet />
  return <Navigate to={requiredPage(user) ?? safeRedirect(params.get("redirect"))} replace />
}

/** The only page that is open to a user who must first set a new password or set up two-step verification. */
export function requiredPage(user: UserInfo | null): string | null {
  if (user?.requiresPasswordReset) return paths.resetPassword()
  return user?.mustSetUpSecondFactor ? paths.profile(user._id) : null
}

/** Redirects such a user from all other pages. */
export function Confine() {
  const onlyPage = requiredPage(useUser())
  const { pathname } = useLocation()
  return onlyPage !== null && pathname !== onlyPage ? <Navigate to={onlyPage} replace /> : <Outlet />
}

/** Set New Password: for users who must reset their password or follow an emailed link. Redirects all others home. */
export function RequireResetReason() {
  const user = useUser()
  const { ended } = useSession()
  const [params] = useSearchParams()
  if (user?.requiresPasswordReset || params.has("token")) return <Outlet />
  return <Navigate to={!user && ended === "logout" ? paths.signIn() : paths.home()} replace />
}

/** The link to sign in, which then returns to this page; from Sign In and Create an Account, to where they return. */
export function useSignInLink(): string {
  const { pathname, search } = useLocation()
  const isForSigningIn = [paths.signIn(), paths.register()].includes(pathname)
  return isForSigningIn ? paths.signIn() + search : paths.signIn(pathname + search)
}

/** Logs out and goes to the sign-in page. */
export function useSignOut(): () => Promise<void> {
  const client = useQueryClient()
  const navigate = useNavigate()
  return () => signOut(client, () => void navigate(paths.signIn()))
}

/**
 * Returns the path of ?redirect= if it is on this site, or else the fallback. A crafted link must not send users to
 * another site after they sign in.
 */
export function safeRedirect(redirect: string | null | undefined, fallback = "/"): string {
  if (!redirect || !redirect.startsWith("/") || /[\\\p{Cc}]/u.test(redirect)) return fallback
  try {
    const url = new URL(redirect, "http://here.invalid")
    const path = url.pathname + url.search + url.hash
    // Once its dots are resolved, a path such as /..//evil.example starts with two slashes and points to another site.
    return url.origin === "http://here.invalid" && !path.startsWith("//") ? path : fallback
  } catch {
    return fallback
  }
}

/** Whether a path is the checkout's. */
export const isCheckout = (path: string) => /^\/checkout(?![^/?#])/.test(path)
