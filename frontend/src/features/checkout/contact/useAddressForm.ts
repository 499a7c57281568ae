import type { CartAddress } from "~/state/cart"
import { useUser } from "~/state/session"
import { useShopForm } from "~/ui/useShopForm"
import { ContactSchema, prefilled, type Contact } from "./contact"

/** The form of an address, with what was saved before and the name from the profile already in it. */
export function useAddressForm(saved: CartAddress, onSaved: (contact: Contact) => void) {
  return useShopForm<Contact>({
    schema: ContactSchema,
    defaultValues: prefilled(saved, useUser()),
    onSubmit: onSaved,
  })
}
