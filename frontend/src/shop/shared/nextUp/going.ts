import { useQuery } from "@tanstack/react-query"
import { nextUpQuery } from "~/shop/queries/orders"
import { counted } from "~/common/lib/text"
import { sameInstant } from "~/common/lib/time/dates"
import { paths } from "~/shop/paths"
import { useUser } from "~/shop/state/session"

export interface Going {
  /** "You're going: 4 seats · Show ticket" */
  text: string
  /** The ticket, with its code on the full screen. */
  to: string
}

/** The user's seats on a date, in all orders; null without any. Pages that begin with it wait for it (see loadNextUp). */
export function useGoing(product: string, startTime: string): Going | null {
  const user = useUser()
  const { data } = useQuery({ ...nextUpQuery(), enabled: user !== null })
  const tickets = user && data ? data.going : []
  const own = tickets.filter((each) => each.product === product && sameInstant(each.startTime, startTime))
  const [first] = own
  if (!first) return null
  const seats = own.reduce((sum, each) => sum + each.seats, 0)
  return { text: `You're going: ${counted(seats, "seat")} · Show ticket`, to: paths.order(first.order, first.booking) }
}
