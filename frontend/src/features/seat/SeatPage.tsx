import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { Navigate, useParams } from "react-router-dom"
import { ApiError } from "~/api/client"
import { seatQuery, type Seat } from "~/api/queries/seats"
import { NotFound } from "~/layout/NotFound"
import { Page } from "~/layout/Page"
import { paths } from "~/paths"
import { seatTickets } from "~/state/seatTickets"
import { ErrorPanel, Loading, Skeleton } from "~/ui/feedback/States"
import { ClaimForm } from "./ClaimForm"
import { GivenBack } from "./GivenBack"
import { SeatFacts } from "./SeatFacts"
import { SeatTicket } from "./SeatTicket"

/** The page of a link: a seat that a friend gives away, or the ticket of the guest who took it. */
export default function SeatPage() {
  const token = useParams().token!
  return <SeatOfLink key={token} token={token} />
}

function SeatOfLink({ token }: { token: string }) {
  const query = useQuery(seatQuery(token))
  const [givenBack, setGivenBack] = useState<Seat | null>(null)
  if (givenBack) return <GivenBack seat={givenBack} /> // the link is dead now
  if (query.error instanceof ApiError && query.error.status === 404) return <NotFound>{query.error.message}</NotFound>
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

interface SeatViewProps {
  seat: Seat
  token: string
  onGivenBack: (seat: Seat) => void
}

function SeatView({ seat, token, onGivenBack }: SeatViewProps) {
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
