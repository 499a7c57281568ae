import { useQuery } from "@tanstack/react-query"
import { useParams } from "react-router-dom"
import { profileQuery } from "~/api/queries/users"
import { ChangePassword } from "~/features/account/ChangePassword"
import { DeleteAccount } from "~/features/account/DeleteAccount"
import { ProfileForm } from "~/features/account/ProfileForm"
import { YourOrders } from "~/features/account/YourOrders"
import { YourSessions } from "~/features/account/YourSessions"
import { NotFound } from "~/layout/NotFound"
import { Page } from "~/layout/Page"
import { useUser } from "~/state/session"
import { Loaded, Skeleton } from "~/ui/States"

/** One's own profile; anybody else's is not found, as if there were none. */
export default function ProfilePage() {
  const { id } = useParams()
  const user = useUser()
  if (user?._id !== id) return <NotFound />
  return (
    <Page title="Profile" heading={`Welcome, ${user?.firstName}.`}>
      <div className="grid gap-10 lg:grid-cols-12">
        <div className="grid max-w-[26rem] content-start gap-8 lg:col-span-5">
          <YourDetails />
          <YourSessions />
          <div className="grid justify-items-start gap-1">
            <ChangePassword />
            <DeleteAccount />
          </div>
        </div>
        <div className="lg:col-span-7">
          <YourOrders />
        </div>
      </div>
    </Page>
  )
}

function YourDetails() {
  const profile = useQuery(profileQuery())
  return (
    <Loaded query={profile} what="your profile" loading={<FormSkeleton />}>
      {(loaded) => <ProfileForm profile={loaded} />}
    </Loaded>
  )
}

function FormSkeleton() {
  return (
    <div className="grid gap-5">
      <Skeleton className="h-18" />
      <Skeleton className="h-18" />
      <Skeleton className="h-18" />
      <Skeleton className="h-tap" />
    </div>
  )
}
