import { useEffect, useMemo, useState, type RefObject } from "react"
import type { CartAddress } from "~/state/cart"
import { shop } from "~/state/shop"
import { Button } from "~/ui/layout/Button"
import { DialogButtons } from "~/ui/overlays/DialogButtons"
import { Dialog } from "~/ui/overlays/Dialog"
import { SelectField, TextField } from "~/ui/forms/Field"
import { Form, SubmitButton } from "~/ui/forms/Form"
import type { ShopForm } from "~/ui/forms/useForm"
import { addressLines, type Contact } from "./contact"
import { countryNames } from "./countries"
import { useAddressForm } from "./useAddressForm"

interface AddressDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  /** The initial values. */
  saved: CartAddress
  onSaved: (contact: Contact) => void
  /** Only the name is required, and the fields of an address appear when they are asked for. */
  optional?: boolean
  /** "shipping" or "billing", for the browser's autofill. */
  kind: "shipping" | "billing"
  /** Gets the focus after saving if the button that opened the dialog no longer exists. */
  focusAfter?: RefObject<HTMLElement | null>
}

/** Stays mounted after it was opened, so that closing it keeps the input. */
export function AddressDialog(props: AddressDialogProps) {
  const { open, onOpenChange, title, saved, onSaved, kind, optional = false, focusAfter } = props
  const form = useAddressForm(saved, onSaved, optional)
  const [added, setAdded] = useState(false)
  const { setFocus } = form.hook
  useEffect(() => {
    if (added) setFocus("address") // in the place of the button that had the focus
  }, [added, setFocus])
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={title} wide {...(focusAfter && { focusAfter })}>
      <Form form={form} autoComplete="on">
        {kind === "shipping" && (
          <p className="text-ink-2">For your receipt.{shop().shippingFlat === 0 && " We don't mail anything."}</p>
        )}
        <div className={columns}>
          <TextField label="First Name" autoComplete={`${kind} given-name`} {...form.field("fName")} />
          <TextField label="Last Name" optional autoComplete={`${kind} family-name`} {...form.field("lName")} />
        </div>
        {added || !optional || addressLines(saved).length > 0 ? (
          <AddressFields form={form} kind={kind} optional={optional} />
        ) : (
          <Button look="quiet" className="justify-self-start" onClick={() => setAdded(true)}>
            Add an address for your receipt
          </Button>
        )}
        <DialogButtons>
          <Button look="secondary" onClick={() => onOpenChange(false)}>
            Cancel
          </Button>
          <SubmitButton form={form}>Submit</SubmitButton>
        </DialogButtons>
      </Form>
    </Dialog>
  )
}

const columns = "grid gap-5 sm:grid-cols-2"

interface FieldsProps {
  form: ShopForm<Contact>
  kind: AddressDialogProps["kind"]
  optional: boolean
}

function AddressFields({ form, kind, optional }: FieldsProps) {
  const auto = (field: string) => `${kind} ${field}`
  const countries = useMemo(() => countryNames(form.hook.getValues("country")), [form.hook])
  return (
    <>
      <TextField label="Address" optional={optional} autoComplete={auto("address-line1")} {...form.field("address")} />
      <TextField label="Address 2" optional autoComplete={auto("address-line2")} {...form.field("addressSecondary")} />
      <div className={columns}>
        <TextField label="City" optional={optional} autoComplete={auto("address-level2")} {...form.field("city")} />
        <TextField
          label="State/Province"
          optional={optional}
          autoComplete={auto("address-level1")}
          {...form.field("state")}
        />
        <TextField
          label="Zip/Postal"
          optional={optional}
          autoComplete={auto("postal-code")}
          {...form.field("postalCode")}
        />
        <SelectField label="Country" autoComplete={auto("country")} {...form.field("country")}>
          {countries.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </SelectField>
      </div>
    </>
  )
}
