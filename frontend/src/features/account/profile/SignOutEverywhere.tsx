import { useMutation } from "@tanstack/react-query"
import { signOutEverywhereMutation } from "~/api/queries/users"
import { useSignInAnew } from "~/features/account/useSignInAnew"
import { Button } from "~/ui/layout/Button"

/** For a lost phone, or a browser at somebody else's. Nothing is lost by it, so it asks nothing first. */
export function SignOutEverywhere() {
  const { mutateAsync: signOut, isPending, error } = useMutation(signOutEverywhereMutation)
  const signInAnew = useSignInAnew("Signed out everywhere.")
  return (
    <div>
      <Button
        look="quiet"
        className="-ml-1"
        busy={isPending}
        busyText="Signing out…"
        onClick={() => void signOut().then(signInAnew, () => {})} // a failure is said below
      >
        Sign out everywhere
      </Button>
      <p role="alert" className="text-sm font-semibold text-err">
        {error?.message}
      </p>
    </div>
  )
}
