import { useQuery } from "@tanstack/react-query"
import { ownWaitingQuery } from "~/api/queries/waiting"
import type { Occurrence, ProductDetail, WaitingEntry } from "~/api/types"
import { sameInstant } from "~/lib/time/dates"
import { serverNow } from "~/lib/time/serverClock"
import { paths } from "~/paths"
import { useUser } from "~/state/session"
import { LinkButton } from "~/ui/layout/Button"
import { useNow } from "~/ui/time/useNow"
import { JoinForm } from "./JoinForm"
import { OwnOffer } from "./OwnOffer"
import { OwnPlace } from "./OwnPlace"

const CLOSES_BEFORE_MS = 60 * 60_000 // the server refuses to add anyone later

interface WaitingBoxProps {
  product: ProductDetail
  date: Occurrence
  isFull: boolean
}

/** The waiting list of a date: the user's offer or place, and the form for joining if the date is full. */
export default function WaitingBox({ product, date, isFull }: WaitingBoxProps) {
  useNow() // renders again while the page is open, because the list closes and offers end
  const user = useUser()
  const isOpen = Date.parse(date.startTime) - serverNow() > CLOSES_BEFORE_MS
  const own = useQuery({ ...ownWaitingQuery(), enabled: user !== null })
  const place = own.data?.find((entry) => isFor(entry, product, date))
  if (user === null) return isFull && isOpen ? <SignInFirst product={product} date={date} /> : null
  if (place?.offer && Date.parse(place.offer.until) > serverNow()) {
    return <OwnOffer key={place._id} entry={place} offer={place.offer} product={product} />
  }
  if (place?.status === "waiting" && isOpen) return <OwnPlace key={place._id} entry={place} />
  if (!isFull || !isOpen || own.isPending) return null
  return <JoinForm key={date.startTime} product={product} date={date} missed={place?.status === "expired"} />
}

const isFor = (entry: WaitingEntry, product: ProductDetail, date: Occurrence) =>
  entry.product === product._id && sameInstant(entry.startTime, date.startTime)

function SignInFirst({ product, date }: { product: ProductDetail; date: Occurrence }) {
  return (
    <LinkButton look="secondary" to={paths.signIn(paths.event(product._id, date.startTime))}>
      Sign in to join the waiting list
    </LinkButton>
  )
}
