import { Check } from "lucide-react"
import { lazy, Suspense, useRef, type Ref } from "react"
import { isAdded, type Booking } from "./useBooking"
import { paths } from "~/paths"
import { Button, LinkButton, type Look } from "~/ui/layout/Button"

const CartSum = lazy(async () => ({ default: (await import("./laterParts")).CartSum }))

interface MainActionProps {
  booking: Booking
  look?: Look
  /** Called if the seats could not be added. */
  onRefused?: (() => void) | undefined
}

/** Add to Cart, "Added" for two seconds, and then the way to the checkout in the same place, with the same focus. */
export function MainAction({ booking, ...rest }: MainActionProps) {
  const hadFocus = useRef(false)
  if (!isAdded(booking) || booking.justAdded) {
    const onUnmount = (button: HTMLButtonElement | null) => () => {
      hadFocus.current = document.activeElement === button
    }
    return <AddButton ref={onUnmount} booking={booking} {...rest} />
  }
  return (
    <LinkButton
      ref={(link) => {
        if (hadFocus.current) link?.focus()
        hadFocus.current = false
      }}
      to={paths.checkout()}
      reloadDocument
      className="grow"
    >
      <span>
        Checkout
        <Suspense>
          <CartSum />
        </Suspense>
      </span>
    </LinkButton>
  )
}

/** Stays the same button while it shows "Added", so that it keeps the focus. */
function AddButton({ booking, look, onRefused, ref }: MainActionProps & { ref: Ref<HTMLButtonElement> }) {
  const { left, checking, justAdded, add } = booking
  return (
    <Button
      ref={ref}
      look={look ?? "primary"}
      disabled={left === 0}
      busy={checking}
      onClick={() => {
        if (!add() && !justAdded) onRefused?.()
      }}
      className="min-w-34 grow"
    >
      {justAdded ? (
        <>
          <Check aria-hidden size={18} />
          Added
        </>
      ) : (
        "Add to Cart"
      )}
    </Button>
  )
}
