import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { useLocation, useNavigate, useParams } from "react-router-dom"
import * as v from "valibot"
import { whoChanged } from "~/shop/shared/lastChanges"
import { isRefusal } from "~/common/api/client"
import { invalidate } from "~/common/api/queryClient"
import {
  deleteUserMutation,
  removeSecondFactorMutation,
  updateUserMutation,
  userQuery,
} from "~/shop/queries/staff/users"
import type { User } from "~/common/api/types"
import { DeleteButton } from "~/shop/features/admin/DeleteButton"
import { MailLink } from "~/shop/features/admin/table/cells"
import { useWayBack } from "~/shop/features/admin/table/listState"
import { shownOf, useDeactivation } from "./UserActions"
import { Page } from "~/shop/layout/Page"
import NotFound from "~/shop/layout/NotFound"
import { fullName } from "~/common/lib/text"
import { paths } from "~/shop/paths"
import { session } from "~/shop/state/session"
import { useLive } from "~/shop/shared/useLive"
import { Notice } from "~/common/ui/feedback/Notice"
import { Loaded, Skeleton } from "~/common/ui/feedback/States"
import { CheckboxField, TextField } from "~/common/ui/forms/Field"
import { Form, SubmitButton, useForm } from "~/common/ui/forms/Form"
import { emailCheck } from "~/common/ui/forms/rules"
import { Button } from "~/common/ui/layout/Button"
import { Dangerous } from "~/common/ui/layout/Dangerous"
import { ConfirmButton } from "~/common/ui/overlays/DialogButton"
import { notify } from "~/common/ui/overlays/notify"

/** /admin/user/:id/edit */
export default function EditUserPage() {
  const { id } = useParams()
  const query = useQuery(userQuery(id!))
  if (isRefusal(query.error, 404)) return <NotFound>We can't find that user.</NotFound>
  return (
    <Page title="Edit User">
      <Loaded query={query} what="the user" loading={<FormSkeleton />}>
        {(user) => (
          <div className="grid max-w-form gap-8">
            {user.isDeactivated && (
              <Notice look="warning">This account is deactivated: nobody can sign in to it.</Notice>
            )}
            {user.isReadOnly ? (
              <OperatorNotice user={user} />
            ) : (
              <>
                <EditUserForm key={user._id} user={user} />
                {user.isAdmin && !isOwn(user) && <LostTwoStep user={user} />}
                <DeleteUser user={user} />
              </>
            )}
          </div>
        )}
      </Loaded>
    </Page>
  )
}

function FormSkeleton() {
  return (
    <div className="grid max-w-form gap-5">
      {["first", "last", "email", "admin"].map((field) => (
        <Skeleton key={field} className="h-18" />
      ))}
    </div>
  )
}

/** Turns off two-step verification for colleagues who lost their phone and recovery codes. */
function LostTwoStep({ user }: { user: User }) {
  const remove = useMutation(removeSecondFactorMutation)
  const name = fullName(user)
  return (
    <Dangerous sentence="Lost the phone and the recovery codes?">
      <ConfirmButton
        look="removes"
        title="Turn off two-step verification?"
        body={
          <p>
            {name} is signed out, gets an email, and can sign in with the password alone. First make sure that the
            request really comes from them.
          </p>
        }
        action="Turn off"
        busyText="Turning off…"
        danger
        onConfirm={async () => notify.success((await remove.mutateAsync({ id: user._id, ...shownOf(user) })).message)}
      >
        Turn off two-step verification
      </ConfirmButton>
    </Dangerous>
  )
}

/** Deletes an account without orders. For an account with orders, offers to deactivate it instead. */
function DeleteUser({ user }: { user: User }) {
  const client = useQueryClient()
  const remove = useMutation({ ...deleteUserMutation, onError: () => invalidate(client, ["User"]) })
  const deactivation = useDeactivation(user)
  const navigate = useNavigate()
  const wayBack = useWayBack("users")
  const confirm = async () => {
    const { message } = await remove.mutateAsync({ id: user._id, ...shownOf(user) })
    notify.success(message)
    void navigate(wayBack)
  }
  return (
    <Dangerous sentence="An account with orders can't be deleted. Deactivate it instead.">
      <DeleteButton
        look="removes"
        title={`Delete ${fullName(user)}?`}
        body={
          <p>
            If {user.email} has no orders or bookings, the account is deleted permanently. Otherwise you can deactivate
            it instead.
          </p>
        }
        onConfirm={confirm}
        refusal="has_orders"
        instead={deactivation}
        ask="Deactivate the account instead?"
      >
        Delete user
      </DeleteButton>
    </Dangerous>
  )
}

/** Replaces the form of an operator's account for staff who are not operators. */
function OperatorNotice({ user }: { user: User }) {
  return (
    <div className="grid gap-5">
      <Notice>Only an operator can change an operator's account.</Notice>
      <div>
        <p className="font-semibold [overflow-wrap:anywhere]">{fullName(user)}</p>
        <MailLink email={user.email} />
      </div>
    </div>
  )
}

// As on every edit form, the server checks for missing values; the form only checks the email.
const schema = v.object({
  firstName: v.string(),
  lastName: v.string(),
  email: v.pipe(v.string(), emailCheck),
  isAdmin: v.boolean(),
})

const fieldsOf = ({ firstName, lastName, email, isAdmin }: User) => ({ firstName, lastName, email, isAdmin })

function EditUserForm({ user }: { user: User }) {
  const update = useMutation(updateUserMutation)
  useLive("User")
  const navigate = useNavigate()
  const wayBack = useWayBack("users")
  const form = useForm({
    name: `user ${user._id}`,
    schema,
    values: fieldsOf(user),
    edits: { groups: [["firstName", "lastName", "email"]], whoChanged: whoChanged("user", user._id) },
    save: async (_, changes) => {
      const saved = await update.mutateAsync({ userId: user._id, ...changes })
      notify.success("User updated!")
      const { isDeactivated: _is, ...changed } = saved
      if (isOwn(saved)) session.setUser(changed) // the name in the menu
      if (saved.isAdmin || !isOwn(saved)) void navigate(wayBack)
    },
  })
  const admin = form.field("isAdmin")
  return (
    <Form form={form} aria-label="User">
      <TextField label="First Name" autoComplete="off" {...form.field("firstName")} />
      <TextField label="Last Name" optional autoComplete="off" {...form.field("lastName")} />
      <TextField
        label="Email"
        type="email"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        {...form.field("email")}
      />
      <CheckboxField label="Is Admin?" hint="Admins can see all orders and change events." {...admin} />
      <SubmitButton form={form} needsConnection busyText="Updating…">
        Update
      </SubmitButton>
      <GoBack />
    </Form>
  )
}

/** Goes back to the previous page with its search, or to the list if the page was opened directly. */
function GoBack() {
  const { key } = useLocation()
  const navigate = useNavigate()
  const back = () => void (key === "default" ? navigate(paths.adminList("users")) : navigate(-1))
  return (
    <Button look="secondary" onClick={back}>
      Go Back
    </Button>
  )
}

/** Whether it is the account of the staff who are signed in. */
const isOwn = ({ _id }: User) => session.get().user?._id === _id
