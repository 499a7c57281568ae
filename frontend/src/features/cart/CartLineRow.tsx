import { Trash2 } from "lucide-react"
import { useId } from "react"
import { Link } from "react-router-dom"
import { formatMoney } from "~/lib/money"
import { paths } from "~/paths"
import type { CartLine } from "~/shared/cart/useFreshCart"
import { shop } from "~/state/shop"
import { Button } from "~/ui/layout/Button"
import { ErrorText } from "~/ui/feedback/Notice"
import { Notice } from "~/ui/feedback/Notice"
import { Picture } from "~/ui/pictures/Picture"
import { SeatSelect } from "~/ui/forms/SeatSelect"
import { When } from "~/ui/time/When"
import { troubleText } from "~/shared/cart/lineTrouble"
import { lineName } from "~/shared/cart/useLineRemoval"
import { OnDay } from "~/ui/time/OnDay"

interface CartLineProps {
  line: CartLine
  onSeats: (seats: number) => void
  onRemove: () => void
}

export function CartLineRow({ line, onSeats, onRemove }: CartLineProps) {
  const troubleId = useId()
  const trouble = troubleText(line)
  return (
    <li className="grid gap-3 rounded-card border border-hair bg-paper p-4 shadow-1">
      <div className="flex gap-4">
        <div className="w-18 shrink-0 sm:w-32">
          <Picture image={line.image} sizes="8rem" className="rounded-art" />
        </div>
        <div className="min-w-0 flex-1">
          <h2 data-line-name tabIndex={-1} className="font-text text-md font-bold">
            <Link to={paths.event(line.itemId, line.bookingDate ?? undefined)} className="text-ink hover:underline">
              {line.name}
            </Link>
            {line.bookingDate && <OnDay at={line.bookingDate} timeZone={shop().timeZone} />}
          </h2>
          {/* On phones, there is a second line once the end has loaded. */}
          {line.bookingDate && (
            <When
              start={line.bookingDate}
              end={line.endTime}
              timeZone={shop().timeZone}
              className="text-ink-2 max-sm:min-h-[2lh]"
            />
          )}
        </div>
      </div>
      {line.priceChange && <PriceNotice {...line.priceChange} />}
      {trouble && <ErrorText id={troubleId}>{trouble}</ErrorText>}
      <div className="flex flex-wrap items-center justify-between gap-x-2 gap-y-2 sm:gap-x-4">
        {line.bookingDate ? (
          <SeatSelect
            label={lineName(line)}
            seats={line.seats}
            most={line.left ?? line.seats}
            invalid={trouble !== null}
            describedBy={trouble ? troubleId : undefined}
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
          <span className="money text-lg font-bold">{formatMoney(line.subtotal)}</span>
        </p>
      </div>
    </li>
  )
}

function PriceNotice({ was, now }: { was: number; now: number }) {
  return (
    <Notice look="warning" role="status">
      The price is now {formatMoney(now)} (was {formatMoney(was)}).
    </Notice>
  )
}
