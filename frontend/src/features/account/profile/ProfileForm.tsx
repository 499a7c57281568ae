import { useMutation } from "@tanstack/react-query"
import { useEffect } from "react"
import { useNavigate } from "react-router-dom"
import * as v from "valibot"
import { updateProfileMutation } from "~/api/queries/users"
import type { UserInfo } from "~/api/types"
import { anyEmail, emailInput } from "~/features/account/fields"
import { MailedCodeField } from "~/features/account/ProofField"
import { paths } from "~/paths"
import { session } from "~/state/session"
import { CheckboxField } from "~/ui/forms/Choice"
import { TextField } from "~/ui/forms/Field"
import { Form, SubmitButton } from "~/ui/forms/Form"
import { notify } from "~/ui/overlays/notify"
import { useForm } from "~/ui/forms/useForm"

// As on all edit forms, the form only validates the email, and the server validates the rest.
const schema = v.object({
  firstName: v.string(),
  lastName: v.string(),
  email: anyEmail,
  emailCode: v.string(),
  reminders: v.boolean(),
})

// The server names `reminders` only while they are off.
const fieldsOf = ({ firstName, lastName, email, reminders = true }: UserInfo) => ({
  firstName,
  lastName,
  email,
  emailCode: "",
  reminders,
})

export function ProfileForm({ profile }: { profile: UserInfo }) {
  const update = useMutation(updateProfileMutation)
  const navigate = useNavigate()
  const form = useForm({
    schema,
    defaultValues: fieldsOf(profile),
    onSubmit: async ({ emailCode, ...typed }) => {
      session.setUser(await update.mutateAsync({ ...typed, ...(emailCode && { emailCode }) }))
      void navigate(paths.home())
      notify.success("User updated!")
    },
  })
  const { reset } = form.hook
  // Newer data updates the unchanged fields, so that old values are never saved.
  useEffect(() => reset(fieldsOf(profile), { keepDirtyValues: true }), [reset, profile])
  return (
    <Form form={form} aria-label="Profile">
      <TextField label="First Name" autoComplete="given-name" {...form.field("firstName")} />
      <TextField label="Last Name" optional autoComplete="family-name" {...form.field("lastName")} />
      <TextField label="Email Address" {...emailInput} {...form.field("email")} />
      {profile.hasPassword === false && form.hook.formState.dirtyFields.email && (
        <MailedCodeField {...form.field("emailCode")} />
      )}
      <CheckboxField
        label="Remind me by email the day before a date"
        hint="We also thank you by email the morning after."
        {...form.field("reminders")}
      />
      <SubmitButton form={form} needsConnection busyText="Updating…">
        Update
      </SubmitButton>
    </Form>
  )
}
