import { useQueryClient } from "@tanstack/react-query"
import { useNavigate } from "react-router-dom"
import { paths } from "~/shop/paths"
import { signOut } from "~/shop/state/session"

/** Logs out and goes to the sign-in page. */
export function useSignOut(): () => Promise<void> {
  const client = useQueryClient()
  const navigate = useNavigate()
  return () => signOut(client, () => void navigate(paths.signIn()))
}
