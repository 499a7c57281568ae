import { z } from "zod/mini"
import type { UserInfo } from "~/api/types"
import type { CartAddress } from "~/state/cart"

const needed = (message: string) => z.string().check(z.trim(), z.minLength(1, message))
const optional = z.string().check(z.trim())

export const ContactSchema = z.object({
  fName: needed("Enter your first name."),
  lName: optional,
  address: needed("Enter your street and number."),
  addressSecondary: optional,
  city: needed("Enter your city."),
  state: needed("Enter your state or province."),
  postalCode: needed("Enter your ZIP or postal code."),
  country: needed("Choose your country."),
})

export type Contact = z.infer<typeof ContactSchema>

/** What the form opens with: what was saved before, and the name from the profile. */
export function prefilled(saved: CartAddress, user: Pick<UserInfo, "firstName" | "lastName"> | null): Contact {
  return {
    fName: saved.fName || user?.firstName || "",
    lName: saved.lName ?? user?.lastName ?? "",
    address: saved.address ?? "",
    addressSecondary: saved.addressSecondary ?? "",
    city: saved.city ?? "",
    state: saved.state ?? "",
    postalCode: saved.postalCode ?? "",
    country: saved.country || "United States",
  }
}

/** Whether everything that is asked for is there. */
export function isComplete(saved: CartAddress): boolean {
  const { fName, address, city, state, postalCode, country } = saved
  return [fName, address, city, state, postalCode, country].every((part) => part?.trim())
}

/** As on an envelope, without empty lines. */
export function contactLines(saved: CartAddress): string[] {
  const name = [saved.fName, saved.lName].filter(Boolean).join(" ")
  const region = [saved.state, saved.postalCode].filter(Boolean).join(" ")
  const place = [saved.city, region].filter(Boolean).join(", ")
  return [name, saved.address, saved.addressSecondary, place, saved.country].filter((line): line is string => !!line)
}
