import type { PricingRules } from "~/lib/pricing"

interface Passage {
  title: string
  text: string
}

export interface ShopSettings extends PricingRules {
  name: string
  tagline: string
  description: string
  welcome: string
  invitation: Passage
  about: { text: string; sections: Passage[] }
  accessibility: string
  contactEmail: string
  logo: { src: string; width: number; height: number } | null
  timeZone: string
  currency: string
  holdMinutes: number
  makerCredit: string
  /** The charity that gets the gifts; "" if it is the club itself. */
  charity: string
}

const DEFAULTS: ShopSettings = {
  name: "Charity Card Shop",
  tagline: "",
  description: "",
  welcome: "",
  invitation: { title: "", text: "" },
  about: { text: "", sections: [] },
  accessibility: "",
  contactEmail: "",
  logo: null,
  timeZone: "America/Los_Angeles",
  currency: "USD",
  taxRate: 0.15,
  shippingFlat: 0,
  shippingFreeOver: null,
  pricePer: "seat",
  holdMinutes: 15,
  makerCredit: "",
  charity: "",
}

let known: ShopSettings | null = null

/** Returns the shop's public settings, which the server writes into every page, with defaults for missing ones. */
export function shop(): ShopSettings {
  known ??= { ...DEFAULTS, ...readPage() }
  return known
}

/** As in "Gift to {charity}" */
export const charity = () => shop().charity || shop().name

/** Replaces the settings in tests; null reads them from the page again. */
export function setShop(settings: Partial<ShopSettings> | null): void {
  known = settings && { ...DEFAULTS, ...settings }
}

function readPage(): Partial<ShopSettings> {
  try {
    return JSON.parse(document.getElementById("shop")?.textContent ?? "{}") as Partial<ShopSettings>
  } catch (error) {
    console.error("The shop's settings could not be read.", error)
    return {}
  }
}
