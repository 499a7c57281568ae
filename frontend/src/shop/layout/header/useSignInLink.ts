import { useLocation } from "react-router-dom"
import { paths } from "~/shop/paths"

/** The link to sign in, which then returns to this page; from Sign In and Create an Account, to where they return. */
export function useSignInLink(): string {
  const { pathname, search } = useLocation()
  const isForSigningIn = [paths.signIn(), paths.register()].includes(pathname)
  return isForSigningIn ? paths.signIn() + search : paths.signIn(pathname + search)
}
