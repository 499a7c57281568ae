import { Check } from "lucide-react"
import { useEffect, useEffectEvent, useId, useRef, useState, type ReactNode } from "react"
import { giftProblem, parseGift, roundUpOf } from "~/shop/shared/giving/gift"
import { formatMoney, fromCents, toCents } from "~/common/lib/money"
import type { Price } from "~/shop/shared/cart/price"
import { cart, type CartGift } from "~/shop/state/cart"
import { charity } from "~/shop/state/shop"
import { MoneyField } from "~/common/ui/forms/Field"
import { Button } from "~/common/ui/layout/Button"

const AMOUNTS = [5, 10, 25]

interface GiftChoiceProps {
  gift: CartGift | undefined
  /** Of the cart, with the gift. */
  price: Price
  /** Whether it is the price of the cart as it is now. */
  isCurrent: boolean
  disabled: boolean
}

/** Adds a gift to the order. Nothing is added unless the buyer chooses to. */
export default function GiftChoice({ gift, price, isCurrent, disabled }: GiftChoiceProps) {
  const heading = useId()
  const chips = useRef<HTMLDivElement>(null)
  const withoutGift = fromCents(toCents(price.totalPrice) - toCents(price.giftPrice ?? 0))
  const roundUp = roundUpOf(withoutGift)
  useRoundUp(gift, isCurrent ? roundUp : null)
  const remove = () => {
    chips.current?.querySelector<HTMLElement>("[aria-pressed=true]")?.focus() // “No gift” disappears
    cart.setExtras({ gift: undefined })
  }
  return (
    <fieldset disabled={disabled} aria-labelledby={heading} className="grid gap-2 panel p-4 shadow-1 lg:gap-3">
      {/* In one line of a phone, where the payment buttons have to be in sight. */}
      <h2 id={heading} className="text-lg max-lg:font-text max-lg:text-md max-lg:font-semibold">
        Add a gift to {charity()}?
      </h2>
      <p className="text-sm text-ink-2">It goes to {charity()}, after PayPal's fee.</p>
      <div ref={chips} className="flex flex-wrap gap-1">
        {AMOUNTS.map((amount) => (
          <Chip key={amount} choice={String(amount)} amount={amount} gift={gift}>
            ${amount}
          </Chip>
        ))}
        {withoutGift > 0 && (
          <Chip choice="round_up" amount={roundUp} gift={gift}>
            <span className="grid text-sm leading-tight">
              Round up <span className="money">+{formatMoney(roundUp)}</span>
            </span>
          </Chip>
        )}
        <Chip choice="other" amount={0} gift={gift}>
          Other
        </Chip>
      </div>
      {gift?.choice === "other" && <OtherAmount amount={gift.amount} />}
      {gift && (
        <Button look="quiet" onClick={remove} className="justify-self-start">
          No gift
        </Button>
      )}
    </fieldset>
  )
}

interface ChipProps extends CartGift {
  gift: CartGift | undefined
  children: ReactNode
}

/** Chooses a gift, or takes it back if it is the chosen one. */
function Chip({ choice, amount, gift, children }: ChipProps) {
  const isChosen = gift?.choice === choice
  return (
    <Button
      look="secondary"
      aria-pressed={isChosen}
      onClick={() => cart.setExtras({ gift: isChosen ? undefined : { choice, amount } })}
      className="relative min-w-tap px-2.5! aria-pressed:border-ink aria-pressed:bg-malt"
    >
      {children}
      {isChosen && (
        <Check aria-hidden size={18} className="absolute -top-2 -right-1.5 rounded-pill bg-ink p-0.5 text-paper" />
      )}
    </Button>
  )
}

/** Changes a gift that rounds the total up with the total. */
function useRoundUp(gift: CartGift | undefined, roundUp: number | null): void {
  const update = useEffectEvent(() => {
    if (roundUp === null || gift?.choice !== "round_up" || gift.amount === roundUp) return
    cart.setExtras({ gift: { choice: "round_up", amount: roundUp } })
  })
  useEffect(() => update(), [roundUp])
}

function OtherAmount({ amount }: { amount: number }) {
  const [text, setText] = useState(amount === 0 ? "" : amount.toFixed(2))
  const [isChecked, setIsChecked] = useState(false)
  const change = (typed: string) => {
    setText(typed)
    cart.setExtras({ gift: { choice: "other", amount: parseGift(typed) ?? 0 } })
  }
  return (
    <MoneyField
      label="Amount"
      className="max-w-[16rem]"
      value={text}
      error={isChecked && amount === 0 ? giftProblem(text) : undefined}
      onChange={({ target }) => change(target.value)}
      onBlur={() => setIsChecked(text !== "")}
    />
  )
}
