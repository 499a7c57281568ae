import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { SeatsSum } from "~/shop/features/event/booking/price"
import type { LateLink } from "./lateLink"
import { paths } from "~/shop/paths"
import { lateOfferQuery } from "~/shop/queries/late"
import { useUser } from "~/shop/state/session"
import { formatPrice } from "~/common/lib/money"
import { SelectField } from "~/common/ui/forms/Field"
import { LinkButton } from "~/common/ui/layout/Button"
import { shop } from "~/shop/state/shop"

const MOST_AT_ONCE = 20

/** In place of the booking box, for who opened the link that a till shows: the date is on sale until it ends. */
export default function AtTheDoor({ product, token, left }: Exclude<LateLink, "ended" | null>) {
  const [seats, setSeats] = useState(1)
  const { data } = useQuery(lateOfferQuery(token, seats, useUser()?._id))
  const isPriced = data !== undefined
  return (
    <section aria-labelledby="at-the-door" className="grid gap-4 panel p-4 shadow-1 lg:p-6">
      <h2 id="at-the-door">At the door now</h2>
      {left === 0 ? (
        <p>No seats are left.</p>
      ) : (
        <>
          <SelectField
            label="Seats"
            value={seats}
            className="grid-cols-[1fr_6rem] items-center max-[16rem]:grid-cols-1"
            onChange={(event) => setSeats(Number(event.target.value))}
          >
            {Array.from({ length: Math.min(left, MOST_AT_ONCE) }, (_, index) => (
              <option key={index + 1} value={index + 1}>
                {index + 1}
              </option>
            ))}
          </SelectField>
          <SeatsSum seats={seats} price={data} />
          <LinkButton reloadDocument to={paths.payAtDoor(token, seats, product)}>
            {isPriced && data.totalPrice > 0 ? `Pay ${formatPrice(data.totalPrice)}` : "Continue"}
          </LinkButton>
          <p className="text-sm text-ink-2">
            With PayPal, Venmo or a card. Your ticket then appears on your phone: show it at the door. While you pay,
            your seats are held for {Math.min(shop().holdMinutes, 5)} minutes.
          </p>
        </>
      )}
    </section>
  )
}
