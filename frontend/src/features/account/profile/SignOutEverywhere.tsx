import { useMutation } from "@tanstack/react-query"
import { signOutEverywhereMutation } from "~/api/queries/users"
import { useSignInAgain } from "~/features/account/useSignInAgain"
import { Button } from "~/ui/layout/Button"

/** Signs out all browsers, for example after losing a phone. Asks no confirmation, because no data is lost. */
export function SignOutEverywhere() {
  const { mutateAsync: signOut, isPending, error } = useMutation(signOutEverywhereMutation)
  const signInAgain = useSignInAgain("Signed out everywhere.")
  return (
    <div>
      <Button
        look="quiet"
        className="-ml-1"
        busy={isPending}
        busyText="Signing out…"
        onClick={() => void signOut().then(signInAgain, () => {})} // errors are shown below
      >
        Sign out everywhere
      </Button>
      <p role="alert" className="text-sm font-semibold text-err">
        {error?.message}
      </p>
    </div>
  )
}
