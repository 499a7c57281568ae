import { useMutation, useQuery } from "@tanstack/react-query"
import { useId } from "react"
import {
  endOtherSessionsMutation,
  endSessionMutation,
  sessionsQuery,
  signOutEverywhereMutation,
} from "~/shop/queries/users"
import type { Session } from "~/common/api/types"
import { useSignInAgain } from "~/shop/features/account/useSignInAgain"
import { formatMoment } from "~/common/lib/time/dates"
import { Badge } from "~/common/ui/feedback/Badge"
import { Loaded, Skeleton } from "~/common/ui/feedback/States"
import { Button } from "~/common/ui/layout/Button"
import { notify } from "~/common/ui/overlays/notify"

/** The browsers where the user is signed in, each with a button to sign out. */
export function YourSessions() {
  const sessions = useQuery(sessionsQuery())
  const id = useId()
  return (
    <section aria-labelledby={id} className="grid gap-3">
      <h2 id={id}>Where you're signed in</h2>
      <Loaded query={sessions} what="your sign-ins" loading={<Skeleton className="h-24 rounded-card" />}>
        {(loaded) => <SessionList sessions={loaded} />}
      </Loaded>
      <div className="flex flex-wrap gap-x-4">
        {sessions.data && sessions.data.length > 1 && <EndAllOthers />}
        <SignOutEverywhere />
      </div>
    </section>
  )
}

function SessionList({ sessions }: { sessions: readonly Session[] }) {
  return (
    <ul className="grid gap-2">
      {sessions.map((session) => (
        <SessionRow key={session._id} session={session} />
      ))}
    </ul>
  )
}

function EndAllOthers() {
  const { mutate: end, isPending } = useMutation({
    ...endOtherSessionsMutation,
    onSuccess: ({ message }) => notify.success(message),
  })
  return (
    <Button look="quiet" className="-ml-1" busy={isPending} busyText="Signing out…" onClick={() => end()}>
      Sign out all others
    </Button>
  )
}

function SessionRow({ session: { _id, device, lastSeenAt, isCurrent } }: { session: Session }) {
  const { mutate: end, isPending } = useMutation({
    ...endSessionMutation,
    onSuccess: ({ message }) => notify.success(message),
  })
  const seen = formatMoment(lastSeenAt)
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 panel px-4 py-3">
      <div>
        <p className="font-semibold">{device}</p>
        <p className="text-sm text-ink-2">{isCurrent ? "Active now" : `Last seen ${seen}`}</p>
      </div>
      {isCurrent ? (
        <Badge look="ok">This device</Badge>
      ) : (
        <Button
          look="secondary"
          busy={isPending}
          busyText="Signing out…"
          aria-label={`Sign out: ${device}, last seen ${seen}`}
          onClick={() => end(_id)}
        >
          Sign out
        </Button>
      )}
    </li>
  )
}

/** Signs out all browsers, for example after losing a phone. Asks no confirmation, because no data is lost. */
function SignOutEverywhere() {
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
