import { z } from "zod/mini"
import type { PricingRules } from "~/lib/pricing"

const orElse = <T>(type: z.ZodMiniType<T>, value: T) => z.catch(type, value)

const Shop = z.object({
  name: orElse(z.string(), "Charity Card Shop"),
  tagline: orElse(z.string(), "People, games and drinks, together for positive change."),
  description: orElse(z.string(), ""),
  welcome: orElse(z.string(), ""),
  invitation: orElse(z.object({ title: z.string(), text: z.string() }), { title: "", text: "" }),
  about: orElse(z.object({ text: z.string(), sections: z.array(z.object({ title: z.string(), text: z.string() })) }), {
    text: "",
    sections: [],
  }),
  contactEmail: orElse(z.string(), ""),
  logo: orElse(z.nullable(z.object({ src: z.string(), width: z.number(), height: z.number() })), null),
  timeZone: orElse(z.string(), "America/Los_Angeles"),
  currency: orElse(z.string(), "USD"),
  taxRate: orElse(z.number(), 0.15),
  shippingFlat: orElse(z.number(), 0),
  shippingFreeOver: orElse(z.nullable(z.number()), null),
  pricePer: orElse(z.enum(["seat", "booking"]), "seat"),
  holdMinutes: orElse(z.number(), 15),
  makerCredit: orElse(z.string(), ""),
})

export type ShopSettings = z.infer<typeof Shop> & PricingRules

let known: ShopSettings | null = null

/** The shop's public settings, from the page that the server sent; sensible values where it sent none. */
export function shop(): ShopSettings {
  known ??= Shop.parse(readShell())
  return known
}

/** For tests and for drawing pages outside a browser. */
export function setShop(settings: Partial<ShopSettings> | null): void {
  known = settings && Shop.parse(settings)
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
