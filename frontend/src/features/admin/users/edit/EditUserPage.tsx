import { useQuery } from "@tanstack/react-query"
import { useParams } from "react-router-dom"
import { ApiError } from "~/api/client"
import { userQuery } from "~/api/queries/staff/users"
import type { User } from "~/api/types"
import { DeleteUser } from "./DeleteUser"
import { EditUserForm } from "./EditUserForm"
import { LostTwoStep } from "./LostTwoStep"
import { OperatorNotice } from "./OperatorNotice"
import { NotFound } from "~/layout/NotFound"
import { Page } from "~/layout/Page"
import { useUser } from "~/state/session"
import { Notice } from "~/ui/feedback/Notice"
import { Loaded, Skeleton } from "~/ui/feedback/States"

/** /admin/user/:id/edit */
export default function EditUserPage() {
  const { id } = useParams()
  const query = useQuery(userQuery(id!))
  if (query.error instanceof ApiError && query.error.status === 404)
    return <NotFound>We can't find that user.</NotFound>
  return (
    <Page title="Edit User" narrow>
      <Loaded query={query} what="the user" loading={<FormSkeleton />}>
        {(user) => (
          <div className="grid gap-8">
            {user.isDeactivated && (
              <Notice look="warning">This account is deactivated: nobody can sign in to it.</Notice>
            )}
            <EditSections user={user} />
          </div>
        )}
      </Loaded>
    </Page>
  )
}

function EditSections({ user }: { user: User }) {
  const me = useUser()
  if (user.isReadOnly) return <OperatorNotice user={user} />
  return (
    <>
      <EditUserForm key={user._id} user={user} />
      {user.isAdmin && user._id !== me?._id && <LostTwoStep user={user} />}
      <DeleteUser user={user} />
    </>
  )
}

function FormSkeleton() {
  return (
    <div className="grid gap-5">
      {["first", "last", "email", "admin"].map((field) => (
        <Skeleton key={field} className="h-18" />
      ))}
    </div>
  )
}
