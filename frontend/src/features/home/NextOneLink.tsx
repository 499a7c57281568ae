import { SubscribeLink } from "~/layout/subscribe/SubscribeLink"
import { paths } from "~/paths"
import { shop } from "~/state/shop"

/** Offers the calendar of all events to those who find none. */
export default function NextOneLink({ className = "" }: { className?: string }) {
  return (
    <SubscribeLink path={paths.calendar()} name={shop().name} className={className}>
      Get told about the next one
    </SubscribeLink>
  )
}
