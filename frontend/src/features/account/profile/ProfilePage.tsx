import { useQuery } from "@tanstack/react-query"
import { useParams } from "react-router-dom"
import { profileQuery } from "~/api/queries/profile"
import { ChangePassword } from "./ChangePassword"
import { DeleteAccount } from "./DeleteAccount"
import type { UserInfo } from "~/api/types"
import { ProfileForm } from "./ProfileForm"
import { SecondFactor } from "~/features/account/twoStep/TwoStep"
import { YourMembership } from "./YourMembership"
import { YourOrders } from "./YourOrders"
import { YourSessions } from "./YourSessions"
import { NotFound } from "~/layout/NotFound"
import { Page } from "~/layout/Page"
import { loadNextUp, NextUp } from "~/shared/nextUp/NextUp"
import { useUser } from "~/state/session"
import { Notice } from "~/ui/feedback/Notice"
import { Loaded, Skeleton } from "~/ui/feedback/States"

/** The user's own profile; other profiles are not found. */
export default function ProfilePage() {
  const { id } = useParams()
  const user = useUser()
  if (!user || user._id !== id) return <NotFound />
  if (user.mustSetUpSecondFactor) return <OnlySecondFactor user={user} />
  return (
    <>
      <NextUp />
      <Page title="Profile" heading={`Welcome, ${user.firstName}.`}>
        <div className="group grid gap-10 lg:grid-cols-12 lg:grid-rows-[auto_1fr]">
          <div className="max-w-[26rem] lg:col-span-5">
            <YourDetails />
          </div>
          <div className="max-lg:max-w-[26rem] lg:col-span-7 lg:col-start-6 lg:row-span-2 lg:row-start-1">
            <YourOrders />
          </div>
          {/* On phones, this is below the orders and hidden until they have loaded, to avoid a layout shift. */}
          <div className="grid max-w-[26rem] content-start gap-8 max-lg:group-has-data-waiting:invisible lg:col-span-5">
            <YourMembership />
            {user.isAdmin && <SecondFactor />}
            <YourSessions />
            <section aria-labelledby="your-account" className="grid justify-items-start gap-1">
              <h2 id="your-account" className="mb-1">
                Your account
              </h2>
              <ChangePassword />
              <DownloadData />
              <DeleteAccount />
            </section>
          </div>
        </div>
      </Page>
    </>
  )
}

ProfilePage.prepare = loadNextUp

/** For staff who must set up two-step verification before the server accepts other requests. */
function OnlySecondFactor({ user }: { user: UserInfo }) {
  return (
    <Page title="Two-step verification" heading={`Welcome, ${user.firstName}.`} narrow>
      <div className="grid gap-5">
        <Notice look="warning">Staff must use two-step verification. Set it up to continue.</Notice>
        <SecondFactor />
      </div>
    </Page>
  )
}

function DownloadData() {
  return (
    <a
      href="/api/users/profile/data"
      download
      className="-ml-1 inline-flex min-h-tap items-center px-1 py-1 font-semibold text-link underline hover:no-underline"
    >
      Download my data
    </a>
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
      <Skeleton className="h-tap" />
    </div>
  )
}
