import { useMutation } from "@tanstack/react-query"
import * as v from "valibot"
import type { Membership } from "~/api/cause"
import { linkMembershipMutation } from "~/api/queries/users"
import { formatShortDate } from "~/lib/time/dates"
import { TextField } from "~/ui/forms/Field"
import { Form, SubmitButton } from "~/ui/forms/Form"
import { useForm } from "~/ui/forms/useForm"
import { notify } from "~/ui/overlays/notify"

const schema = v.object({
  number: v.pipe(v.string(), v.trim(), v.nonEmpty("Enter your membership number.")),
})

/** The club's membership, for member prices: its number, or a field to enter it once. */
export function YourMembership({ membership }: { membership: Membership | undefined }) {
  return (
    <section aria-labelledby="your-membership" className="grid gap-3">
      <h2 id="your-membership">Membership</h2>
      {membership ? <Linked {...membership} /> : <EnterNumber />}
    </section>
  )
}

function Linked({ number, validUntil }: Membership) {
  return (
    <p>
      Number <span className="count font-semibold">{number}</span>, valid until{" "}
      {formatShortDate(`${validUntil}T12:00:00Z`, "UTC")}. You pay the member price where there is one.
    </p>
  )
}

function EnterNumber() {
  const link = useMutation(linkMembershipMutation)
  const form = useForm({
    schema,
    defaultValues: { number: "" },
    onSubmit: async ({ number }) => {
      await link.mutateAsync(number)
      notify.success("Your membership is saved.")
    },
  })
  return (
    <Form form={form} aria-label="Membership" className="grid gap-3">
      <TextField
        label="Membership number"
        hint="If you are a member of the club. It has to have your email address."
        autoComplete="off"
        {...form.field("number")}
      />
      <SubmitButton form={form} needsConnection look="secondary" className="justify-self-start">
        Save number
      </SubmitButton>
    </Form>
  )
}
