import { useMutation } from "@tanstack/react-query"
import { useEffect } from "react"
import { useLocation, useNavigate } from "react-router-dom"
import * as v from "valibot"
import { ApiError } from "~/api/client"
import { updateUserMutation } from "~/api/queries/staff/users"
import type { User } from "~/api/types"
import { useWayBack } from "~/features/admin/table/listState"
import { paths } from "~/paths"
import { session } from "~/state/session"
import { Button } from "~/ui/layout/Button"
import { CheckboxField } from "~/ui/forms/Choice"
import { TextField } from "~/ui/forms/Field"
import { Form, SubmitButton } from "~/ui/forms/Form"
import { notify } from "~/ui/overlays/notify"
import { emailCheck, useForm } from "~/ui/forms/useForm"

// As on every edit form, the server checks for missing values; the form only checks the email.
const schema = v.object({
  firstName: v.string(),
  lastName: v.string(),
  email: v.pipe(v.string(), emailCheck),
  isAdmin: v.boolean(),
})

const fieldsOf = ({ firstName, lastName, email, isAdmin }: User) => ({ firstName, lastName, email, isAdmin })

export function EditUserForm({ user }: { user: User }) {
  const update = useMutation(updateUserMutation)
  const navigate = useNavigate()
  const wayBack = useWayBack("users")
  const form = useForm({
    schema,
    defaultValues: fieldsOf(user),
    onSubmit: async (typed) => {
      const saved = await update.mutateAsync({ userId: user._id, ...typed }).catch(atTheCheckbox)
      notify.success("User updated!")
      updateSession(saved)
      if (saved.isAdmin || !isOwn(saved)) void navigate(wayBack)
    },
  })
  const { reset } = form.hook
  // Newer data fills the fields that were not changed, so that old values are never saved.
  useEffect(() => reset(fieldsOf(user), { keepDirtyValues: true }), [reset, user])
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

/** Moves the error about the last admin to the checkbox. */
function atTheCheckbox(error: unknown): never {
  if (error instanceof ApiError && error.code === "last_admin")
    throw new ApiError(error.kind, { message: error.message, errors: { isAdmin: [error.message] } })
  throw error
}

const isOwn = ({ _id }: User) => session.get().user?._id === _id

/** Updates the session, and so the name in the menu, if staff changed their own account. */
function updateSession({ isDeactivated: _, ...saved }: User): void {
  if (session.get().user?._id === saved._id) session.setUser(saved)
}
