import type { RefObject } from "react"
import { latePart } from "~/common/ui/layout/latePart"
import { cart, useCart, type CartAddress } from "~/shop/state/cart"
import { useUser } from "~/shop/state/session"
import { addressLines, contactName, isComplete, prefilled } from "./contact"

const AddressDialog = latePart(() => import("./AddressDialog"))
const BillingAddress = latePart(() => import("./BillingAddress"), {
  waiting: () => <div className={isComplete(cart.get().billingAddress) ? "min-h-46" : "min-h-tap"} />,
})

interface ContactBoxProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Nothing is shipped, so the address is optional. */
  optional: boolean
  /** Something is charged, so there can be a billing address. */
  hasBill: boolean
  /** Disabled during a payment. */
  disabled: boolean
  /** Gets the focus afterward if the button that opened the dialog no longer exists. */
  focusAfter: RefObject<HTMLElement | null>
}

/** Who the order is for. The box is a button that opens the form in a dialog. */
export function ContactBox({ open, onOpenChange, optional, hasBill, disabled, focusAfter }: ContactBoxProps) {
  const { shippingAddress, billingAddress } = useCart()
  const hasAddress = isComplete(shippingAddress) || isComplete(billingAddress)
  return (
    <section aria-labelledby="contact" className="grid gap-2">
      <h2 id="contact">
        <label htmlFor="contact-box">Contact Information</label> {/* opens the form too */}
      </h2>
      <button
        type="button"
        id="contact-box"
        disabled={disabled}
        aria-haspopup="dialog"
        aria-labelledby="contact contact-words"
        onClick={() => onOpenChange(true)}
        className="min-h-tap rounded-card border border-line bg-paper px-4 py-2 text-left hover:bg-malt disabled:cursor-not-allowed"
      >
        <span id="contact-words" className="flex items-center justify-between gap-4">
          <ContactText address={shippingAddress} optional={optional} />
          <span className="shrink-0 text-link underline">Change</span>
        </span>
      </button>
      <AddressDialog
        open={open}
        onOpenChange={onOpenChange}
        title="Contact Information"
        kind="shipping"
        optional={optional}
        focusAfter={focusAfter}
        saved={shippingAddress}
        onSaved={(contact) => {
          cart.saveShippingAddress(contact)
          onOpenChange(false)
        }}
      />
      {hasBill && hasAddress && <BillingAddress disabled={disabled} />}
    </section>
  )
}

/** "Ana Diaz · ana@example.com", and the address below it, if there is one. */
function ContactText({ address, optional }: { address: CartAddress; optional: boolean }) {
  const user = useUser()
  const name = contactName(prefilled(address, user))
  const lines = addressLines(address)
  return (
    <span className="grid min-w-0">
      <span className="truncate">
        <span className="font-semibold">{name}</span>
        {` · ${user?.email}`}
        {optional && lines.length === 0 && <span className="text-ink-2 max-lg:hidden"> · No address needed</span>}
      </span>
      <span className="text-sm text-ink-2">{lines.join(", ")}</span>
      {!optional && !isComplete(address) && (
        <span className="text-link">{name ? "Add your address" : "Add your name and address"}</span>
      )}
    </span>
  )
}
