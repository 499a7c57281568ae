import { lazy, Suspense, useId, useState, type Ref } from "react"
import { Page } from "~/layout/Page"
import { paths } from "~/paths"
import { useFreshCart, type FreshCart } from "~/shared/cart/useFreshCart"
import { Button, LinkButton } from "~/ui/layout/Button"
import { EmptyState } from "~/ui/feedback/States"
import { CartLineRow } from "./CartLineRow"
import { OrderSummary, TotalBar, type QuotedPrice } from "./OrderSummary"
import { useLineRemoval } from "~/shared/cart/useLineRemoval"
import { blockedReason } from "~/shared/cart/lineTrouble"

const UncheckedNotice = lazy(() => import("./UncheckedNotice"))

export default function CartPage() {
  const fresh = useFreshCart()
  const { lines, cart } = fresh
  const removal = useLineRemoval()
  const [quoted, setQuoted] = useState<QuotedPrice | null>(null)
  const reason = blockedReason(lines)
  return (
    <Page title="My Cart">
      {lines.length === 0 ? (
        <EmptyCart textRef={removal.empty} />
      ) : (
        <>
          <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_22rem] lg:items-start">
            <Lines fresh={fresh} removal={removal} />
            <OrderSummary {...{ cart, lines, quoted, reason }} onQuoted={setQuoted} />
          </div>
          <TotalBar total={(quoted?.totals ?? cart).totalPrice} reason={reason} />
        </>
      )}
    </Page>
  )
}

function EmptyCart({ textRef }: { textRef: Ref<HTMLSpanElement> }) {
  const id = useId()
  return (
    <EmptyState
      action={
        <div className="flex flex-wrap justify-center gap-3">
          <LinkButton to={paths.events()}>Find an event</LinkButton>
          <Button look="secondary" disabled aria-describedby={id}>
            Proceed to Checkout
          </Button>
        </div>
      }
    >
      <span ref={textRef} id={id} tabIndex={-1} className="font-display text-xl">
        Oh no! The cart's empty...
      </span>
    </EmptyState>
  )
}

interface LinesProps {
  fresh: FreshCart
  removal: ReturnType<typeof useLineRemoval>
}

function Lines({ fresh, removal }: LinesProps) {
  const { lines, unchecked, checkAgain } = fresh
  const { list, remove, setSeats } = removal
  return (
    <div className="grid gap-4">
      <Suspense>{unchecked && <UncheckedNotice onRetry={checkAgain} />}</Suspense>
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
