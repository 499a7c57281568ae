import { SubscribeLink } from "~/shop/layout/subscribe/SubscribeLink"
import { paths } from "~/shop/paths"
import { shop } from "~/shop/state/shop"

/** Offers the calendar of all events to those who find none. */
export default function NextOneLink({ className = "" }: { className?: string }) {
  return (
    <SubscribeLink path={paths.calendar()} name={shop().name} className={className}>
      Get told about the next one
    </SubscribeLink>
  )
}
