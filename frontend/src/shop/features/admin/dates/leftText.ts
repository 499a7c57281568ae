import { formatMoney } from "~/common/lib/money"

/** "5 left at $13.80", "5 left, free" or "none left" */
export function leftText({ left, price }: { left: number; price: number }): string {
  if (left === 0) return "none left"
  return price > 0 ? `${left} left at ${formatMoney(price)}` : `${left} left, free`
}
