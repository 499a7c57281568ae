import type { UserInfo } from "~/api/types"
import type { CartAddress } from "~/state/cart"

export interface Contact {
  fName: string
  lName: string
  address: string
  addressSecondary: string
  city: string
  state: string
  postalCode: string
  country: string
}

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

/** Returns the address as on an envelope, without empty lines. */
export function contactLines(saved: CartAddress): string[] {
  const name = [saved.fName, saved.lName].filter(Boolean).join(" ")
  const region = [saved.state, saved.postalCode].filter(Boolean).join(" ")
  const place = [saved.city, region].filter(Boolean).join(", ")
  return [name, saved.address, saved.addressSecondary, place, saved.country].filter((line): line is string => !!line)
}
