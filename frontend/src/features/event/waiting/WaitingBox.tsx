import type { Occurrence, ProductDetail } from "~/api/types"
import { paths } from "~/paths"
import { LinkButton } from "~/ui/layout/Button"
import { JoinForm } from "./JoinForm"
import { OtherOffers } from "./OtherOffers"
import { OwnOffer } from "./OwnOffer"
import { OwnPlace } from "./OwnPlace"
import type { WaitingState } from "./useWaiting"

interface WaitingBoxProps {
  product: ProductDetail
  date: Occurrence
  state: WaitingState
  /** Moves the focus before a link to another date, which has it, disappears. */
  onLeave: () => void
}

/** The waiting list of a date: the user's offer or place, or the way onto the list. */
export default function WaitingBox({ product, date, state, onLeave }: WaitingBoxProps) {
  switch (state.kind) {
    case "offer":
      return <OwnOffer key={state.entry._id} entry={state.entry} offer={state.entry.offer} product={product} />
    case "place":
      return <OwnPlace key={state.entry._id} entry={state.entry} />
    case "join":
      return <JoinForm key={date.startTime} product={product} date={date} missed={state.missed} />
    case "sign in":
      return (
        <LinkButton to={paths.signIn(paths.event(product._id, date.startTime))}>
          Sign in to join the waiting list
        </LinkButton>
      )
    case "elsewhere":
      return <OtherOffers product={product} offers={state.offers} onLeave={onLeave} />
    case "loading":
      return null
  }
}
