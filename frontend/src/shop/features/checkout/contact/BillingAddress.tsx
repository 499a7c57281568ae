import { useState } from "react"
import { cart, useCart } from "~/shop/state/cart"
import { CheckboxField } from "~/common/ui/forms/Field"
import { Button } from "~/common/ui/layout/Button"
import { addressLines, contactName, isComplete } from "./contact"
import AddressDialog from "./AddressDialog"

/** A checkbox for a billing address that differs from the contact address. */
export default function BillingAddress({ disabled }: { disabled: boolean }) {
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
            <span className="font-semibold">{contactName(billingAddress)}</span>
            {addressLines(billingAddress).map((line, index) => (
              <span key={index}>{line}</span>
            ))}
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
