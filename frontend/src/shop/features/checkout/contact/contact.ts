import type { UserInfo } from "~/common/api/types"
import type { CartAddress } from "~/shop/state/cart"

export type Contact = Required<CartAddress>

/** Returns the initial values of the form: the saved address, with the profile's name by default. */
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

/** Whether all required values are present. */
export function isComplete(saved: CartAddress): boolean {
  const { fName, address, city, state, postalCode, country } = saved
  return [fName, address, city, state, postalCode, country].every((part) => part?.trim())
}

export function contactName({ fName, lName }: CartAddress): string {
  return [fName, lName].filter(Boolean).join(" ")
}

/** Returns the address as on an envelope, without empty lines. A country alone, the form's default, is no address. */
export function addressLines({ address, addressSecondary, city, state, postalCode, country }: CartAddress): string[] {
  const region = [state, postalCode].filter(Boolean).join(" ")
  const place = [city, region].filter(Boolean).join(", ")
  const lines = [address, addressSecondary, place].filter((line): line is string => !!line)
  return lines.length > 0 && country ? [...lines, country] : lines
}
