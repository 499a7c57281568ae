import { type RefObject, useEffect, useMemo, useState } from "react"
import * as v from "valibot"
import type { CartAddress } from "~/shop/state/cart"
import { useUser } from "~/shop/state/session"
import { shop } from "~/shop/state/shop"
import { SelectField, TextField } from "~/common/ui/forms/Field"
import { Form, type ShopForm, SubmitButton, useForm } from "~/common/ui/forms/Form"
import { Button } from "~/common/ui/layout/Button"
import { Dialog } from "~/common/ui/overlays/Dialog"
import { DialogButtons } from "~/common/ui/overlays/DialogButtons"
import { addressLines, type Contact, prefilled } from "./contact"

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
export default function AddressDialog(props: AddressDialogProps) {
  const { open, onOpenChange, title, saved, kind, optional = false, focusAfter } = props
  const form = useAddressForm(props)
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

const required = (message: string) => v.pipe(v.string(), v.trim(), v.nonEmpty(message))
const optional = v.pipe(v.string(), v.trim())

/** `addressField` makes the schema of a field that an address needs, with the message if it is empty. */
const contactSchema = (addressField: (message: string) => v.GenericSchema<string>): v.GenericSchema<Contact> =>
  v.object({
    fName: required("Enter your first name."),
    lName: optional,
    address: addressField("Enter your street and number."),
    addressSecondary: optional,
    city: addressField("Enter your city."),
    state: addressField("Enter your state or province."),
    postalCode: addressField("Enter your ZIP or postal code."),
    country: addressField("Choose your country."),
  })

const fullSchema = contactSchema(required)
const nameSchema = contactSchema(() => optional)

/** The state of an address form, filled in with the saved address and the profile's name. */
function useAddressForm({ kind, saved, onSaved, optional: onlyName }: AddressDialogProps) {
  return useForm({
    name: `address ${kind}`,
    schema: onlyName ? nameSchema : fullSchema,
    values: prefilled(saved, useUser()),
    save: onSaved,
  })
}

const CODES =
  "AD AE AF AG AI AL AM AO AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BW BY BZ CA CC CD CF " +
  "CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG " +
  "GH GI GL GM GN GP GQ GR GT GU GW GY HK HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR " +
  "KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC " +
  "NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI " +
  "SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UY UZ VA VC VE VG VI VN " +
  "VU WF WS YE YT ZA ZM ZW"

/** Returns the countries' English names, the United States first. Includes a saved name that is not in the list. */
function countryNames(saved: string): string[] {
  const names = new Intl.DisplayNames("en-US", { type: "region" })
  const others = CODES.split(" ").map((code) => names.of(code) ?? code)
  const all = ["United States", ...others.sort((one, other) => one.localeCompare(other, "en-US"))]
  return saved === "" || all.includes(saved) ? all : [saved, ...all]
}
