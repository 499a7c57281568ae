import { useQueryClient } from "@tanstack/react-query"
import { useNavigate } from "react-router-dom"
import { paths } from "~/shop/paths"
import { clearBrowserData } from "~/shop/state/session"
import { notify } from "~/common/ui/overlays/notify"

export const PASSWORD_CHANGED = "Password changed. Please sign in."

/** Signs out this browser after the server ended all sessions, and explains it on the sign-in page. */
export function useSignInAgain(message = PASSWORD_CHANGED): () => void {
  const client = useQueryClient()
  const navigate = useNavigate()
  return () => {
    clearBrowserData(client)
    void navigate(paths.signIn(), { replace: true })
    notify.success(message)
  }
}
