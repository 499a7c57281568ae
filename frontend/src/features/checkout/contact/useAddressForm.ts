import * as v from "valibot"
import type { CartAddress } from "~/state/cart"
import { useUser } from "~/state/session"
import { useForm } from "~/ui/forms/useForm"
import { prefilled, type Contact } from "./contact"

const needed = (message: string) => v.pipe(v.string(), v.trim(), v.nonEmpty(message))
const optional = v.pipe(v.string(), v.trim())

const ContactSchema: v.GenericSchema<Contact> = v.object({
  fName: needed("Enter your first name."),
  lName: optional,
  address: needed("Enter your street and number."),
  addressSecondary: optional,
  city: needed("Enter your city."),
  state: needed("Enter your state or province."),
  postalCode: needed("Enter your ZIP or postal code."),
  country: needed("Choose your country."),
})

const NameSchema: v.GenericSchema<Contact> = v.object({
  fName: needed("Enter your first name."),
  lName: optional,
  address: optional,
  addressSecondary: optional,
  city: optional,
  state: optional,
  postalCode: optional,
  country: optional,
})

/** The form of an address, filled with what was saved before and the name from the profile. */
export function useAddressForm(saved: CartAddress, onSaved: (contact: Contact) => void, onlyName: boolean) {
  return useForm<Contact>({
    schema: onlyName ? NameSchema : ContactSchema,
    defaultValues: prefilled(saved, useUser()),
    onSubmit: onSaved,
  })
}
