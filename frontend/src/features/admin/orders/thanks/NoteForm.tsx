import { useMutation } from "@tanstack/react-query"
import * as v from "valibot"
import { changeThankYouMutation, type ThankYou } from "~/api/queries/staff/messages"
import { TextAreaField } from "~/ui/forms/Field"
import { Form, SubmitButton } from "~/ui/forms/Form"
import { useForm } from "~/ui/forms/useForm"
import { Button } from "~/ui/layout/Button"
import { notify } from "~/ui/overlays/notify"

const schema = v.object({ note: v.pipe(v.string(), v.trim(), v.maxLength(500, "Use at most 500 characters.")) })

/** Adds a note to a thank-you email that did not go out yet, and stops it or lets it go out after all. */
export function NoteForm({ email: { product, startTime, note, stoppedAt } }: { email: ThankYou }) {
  const change = useMutation(changeThankYouMutation)
  const save = (values: { note: string; isStopped: boolean }) =>
    change.mutateAsync({ product, bookingDate: startTime, ...values })
  const isStopped = stoppedAt !== null
  const form = useForm({
    schema,
    defaultValues: { note },
    onSubmit: async (values) => {
      await save({ ...values, isStopped })
      notify.success("The note is saved.")
    },
  })
  /** Keeps what was typed. */
  const toggle = async () => {
    if (!(await form.hook.trigger("note"))) return
    await save({ note: form.hook.getValues("note").trim(), isStopped: !isStopped })
    notify.success(isStopped ? "The email goes out." : "The email is stopped.")
  }
  return (
    <Form form={form}>
      <TextAreaField
        label="Your note"
        optional
        hint="Up to 500 characters. Guests read it below the figures."
        rows={3}
        {...form.field("note")}
      />
      <div className="flex flex-wrap gap-3">
        <SubmitButton form={form} look="secondary" needsConnection>
          Save note
        </SubmitButton>
        <Button look="quiet" busy={change.isPending} onClick={() => void toggle().catch(failed)}>
          {isStopped ? "Let it go out" : "Stop this email"}
        </Button>
      </div>
    </Form>
  )
}

const failed = (error: Error) => notify.error(error.message)
