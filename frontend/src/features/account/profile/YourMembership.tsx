import { useMutation, useQuery } from "@tanstack/react-query"
import * as v from "valibot"
import type { Membership } from "~/api/types"
import { linkMembershipMutation, membershipQuery } from "~/api/queries/users"
import { formatShortDay } from "~/lib/time/months"
import { hasEnded } from "~/shared/hasEnded"
import { Loaded, Skeleton } from "~/ui/feedback/States"
import { TextField } from "~/ui/forms/Field"
import { Form, SubmitButton } from "~/ui/forms/Form"
import { useForm } from "~/ui/forms/useForm"
import { notify } from "~/ui/overlays/notify"

const schema = v.object({
  number: v.pipe(v.string(), v.trim(), v.nonEmpty("Enter your membership number.")),
})

/** The club's membership, for member prices: its number, or a field to enter it once. */
export function YourMembership() {
  const query = useQuery(membershipQuery())
  return (
    <section aria-labelledby="your-membership" className="grid gap-3">
      <h2 id="your-membership">Membership</h2>
      <Loaded query={query} what="your membership" loading={<Skeleton className="h-36" />}>
        {({ membership }) => (
          <>
            {membership && <Linked {...membership} />}
            {(!membership || hasEnded(membership)) && <EnterNumber />}
          </>
        )}
      </Loaded>
    </section>
  )
}

function Linked(membership: Membership) {
  const { number, validUntil } = membership
  const name = <span className="count font-semibold">{number}</span>
  const day = formatShortDay(validUntil)
  return hasEnded(membership) ? (
    <p>
      Number {name} ended on {day}.
    </p>
  ) : (
    <p>
      Number {name}, valid until {day}. You pay the member price where there is one.
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
        hint="For members of the club. Its list of members must have your email address."
        autoComplete="off"
        {...form.field("number")}
      />
      <SubmitButton form={form} needsConnection look="secondary" className="justify-self-start">
        Save number
      </SubmitButton>
    </Form>
  )
}
