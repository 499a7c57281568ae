import { useMutation, useQueryClient } from "@tanstack/react-query"
import { useNavigate } from "react-router-dom"
import * as v from "valibot"
import { ApiError } from "~/api/client"
import { claimSeatMutation, seatQuery } from "~/api/queries/seats"
import { paths } from "~/paths"
import { seatTickets } from "~/state/seatTickets"
import { TextField } from "~/ui/forms/Field"
import { Form, SubmitButton } from "~/ui/forms/Form"
import { useForm } from "~/ui/forms/useForm"
import { notify } from "~/ui/overlays/notify"

const schema = v.object({
  firstName: v.pipe(
    v.string(),
    v.trim(),
    v.nonEmpty("Enter your first name."),
    v.maxLength(40, "Use at most 40 characters."),
  ),
  email: v.pipe(
    v.string(),
    v.trim(),
    v.regex(/^$|^[^\s@]+@[^\s@]+\.[^\s@]+$/, "Enter an email like name@example.com."),
  ),
})

/** Takes the seat, and opens the guest's ticket. */
export function ClaimForm({ token }: { token: string }) {
  const navigate = useNavigate()
  const client = useQueryClient()
  const claim = useMutation(claimSeatMutation)
  /** Shows that the seat was taken, or that the date started, instead of the form. */
  const refreshIfTaken = (error: Error): never => {
    if (error instanceof ApiError && (error.status === 409 || error.status === 404)) {
      void client.invalidateQueries({ queryKey: seatQuery(token).queryKey })
    }
    throw error
  }
  const form = useForm({
    schema,
    defaultValues: { firstName: "", email: "" },
    onSubmit: async (guest) => {
      const { ticketUrl } = await claim.mutateAsync({ token, guest }).catch(refreshIfTaken)
      const ticket = decodeURIComponent(ticketUrl.slice(ticketUrl.lastIndexOf("/") + 1))
      seatTickets.add(ticket)
      notify.success("You're on the guest list.")
      await navigate(paths.seat(ticket), { replace: true })
    },
  })
  return (
    <Form form={form} aria-label="Book the seat">
      <TextField label="First Name" autoComplete="given-name" {...form.field("firstName")} />
      <TextField
        label="Email Address"
        optional
        hint="For your ticket, and for news if the date changes."
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        {...form.field("email")}
      />
      <SubmitButton form={form} needsConnection busyText="Booking…">
        Book the seat
      </SubmitButton>
      <p className="text-sm text-ink-2">
        The organizer sees your name on the guest list. We erase it 30 days after the date.
      </p>
    </Form>
  )
}
