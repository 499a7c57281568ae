import { Trash2 } from "lucide-react"
import { type Ref, useId, useState } from "react"
import { Link } from "~/common/ui/layout/Link"
import { Page } from "~/shop/layout/Page"
import { formatPrice } from "~/common/lib/money"
import { paths } from "~/shop/paths"
import { blockedReason, type CartLine, type FreshCart, LineNotices, useFreshCart } from "~/shop/shared/cart/freshCart"
import { lineName, useLineRemoval } from "~/shop/shared/cart/useLineRemoval"
import { Notice } from "~/common/ui/feedback/Notice"
import { EmptyState } from "~/common/ui/feedback/States"
import { SeatSelect } from "~/common/ui/forms/SeatSelect"
import { Button, LinkButton } from "~/common/ui/layout/Button"
import { Picture } from "~/common/ui/pictures/Picture"
import { OnDay, When } from "~/common/ui/time/When"
import { OrderSummary, TotalBar } from "./OrderSummary"
import type { QuotedPrice } from "./price/CodeBox"

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

function Lines({ fresh, removal }: { fresh: FreshCart; removal: ReturnType<typeof useLineRemoval> }) {
  const { lines, unchecked, checkAgain } = fresh
  const { list, remove, setSeats } = removal
  return (
    <div className="grid gap-4">
      {unchecked && (
        <Notice look="warning" role="status" onRetry={checkAgain}>
          We couldn't check prices and seats just now.
        </Notice>
      )}
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

interface CartLineProps {
  line: CartLine
  onSeats: (seats: number) => void
  onRemove: () => void
}

function CartLineRow({ line, onSeats, onRemove }: CartLineProps) {
  const troubleId = useId()
  const isBlocked = line.trouble !== null
  return (
    <li className="grid gap-3 panel p-4 shadow-1">
      <div className="flex gap-4">
        <div className="w-18 shrink-0 sm:w-32">
          <Picture image={line.image} sizes="8rem" className="rounded-art" />
        </div>
        <div className="min-w-0 flex-1">
          <h2 data-line-name tabIndex={-1} className="font-text text-md font-bold">
            <Link to={paths.event(line.itemId, line.bookingDate ?? undefined)} className="text-ink hover:underline">
              {line.name}
            </Link>
            {line.bookingDate && <OnDay at={line.bookingDate} />}
          </h2>
          {/* On phones, there is a second line once the end has loaded. */}
          {line.bookingDate && (
            <When start={line.bookingDate} end={line.endTime} className="text-ink-2 max-sm:min-h-[2lh]" />
          )}
        </div>
      </div>
      <LineNotices line={line} troubleId={troubleId} />
      <div className="flex flex-wrap items-center justify-between gap-x-2 gap-y-2 sm:gap-x-4">
        {line.bookingDate ? (
          <SeatSelect
            label={lineName(line)}
            seats={line.seats}
            most={line.left ?? line.seats}
            invalid={isBlocked}
            describedBy={isBlocked ? troubleId : undefined}
            onChange={onSeats}
          />
        ) : (
          <Link to={paths.event(line.itemId)} className="inline-flex min-h-tap items-center">
            Choose a date
          </Link>
        )}
        <Button look="quiet" aria-label={`Remove ${lineName(line)}`} onClick={onRemove}>
          <Trash2 aria-hidden size={18} className="hidden sm:block" /> {/* phones have no room for it */}
          Remove
        </Button>
        <p className="ml-auto">
          <span className="sr-only">Subtotal </span>
          <span className="money text-lg font-bold">{formatPrice(line.subtotal)}</span>
        </p>
      </div>
    </li>
  )
}
