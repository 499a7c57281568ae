import { useMutation } from "@tanstack/react-query"
import { send } from "~/common/api/requests"
import { type ReactNode, type SubmitEvent, useEffect, useRef, useState } from "react"
import { type QuoteRequest, quote } from "~/shop/queries/checkout"
import { messageOf } from "~/common/lib/text"
import {
  type CartPrice,
  DiscountRows,
  GiftRow,
  type Price,
  quoteRequest,
  subtotalOf,
  useCartPrice,
  useNeedsQuote,
} from "~/shop/shared/cart/price"
import type { Totals } from "~/common/lib/pricing"
import type { CartLine } from "~/shop/shared/cart/freshCart"
import { cart, type Cart } from "~/shop/state/cart"
import { announce } from "~/common/ui/feedback/announce"
import { ErrorText } from "~/common/ui/feedback/Notice"
import { TextField } from "~/common/ui/forms/Field"
import { Button } from "~/common/ui/layout/Button"
import { Disclosure } from "~/common/ui/layout/Disclosure"

/** Refused if the code doesn't exist or isn't for this order. */
const tryCodeMutation = send((order: QuoteRequest) => quote(order))

/** What the server asks for the cart, with rows that plain carts don't have. */
export interface QuotedPrice {
  totals: Totals
  subtotal: number
  discounts: ReactNode
  gift: ReactNode
}

interface CodeBoxProps {
  now: Cart
  lines: readonly CartLine[]
  onQuoted: (quoted: QuotedPrice | null) => void
}

/** Below the cart's sums: one field for a code, or the code that was entered. Gets the price from the server. */
export default function CodeBox({ now, lines, onQuoted }: CodeBoxProps) {
  const priced = useCartPrice(now, lines)
  useReport(useNeedsQuote(now, lines) ? priced.price : null, onQuoted)
  const opener = useRef<HTMLButtonElement>(null)
  const [isEntered, setIsEntered] = useState(false)
  const remove = () => {
    cart.setExtras({ voucher: undefined })
    announce("The discount code is removed.")
    requestAnimationFrame(() => opener.current?.focus())
  }
  if (now.voucher) return <AppliedCode priced={priced} code={now.voucher} takesFocus={isEntered} onRemove={remove} />
  return (
    <Disclosure text="Have a discount code?" button={opener}>
      <CodeForm now={now} onApplied={() => setIsEntered(true)} />
    </Disclosure>
  )
}

/** Gives the price to the summary; null if the cart's own prices apply. */
function useReport(price: Price | null, onQuoted: CodeBoxProps["onQuoted"]): void {
  useEffect(() => {
    const rows = price && { discounts: <DiscountRows price={price} />, gift: <GiftRow price={price} /> }
    onQuoted(rows && { totals: price, subtotal: subtotalOf(price), ...rows })
  }, [price, onQuoted])
}

function CodeForm({ now, onApplied }: { now: Cart; onApplied: () => void }) {
  const [code, setCode] = useState("")
  const [problem, setProblem] = useState("")
  const field = useRef<HTMLInputElement>(null)
  const attempt = useMutation(tryCodeMutation)
  useEffect(() => field.current?.focus(), [])
  const complain = (text: string) => {
    setProblem(text)
    field.current?.focus()
    announce(text) // screen readers don't read it where the focus already is
  }
  const apply = async (event: SubmitEvent) => {
    event.preventDefault()
    if (attempt.isPending) return
    const voucher = code.trim().toUpperCase()
    if (!voucher) return complain("Enter your discount code.")
    setProblem("")
    try {
      await attempt.mutateAsync({ ...quoteRequest(now), voucher })
      onApplied()
      cart.setExtras({ voucher })
      announce(`Discount code ${voucher} is applied.`)
    } catch (error) {
      complain(messageOf(error))
    }
  }
  return (
    <form noValidate onSubmit={(event) => void apply(event)} className="flex flex-wrap items-end gap-3">
      <TextField
        ref={field}
        label="Discount code"
        className="min-w-0 flex-1 basis-40"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={32}
        value={code}
        error={problem || undefined}
        onChange={({ target }) => setCode(target.value)}
      />
      <Button type="submit" look="secondary" busy={attempt.isPending} busyText="Checking…">
        Apply
      </Button>
    </form>
  )
}

interface AppliedCodeProps {
  priced: CartPrice
  code: string
  /** The code was entered just now: the form that had the focus is gone. */
  takesFocus: boolean
  onRemove: () => void
}

/** Removes the code. The sums above name it, if it takes something off. */
function AppliedCode({ priced: { price, isCurrent, error }, code, takesFocus, onRemove }: AppliedCodeProps) {
  const isNamed = price.discounts?.some(({ kind }) => kind === "voucher") ?? false
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (takesFocus && document.activeElement === document.body) box.current?.focus()
  }, [takesFocus])
  return (
    <div
      ref={box}
      tabIndex={-1}
      role="group"
      aria-label="Your discount code"
      className="-mx-2 grid gap-1 rounded-md px-2"
    >
      <Button
        look="quiet"
        className="justify-self-start text-left!"
        aria-label={`Remove the discount code ${code}`}
        onClick={onRemove}
      >
        Remove the discount code{!isNamed && ` ${code}`}
      </Button>
      {error && <ErrorText>{messageOf(error)}</ErrorText>}
      {isCurrent && !isNamed && <p className="text-sm text-ink-2">It takes nothing off these seats.</p>}
    </div>
  )
}
