import { useEffect, useEffectEvent, useId, useState } from "react"
import { parseGift, roundUpOf, TOO_MUCH } from "~/shared/giving/gift"
import { formatMoney, fromCents, toCents } from "~/lib/money"
import type { Price } from "~/shared/cart/useCartPrice"
import { cart, type CartGift } from "~/state/cart"
import { charity } from "~/state/shop"
import { RadioChoice } from "~/ui/forms/Choice"
import { TextField } from "~/ui/forms/Field"

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
  const name = useId()
  const withoutGift = fromCents(toCents(price.totalPrice) - toCents(price.giftPrice ?? 0))
  const roundUp = roundUpOf(withoutGift)
  useRoundUp(gift, isCurrent ? roundUp : null)
  return (
    <div className="rounded-card border border-hair bg-paper p-4 shadow-1">
      <fieldset disabled={disabled} className="grid gap-1">
        <legend>
          <h2 className="text-xl">Add a gift to {charity()}?</h2>
        </legend>
        <div className="grid sm:grid-cols-2 sm:gap-x-6">
          {choicesOf(withoutGift, roundUp).map(([value, label, chosen]) => (
            <RadioChoice
              key={value}
              name={name}
              value={value}
              label={label}
              checked={(gift?.choice ?? "none") === value}
              onChange={() => cart.setExtras({ gift: chosen })}
            />
          ))}
        </div>
        {gift?.choice === "other" && <OtherAmount amount={gift.amount} />}
      </fieldset>
    </div>
  )
}

type Choice = readonly [value: string, label: string, chosen: CartGift | undefined]

function choicesOf(withoutGift: number, roundUp: number): Choice[] {
  const roundingUp: Choice = [
    "round_up",
    `Round up (+${formatMoney(roundUp)})`,
    { choice: "round_up", amount: roundUp },
  ]
  return [
    ["none", "No gift", undefined],
    ...(withoutGift > 0 ? [roundingUp] : []),
    ["five", "$5", { choice: "five", amount: 5 }],
    ["other", "Other amount", { choice: "other", amount: 0 }],
  ]
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
    <TextField
      label="Amount"
      prefix="$"
      inputMode="decimal"
      autoComplete="off"
      className="mt-1 max-w-[16rem]"
      value={text}
      error={isChecked && amount === 0 ? TOO_MUCH : undefined}
      onChange={({ target }) => change(target.value)}
      onBlur={() => setIsChecked(text !== "")}
    />
  )
}
