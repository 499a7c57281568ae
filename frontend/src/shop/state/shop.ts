import type { ZoneRules } from "~/common/lib/time/clubTime"
import type { PricingRules } from "~/common/lib/pricing"

interface Passage {
  title: string
  text: string
}

export interface ShopSettings extends PricingRules {
  name: string
  description: string
  /** Its first sentence, which says what this is, and the others */
  welcome: readonly [string, string]
  invitation: Passage
  about: { text: string; sections: Passage[] }
  accessibility: string
  contactEmail: string
  logo: { src: string; width: number; height: number } | null
  timeZone: string
  zoneRules: ZoneRules
  currency: string
  holdMinutes: number
  makerCredit: string
  /** The charity that gets the gifts; "" if it is the club itself. */
  charity: string
  /** "What is left after costs goes to Port Alder Food Bank." */
  cause: string
}

let known: ShopSettings | null = null

/** Returns the shop's public settings, which the server writes into every page. */
export function shop(): ShopSettings {
  known ??= JSON.parse(document.getElementById("shop")!.textContent!) as ShopSettings
  return known
}

/** As in "Gift to {charity}" */
export const charity = () => shop().charity || shop().name

/** What tests don't set. They set the time zone by `inZone`. */
const DEFAULTS: ShopSettings = {
  name: "Charity Card Shop",
  description: "",
  welcome: ["", ""],
  invitation: { title: "", text: "" },
  about: { text: "", sections: [] },
  accessibility: "",
  contactEmail: "",
  logo: null,
  timeZone: "UTC",
  zoneRules: { since: 0, until: 0, clocks: [], changes: [] },
  currency: "USD",
  taxRate: 0.15,
  shippingFlat: 0,
  shippingFreeOver: null,
  pricePer: "seat",
  holdMinutes: 15,
  makerCredit: "",
  charity: "",
  cause: "",
}

/** Sets the settings in tests, which have no page of the server. */
export function setShop(settings: Partial<ShopSettings>): void {
  known = { ...DEFAULTS, ...settings }
}
