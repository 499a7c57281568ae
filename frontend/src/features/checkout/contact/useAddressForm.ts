import * as v from "valibot"
import type { CartAddress } from "~/state/cart"
import { useUser } from "~/state/session"
import { useForm } from "~/ui/forms/useForm"
import { prefilled, type Contact } from "./contact"

const required = (message: string) => v.pipe(v.string(), v.trim(), v.nonEmpty(message))
const optional = v.pipe(v.string(), v.trim())

const ContactSchema: v.GenericSchema<Contact> = v.object({
  fName: required("Enter your first name."),
  lName: optional,
  address: required("Enter your street and number."),
  addressSecondary: optional,
  city: required("Enter your city."),
  state: required("Enter your state or province."),
  postalCode: required("Enter your ZIP or postal code."),
  country: required("Choose your country."),
})

const NameSchema: v.GenericSchema<Contact> = v.object({
  fName: required("Enter your first name."),
  lName: optional,
  address: optional,
  addressSecondary: optional,
  city: optional,
  state: optional,
  postalCode: optional,
  country: optional,
})

/** The state of an address form, filled in with the saved address and the profile's name. */
export function useAddressForm(saved: CartAddress, onSaved: (contact: Contact) => void, onlyName: boolean) {
  return useForm<Contact>({
    schema: onlyName ? NameSchema : ContactSchema,
    defaultValues: prefilled(saved, useUser()),
    onSubmit: onSaved,
  })
}
