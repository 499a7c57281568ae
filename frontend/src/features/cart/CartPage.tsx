import { Page } from "~/layout/Page"
import { paths } from "~/paths"
import { useFreshCart, type FreshCart } from "~/shared/cart/useFreshCart"
import { LinkButton } from "~/ui/layout/Button"
import { EmptyState } from "~/ui/feedback/States"
import { CartLineRow } from "./CartLineRow"
import { OrderSummary, TotalBar } from "./OrderSummary"
import { UncheckedNotice } from "./UncheckedNotice"
import { useLineRemoval } from "~/shared/cart/useLineRemoval"
import { useSumsAnnounced } from "./useSumsAnnounced"
import { whyNotYet } from "~/shared/cart/lineTrouble"

export default function CartPage() {
  const fresh = useFreshCart()
  const { lines, cart } = fresh
  useSumsAnnounced(cart)
  const reason = whyNotYet(lines)
  return (
    <Page title="My Cart">
      <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_22rem] lg:items-start">
        <Lines fresh={fresh} />
        <OrderSummary cart={cart} lines={lines} reason={reason} />
      </div>
      {lines.length > 0 && <TotalBar total={cart.totalPrice} reason={reason} />}
    </Page>
  )
}

function Lines({ fresh }: { fresh: FreshCart }) {
  const { lines, unchecked, checkAgain } = fresh
  const { list, empty, remove, setSeats } = useLineRemoval()
  if (lines.length === 0) {
    const find = <LinkButton to={paths.events()}>Find an event</LinkButton>
    return (
      <EmptyState action={find}>
        <span ref={empty} tabIndex={-1} className="font-display text-xl">
          Oh no! The cart's empty...
        </span>
      </EmptyState>
    )
  }
  return (
    <div className="grid gap-4">
      {unchecked && <UncheckedNotice onRetry={checkAgain} />}
      <ul ref={list} className="grid gap-4">
        {lines.map((line) => (
          <CartLineRow
            key={line.key}
            line={line}
            onSeats={(seats) => setSeats(line, seats)}
            onRemove={() => remove(line)}
          />
        ))}
      </ul>
    </div>
  )
}
