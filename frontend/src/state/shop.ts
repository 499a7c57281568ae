import * as v from "valibot"
import type { PricingRules } from "~/lib/pricing"

const text = (fallback: string) => v.fallback(v.string(), fallback)
const number = (fallback: number) => v.fallback(v.number(), fallback)
const Passage = v.object({ title: v.string(), text: v.string() })

const Shop = v.object({
  name: text("Charity Card Shop"),
  tagline: text("People, games and drinks, together for positive change."),
  description: text(""),
  welcome: text(""),
  invitation: v.fallback(Passage, { title: "", text: "" }),
  about: v.fallback(v.object({ text: v.string(), sections: v.array(Passage) }), { text: "", sections: [] }),
  contactEmail: text(""),
  logo: v.fallback(v.nullable(v.object({ src: v.string(), width: v.number(), height: v.number() })), null),
  timeZone: text("America/Los_Angeles"),
  currency: text("USD"),
  taxRate: number(0.15),
  shippingFlat: number(0),
  shippingFreeOver: v.fallback(v.nullable(v.number()), null),
  pricePer: v.fallback(v.picklist(["seat", "booking"]), "seat"),
  holdMinutes: number(15),
  makerCredit: text(""),
})

export type ShopSettings = v.InferOutput<typeof Shop> & PricingRules

let known: ShopSettings | null = null

/** Returns the shop's public settings from the page, with defaults for missing ones. */
export function shop(): ShopSettings {
  known ??= v.parse(Shop, readPage())
  return known
}

/** Replaces the settings in tests; null reads them from the page again. */
export function setShop(settings: Partial<ShopSettings> | null): void {
  known = settings && v.parse(Shop, settings)
}

function readPage(): unknown {
  try {
    return JSON.parse(document.getElementById("shop")?.textContent ?? "{}") ?? {}
  } catch (error) {
    console.error("The shop's settings could not be read.", error)
    return {}
  }
}
