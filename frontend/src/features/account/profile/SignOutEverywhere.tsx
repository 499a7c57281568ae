import { useMutation } from "@tanstack/react-query"
import { signOutEverywhereMutation } from "~/api/queries/users"
import { useSignInAnew } from "~/features/account/useSignInAnew"
import { Button } from "~/ui/layout/Button"

/** For a lost phone or another person's browser. Works without a question, because nothing is lost. */
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
        onClick={() => void signOut().then(signInAnew, () => {})} // errors are shown below
      >
        Sign out everywhere
      </Button>
      <p role="alert" className="text-sm font-semibold text-err">
        {error?.message}
      </p>
    </div>
  )
}
