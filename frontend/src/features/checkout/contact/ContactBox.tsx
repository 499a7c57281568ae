import { Pencil } from "lucide-react"
import { useState, type ReactNode, type RefObject } from "react"
import { cart, useCart, type CartAddress } from "~/state/cart"
import { useUser } from "~/state/session"
import { Button } from "~/ui/layout/Button"
import { CheckboxField } from "~/ui/forms/Choice"
import { lazyDialog } from "~/ui/overlays/lazyDialog"
import { contactLines, isComplete } from "./contact"

const AddressDialog = lazyDialog(async () => ({ default: (await import("./AddressDialog")).AddressDialog }))

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

/** The contact and billing address. The box is a button that opens the form in a dialog. */
export function ContactBox({ open, onOpenChange, optional, hasBill, disabled, focusAfter }: ContactBoxProps) {
  const { shippingAddress } = useCart()
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
        className="flex min-h-tap rounded-card border border-line bg-paper p-4 text-left shadow-1 hover:bg-malt disabled:cursor-not-allowed"
      >
        <span id="contact-words" className="flex flex-1 items-start justify-between gap-4">
          <ContactLines address={shippingAddress} optional={optional} />
          {isComplete(shippingAddress) && (
            <span className="flex shrink-0 items-center gap-1 text-link">
              <Pencil aria-hidden size={20} />
              <span className="underline">Change</span>
            </span>
          )}
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
      {hasBill && <BillingAddress disabled={disabled} />}
    </section>
  )
}

function ContactLines({ address, optional }: { address: CartAddress; optional: boolean }) {
  const user = useUser()
  const named = { ...address, fName: address.fName || user?.firstName, lName: address.lName ?? user?.lastName }
  return (
    <span className="grid min-w-0">
      <AddressText address={named as CartAddress} />
      {!isComplete(address) &&
        (optional ? (
          <span className="text-ink-2">No address needed</span>
        ) : (
          <span className="text-link underline">{named.fName ? "Add your address" : "Add your name and address"}</span>
        ))}
    </span>
  )
}

function AddressText({ address }: { address: CartAddress }): ReactNode {
  return contactLines(address).map((line, index) => (
    <span key={index} className={index === 0 ? "font-semibold" : undefined}>
      {line}
    </span>
  ))
}

/** A checkbox for a billing address that differs from the contact address. */
function BillingAddress({ disabled }: { disabled: boolean }) {
  const { billingAddress } = useCart()
  const [open, setOpen] = useState(false)
  const isSaved = isComplete(billingAddress)
  const toggle = (checked: boolean) => {
    if (checked) setOpen(true)
    else cart.saveBillingAddress({})
  }
  return (
    <>
      <CheckboxField
        label="Billing address is different"
        checked={isSaved || open}
        disabled={disabled}
        onChange={(event) => toggle(event.target.checked)}
      />
      {isSaved && (
        <div className="flex items-start justify-between gap-4 rounded-md border border-hair bg-paper p-3">
          <span className="grid min-w-0">
            <AddressText address={billingAddress} />
          </span>
          <Button
            look="quiet"
            disabled={disabled}
            aria-label="Change the billing address"
            onClick={() => setOpen(true)}
          >
            Change
          </Button>
        </div>
      )}
      <AddressDialog
        open={open}
        onOpenChange={setOpen}
        title="Billing Address"
        kind="billing"
        saved={billingAddress}
        onSaved={(contact) => {
          cart.saveBillingAddress(contact)
          setOpen(false)
        }}
      />
    </>
  )
}
