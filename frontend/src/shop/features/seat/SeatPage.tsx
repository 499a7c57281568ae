import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { Navigate, useNavigate, useParams } from "react-router-dom"
import * as v from "valibot"
import { isRefusal } from "~/common/api/client"
import { claimSeatMutation, seatQuery } from "~/shop/queries/seats"
import type { Seat } from "~/common/api/types"
import NotFound from "~/shop/layout/NotFound"
import { Page } from "~/shop/layout/Page"
import { paths } from "~/shop/paths"
import { ErrorPanel, Loading, Skeleton } from "~/common/ui/feedback/States"
import { TextField } from "~/common/ui/forms/Field"
import { Form, SubmitButton, useForm } from "~/common/ui/forms/Form"
import { emailCheck, requiredText } from "~/common/ui/forms/rules"
import { focusNow } from "~/common/ui/hooks/focus"
import { LinkButton } from "~/common/ui/layout/Button"
import { notify } from "~/common/ui/overlays/notify"
import { SeatFacts, SeatTicket, seatTickets } from "./SeatTicket"

/** The page of a link: a seat that a friend gives away, or the ticket of the guest who took it. */
export default function SeatPage() {
  const token = useParams().token!
  return <SeatOfLink key={token} token={token} />
}

function SeatOfLink({ token }: { token: string }) {
  const query = useQuery(seatQuery(token))
  const [givenBack, setGivenBack] = useState<Seat | null>(null)
  if (givenBack) return <GivenBack seat={givenBack} /> // the link is dead now
  if (isRefusal(query.error, 404)) return <NotFound>{query.error.message}</NotFound>
  if (query.data) return <SeatView seat={query.data} token={token} onGivenBack={setGivenBack} />
  return (
    <Page title="Your seat" narrow>
      {query.isPending ? (
        <Loading text="Loading your seat…">
          <Skeleton className="h-60 rounded-card" />
        </Loading>
      ) : (
        <ErrorPanel what="your seat" onRetry={() => void query.refetch()} message={query.error?.message} />
      )}
    </Page>
  )
}

function SeatView({ seat, token, onGivenBack }: { seat: Seat; token: string; onGivenBack: (seat: Seat) => void }) {
  if (seat.firstName !== undefined) {
    return <SeatTicket seat={seat} guest={seat.firstName} token={token} onGivenBack={() => onGivenBack(seat)} />
  }
  const ticket = seatTickets.find(token)
  if (seat.status === "claimed" && ticket) return <Navigate to={paths.seat(ticket)} replace />
  return (
    <Page title={`A seat for ${seat.name}`} heading={headingFor(seat)} narrow>
      <div className="grid gap-5">
        <SeatFacts seat={seat} />
        {seat.status === "open" && <ClaimForm token={token} />}
        {seat.status === "claimed" && (
          <p>If it was you, open the link of your ticket. Otherwise, ask {seat.from} for another link.</p>
        )}
      </div>
    </Page>
  )
}

function headingFor({ status, from }: Seat): string {
  switch (status) {
    case "open":
      return `A seat for you from ${from}`
    case "claimed":
      return "Someone has already taken this seat."
    case "over":
      return "This link has expired: the date has started or was canceled."
  }
}

/** Replaces the ticket of a guest who gave the seat back. */
function GivenBack({ seat }: { seat: Seat }) {
  return (
    <Page title="Seat given back" heading="You gave the seat back" narrow>
      <div className="grid justify-items-start gap-5">
        <p ref={focusNow} tabIndex={-1}>
          Thank you for telling us. Your ticket for {seat.name} no longer works, and {seat.from} has the seat again.
        </p>
        <LinkButton to={paths.allDates()} look="secondary">
          See all events
        </LinkButton>
      </div>
    </Page>
  )
}

const schema = v.object({
  firstName: requiredText("Enter your first name.", 40),
  email: v.pipe(v.string(), v.trim(), emailCheck),
})

/** Takes the seat, and opens the guest's ticket. */
function ClaimForm({ token }: { token: string }) {
  const navigate = useNavigate()
  const client = useQueryClient()
  const claim = useMutation(claimSeatMutation)
  /** Shows that the seat was taken, or that the date started, instead of the form. */
  const refreshIfTaken = (error: Error): never => {
    if (isRefusal(error, 409) || isRefusal(error, 404)) {
      void client.invalidateQueries({ queryKey: seatQuery(token).queryKey })
    }
    throw error
  }
  const form = useForm({
    name: `seat ${token}`,
    schema,
    values: { firstName: "", email: "" },
    save: async (guest) => {
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
