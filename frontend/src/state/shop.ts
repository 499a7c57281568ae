import type { PricingRules } from "~/lib/pricing"
import { list, nullable, number, oneOf, orElse, record, text, type Read } from "~/lib/shape"

const Shop = record({
  name: orElse(text, "Charity Card Shop"),
  tagline: orElse(text, "People, games and drinks, together for positive change."),
  description: orElse(text, ""),
  welcome: orElse(text, ""),
  invitation: orElse(record({ title: text, text: text }), { title: "", text: "" }),
  about: orElse(record({ text: text, sections: list(record({ title: text, text: text })) }), {
    text: "",
    sections: [],
  }),
  contactEmail: orElse(text, ""),
  logo: orElse(nullable(record({ src: text, width: number, height: number })), null),
  timeZone: orElse(text, "America/Los_Angeles"),
  currency: orElse(text, "USD"),
  taxRate: orElse(number, 0.15),
  shippingFlat: orElse(number, 0),
  shippingFreeOver: orElse(nullable(number), null),
  pricePer: orElse(oneOf("seat", "booking"), "seat"),
  holdMinutes: orElse(number, 15),
  makerCredit: orElse(text, ""),
})

export type ShopSettings = Read<typeof Shop> & PricingRules

let known: ShopSettings | null = null

/** The shop's public settings, from the page that the server sent; sensible values where it sent none. */
export function shop(): ShopSettings {
  known ??= Shop(readShell())
  return known
}

/** For tests and for drawing pages outside a browser. */
export function setShop(settings: Partial<ShopSettings> | null): void {
  known = settings && Shop(settings)
}

function readShell(): unknown {
  if (typeof document === "undefined") return {}
  try {
    return JSON.parse(document.getElementById("shop")?.textContent ?? "{}") ?? {}
  } catch (error) {
    console.error("The shop's settings could not be read.", error)
    return {}
  }
}
